import type { FastifyInstance } from "fastify";
import { parseOrderId } from "../../kernel/ids.ts";
import { financingOf } from "../../domain/payment/record.ts";
import { openSession } from "../../domain/payment/open-session.ts";
import { PUBLIC_STATUS } from "../../domain/payment/states.ts";
import { cardOf, holdOf, codeOf, messageOf } from "../pay/pay-answer.ts";
import { StatusParams, StatusQuery, type StatusRequest } from "../schema/pay.ts";
import type { PaymentRoutesDeps } from "./payment-routes.ts";

/** The payment status (spec 4.6). It needs the session that made the order, expired or not. */
export function statusRoutes(app: FastifyInstance, deps: PaymentRoutesDeps): void {
  app.get<StatusRequest>(
    "/api/v1/payment/status/:order_id",
    {
      schema: { params: StatusParams, querystring: StatusQuery },
      config: { errorForm: "payment", sessionIn: "query" },
    },
    async (request, reply) => {
      const context = await openSession(deps, request.query.session_id);
      const orderId = parseOrderId(request.params.order_id);
      const payment = orderId === undefined ? undefined : await deps.payments.findPayment(orderId);
      if (!context.ok || payment?.sessionId !== context.value.session.sessionId) {
        return deps.sendProblem(reply, {
          code: "order_not_found",
          detail: "order_id is not the id of an order of this session.",
        });
      }
      const { language } = context.value.session;
      return {
        success: true,
        order_id: payment.orderId,
        status: PUBLIC_STATUS[payment.state],
        amount: Number(payment.amount.minor),
        ...codeOf(payment),
        message: messageOf({ payment, show: undefined, language }),
        currency: payment.amount.currency,
        payment_type: payment.paymentType,
        ...cardOf(payment),
        ...holdOf(payment),
        charged_amount: Number(payment.chargedAmount.minor),
        financing_amount: Number(financingOf(payment).minor),
        captured_amount: Number(payment.capturedMinor),
        refunded_amount: Number(payment.refundedMinor),
      };
    },
  );
}
