import type { FastifyReply } from "fastify";
import { parseOrderId } from "../../../kernel/ids.ts";
import type { BankForm, Payment } from "../../../payment/payment.ts";
import { sendPage } from "../render-page.ts";
import { BankView } from "./bank-view.tsx";
import { openCheckout, type Checkout, type PageKit } from "./page-kit.ts";
import { sendProblem } from "./send-problem.tsx";
import { viewOf } from "./view-context.ts";

type BankFormRequest = { readonly session: string; readonly order: string; readonly lang: string };

/** Takes the browser to the bank while it waits there; at any other time, to what is true now. */
export async function showBankForm(
  kit: PageKit,
  request: BankFormRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checkout = await openCheckout(kit, request);
  if (checkout === undefined) return sendProblem(kit, reply, { status: 404, kind: "unknown" });
  const open = await findOpenForm(kit, checkout, request.order);
  if (open === undefined) {
    const { session, language } = checkout;
    return reply.redirect(kit.paths.checkout(session.sessionId, { language }), 303);
  }
  return sendPage(reply, {
    status: 200,
    isSecure: kit.isSecure,
    formAction: formTargets(checkout, open),
    page: <BankView view={viewOf(kit, checkout)} checkout={checkout} {...open} />,
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
 * The bank, and where a bank that asks the customer nothing redirects at once: our own return
 * address, which sends the customer of a merchant's own page on to that merchant.
 */
function formTargets({ session }: Checkout, { payment, form }: OpenForm): readonly string[] {
  const onward = payment.origin === "api" ? [session.successUrl, session.failUrl] : [];
  return [...new Set([form.action, ...onward].map((address) => new URL(address).origin))];
}
