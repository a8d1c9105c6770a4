import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseRefundId } from "../../kernel/ids.ts";
import { hasRight } from "../../domain/merchant/api-key.ts";
import type { KeyRight } from "../../domain/merchant/key-right.ts";
import { refundLimit } from "../../domain/merchant/refund-limit.ts";
import type { ModificationResult } from "../../domain/payment/modification/capture-or-void.ts";
import { capturePayment } from "../../domain/payment/modification/capture.ts";
import type { Caller, KeyCaller } from "../../domain/merchant/ports.ts";
import { findOrder, type FindOrderDeps, type Order } from "../../domain/payment/find-order.ts";
import { voidPayment } from "../../domain/payment/modification/void.ts";
import { refundNow, refundPayment, type RefundDeps } from "../../domain/refund/refund-payment.ts";
import {
  captureAnswer,
  modificationProblem,
  holdAnswer,
  refundAnswer,
  refundLookup,
} from "../pay/modification-answer.ts";
import { markUndecided } from "../idempotency/claimed-key.ts";
import { readIdempotencyKey } from "../idempotency/idempotency-key.ts";
import {
  callerOf,
  MISSING_KEY_ANYWHERE,
  namedCaller,
  refuseCaller,
  withKey,
  withKeyAnywhere,
  type MerchantAuthDeps,
} from "../caller/merchant-auth.ts";
import type { Problem } from "../problem/problem.ts";
import {
  OrderAmountSchema,
  OrderSchema,
  RefundParams,
  type OrderAmountBody,
  type OrderBody,
  type RefundRequest,
} from "../schema/modification.ts";

export type RefundRoutesDeps = RefundDeps &
  FindOrderDeps &
  MerchantAuthDeps & {
    /** True if old clients may refund and void by `session_id` alone (contract C2). */
    readonly sessionOnlyRefunds: boolean;
  };

/**
 * Refund and void (spec 4.8 and 4.9), and the extensions capture and refund look-up; all are
 * server-side calls.
 */
export function refundRoutes(app: FastifyInstance, deps: RefundRoutesDeps): void {
  const needs = (right: KeyRight) => withKeyAnywhere(deps, right, { isOptional: false });
  const needsKeyOrSession = (right: KeyRight) =>
    withKeyAnywhere(deps, right, { isOptional: deps.sessionOnlyRefunds });
  app.post<{ Body: OrderAmountBody }>(
    "/api/v1/payment/refund",
    { ...needsKeyOrSession("refunds.make"), schema: { body: OrderAmountSchema } },
    (request, reply) =>
      withOrder(deps, callOf(request, reply), (order) => refund(deps, order, { request, reply })),
  );
  app.post<{ Body: OrderBody }>(
    "/api/v1/payment/void",
    { ...needsKeyOrSession("payments.move"), schema: { body: OrderSchema } },
    (request, reply) =>
      withOrder(deps, callOf(request, reply), async (order) => {
        const voided = await voidPayment(deps, { idempotencyKey: keyOf(request), ...order });
        if (!voided.ok) return deps.sendProblem(reply, modificationProblem(voided.refusal));
        markKnown({ request, reply }, voided.value);
        return holdAnswer(voided.value, order.session.language);
      }),
  );
  app.post<{ Body: OrderAmountBody }>(
    "/api/v1/payment/capture",
    { ...needs("payments.move"), schema: { body: OrderAmountSchema } },
    (request, reply) =>
      withOrder(deps, callOf(request, reply), async (order) => {
        const amountMinor = minorOf(request.body.amount);
        const command = { amountMinor, idempotencyKey: keyOf(request), ...order };
        const captured = await capturePayment(deps, command);
        if (!captured.ok) return deps.sendProblem(reply, modificationProblem(captured.refusal));
        markKnown({ request, reply }, captured.value);
        return captureAnswer(captured.value, order.session.language);
      }),
  );
  app.get<RefundRequest>(
    "/api/v1/payment/refund/:refund_id",
    { ...withKey(deps, "payments.read", "payment"), schema: { params: RefundParams } },
    (request, reply) => lookUp(deps, request, reply),
  );
}

type Call = {
  readonly caller: Caller | undefined;
  readonly body: OrderBody;
  readonly reply: FastifyReply;
};

function callOf(request: FastifyRequest<{ Body: OrderBody }>, reply: FastifyReply): Call {
  return { caller: namedCaller(request), body: request.body, reply };
}

async function withOrder(
  deps: RefundRoutesDeps,
  { caller, body, reply }: Call,
  answer: (order: Order) => Promise<unknown>,
): Promise<unknown> {
  const { order_id: orderId, session_id: sessionId } = body;
  if (caller === undefined && sessionId === undefined) {
    return refuseCaller(deps, reply, MISSING_KEY_ANYWHERE);
  }
  const order = await findOrder(deps, { caller, orderId, sessionId });
  return order === undefined ? deps.sendProblem(reply, UNKNOWN_ORDER) : answer(order);
}

const UNKNOWN_ORDER: Problem = {
  code: "order_not_found",
  detail: "order_id is not the id of an order of this merchant, mode and session.",
};

type RefundExchange = {
  readonly request: FastifyRequest<{ Body: OrderAmountBody }>;
  readonly reply: FastifyReply;
};

async function refund(
  deps: RefundRoutesDeps,
  order: Order,
  { request, reply }: RefundExchange,
): Promise<unknown> {
  const limit = await approvalLimit(deps, order, namedCaller(request));
  const result = await refundPayment(deps, {
    amountMinor: minorOf(request.body.amount),
    idempotencyKey: keyOf(request),
    ...order,
    ...(limit === null ? {} : { totalAtMost: BigInt(limit) }),
  });
  if (!result.ok) return deps.sendProblem(reply, modificationProblem(result.refusal));
  markReplay(reply, result.value);
  return refundAnswer(result.value, order.session.language);
}

/** The sum up to which this call may refund a payment without an approval; null for no limit. */
async function approvalLimit(
  { merchants, clock }: RefundRoutesDeps,
  { payment }: Order,
  caller: KeyCaller | undefined,
): Promise<number | null> {
  const now = clock.now();
  if (caller !== undefined && hasRight(caller.key, "refunds.above_limit", now)) return null;
  const merchant = caller?.merchant ?? (await merchants.find(payment.merchantId));
  return merchant === undefined ? null : refundLimit(merchant.settings, now);
}

async function lookUp(
  deps: RefundRoutesDeps,
  request: FastifyRequest<RefundRequest>,
  reply: FastifyReply,
): Promise<unknown> {
  const caller = callerOf(request);
  const refundId = parseRefundId(request.params.refund_id);
  const found = refundId === undefined ? undefined : await deps.refunds.find(refundId);
  const order =
    found === undefined
      ? undefined
      : await findOrder(deps, { caller, orderId: found.orderId, sessionId: undefined });
  if (found === undefined || order === undefined) {
    return deps.sendProblem(reply, {
      code: "refund_not_found",
      detail: "refund_id is not the id of a refund of this merchant and mode.",
    });
  }
  return refundLookup(await refundNow(deps, found), order.session.language);
}

function keyOf(request: Pick<FastifyRequest, "headers">): string | undefined {
  return readIdempotencyKey(request.headers["idempotency-key"]);
}

function markReplay(reply: FastifyReply, result: { readonly replayed: boolean }): void {
  if (result.replayed) reply.header("Idempotent-Replayed", "true");
}

/**
 * Marks the answer of a capture or void. While the bank is undecided its answer is not stored for
 * the idempotency key, so that a repetition learns how the attempt ended.
 */
function markKnown(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  result: ModificationResult,
): void {
  markReplay(reply, result);
  const { kind } = result.outcome;
  if (kind === "unknown" || kind === "pending") markUndecided(request);
}

function minorOf(amount: number | undefined): bigint | undefined {
  return amount === undefined ? undefined : BigInt(amount);
}
