import type { FastifyReply } from "fastify";
import { parseOrderId } from "../../kernel/ids.ts";
import type { BankForm, Payment } from "../../payment/payment.ts";
import { sendPage } from "../page/render-page.ts";
import { BankView } from "./bank-view.tsx";
import { allowedOrigins } from "./find-frame.ts";
import { FramedBankView } from "./framed-bank-view.tsx";
import { openCheckout, type Checkout, type PageKit } from "./page-kit.ts";
import { sendProblem } from "./send-problem.tsx";
import { viewOf } from "./view-context.ts";

type BankFormRequest = { readonly session: string; readonly order: string; readonly lang: string };

/** Sends the browser to the bank during a challenge; in any other state, to the payment page. */
export async function showBankForm(
  kit: PageKit,
  request: BankFormRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checkout = await openCheckout(kit, request);
  if (checkout === undefined) return sendProblem(kit, reply, { status: 404, kind: "unknown" });
  const open = await findOpenForm(kit, checkout, request.order);
  if (open === undefined) return reply.redirect(checkoutPathOf(kit, checkout), 303);
  if (kit.frame !== undefined) return sendFramed(kit, { ...open, checkout }, reply);
  const view = viewOf(kit, checkout);
  const isInFrame = open.payment.origin === "widget";
  return sendPage(reply, {
    status: 200,
    publicUrl: kit.publicUrl,
    formAction: formTargets(checkout, open),
    ancestors: isInFrame ? allowedOrigins(checkout) : undefined,
    page: (
      <BankView
        view={isInFrame ? { ...view, switchTo: undefined } : view}
        checkout={checkout}
        {...open}
      />
    ),
  });
}

/**
 * The path of the payment page. A framed payment's request comes from the bank's inner frame, so it
 * gets the path of the page that makes the outer frame reload.
 */
function checkoutPathOf({ frame, paths }: PageKit, { session, state, language }: Checkout): string {
  const payment = "payment" in state ? state.payment : state.last;
  return frame === undefined && payment?.origin === "widget"
    ? paths.returned(session.sessionId)
    : paths.checkout(session.sessionId, { language });
}

/**
 * Shows the bank in an inner frame. Any https origin is allowed in it, because a bank may redirect
 * to another bank.
 */
function sendFramed(
  kit: PageKit,
  { checkout, payment, form }: OpenForm & { readonly checkout: Checkout },
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendPage(reply, {
    status: 200,
    publicUrl: kit.publicUrl,
    frameSources: ["'self'", "https:", new URL(form.action).origin],
    page: <FramedBankView view={viewOf(kit, checkout)} checkout={checkout} payment={payment} />,
  });
}

type OpenForm = { readonly payment: Payment; readonly form: BankForm };

async function findOpenForm(
  kit: PageKit,
  { session }: Checkout,
  order: string,
): Promise<OpenForm | undefined> {
  const orderId = parseOrderId(order);
  const payment = orderId === undefined ? undefined : await kit.payments.findPayment(orderId);
  if (payment?.sessionId !== session.sessionId || payment.state !== "challenged") return undefined;
  const attempt = await kit.payments.findAuthorization(payment.orderId);
  return attempt?.bankForm === undefined ? undefined : { payment, form: attempt.bankForm };
}

/**
 * The origins that the bank's form may lead to. A bank that asks the customer nothing redirects to
 * us at once, and we redirect a payment of the merchant's own page to its return URL. Browsers
 * check each of these redirects against `form-action`.
 */
function formTargets({ session }: Checkout, { payment, form }: OpenForm): readonly string[] {
  const onward = payment.origin === "api" ? [session.successUrl, session.failUrl] : [];
  return [...new Set([form.action, ...onward].map((address) => new URL(address).origin))];
}
