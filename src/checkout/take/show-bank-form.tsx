import type { FastifyReply } from "fastify";
import { parseOrderId } from "../../kernel/ids.ts";
import type { ChallengeDisplay } from "../../domain/payment/acquirer.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { openDisplay } from "../../domain/payment/sealed-outcome.ts";
import { sendPage } from "../../page/render-page.ts";
import { BankView } from "../view/bank-view.tsx";
import { allowedOrigins } from "./find-frame.ts";
import { FramedBankView } from "../view/framed-bank-view.tsx";
import { openCheckout, type Checkout, type PageKit } from "../page-kit.ts";
import { sendProblem } from "./send-problem.tsx";
import { viewOf } from "../view-context.ts";

type BankFormRequest = { readonly session: string; readonly order: string; readonly lang: string };

/**
 * Sends the browser to the bank during a challenge: by a form, by a redirect, or with a document of
 * the bank. In any other state, the browser is sent to the payment page.
 */
export async function showBankForm(
  kit: PageKit,
  request: BankFormRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checkout = await openCheckout(kit, request);
  if (checkout === undefined) return sendProblem(kit, reply, { status: 404, kind: "unknown" });
  const open = await findChallenge(kit, checkout, request.order);
  if (open === undefined) return reply.redirect(checkoutPathOf(kit, checkout), 303);
  if (kit.frame !== undefined) return sendFramed(kit, { ...open, checkout }, reply);
  const isInFrame = open.payment.origin === "widget";
  const ancestors = isInFrame ? allowedOrigins(checkout) : undefined;
  const { payment, show } = open;
  if (show.kind === "redirect") return reply.redirect(show.url, 303);
  if (show.kind === "html") return sendForeign(reply, show.document, ancestors);
  const view = viewOf(kit, checkout);
  return sendPage(reply, {
    status: 200,
    publicUrl: kit.publicUrl,
    formAction: formTargets(checkout, payment, show),
    ancestors,
    page: (
      <BankView
        view={isInFrame ? { ...view, switchTo: undefined } : view}
        checkout={checkout}
        payment={payment}
        form={show}
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
 * Sends a document of the bank alone. Its scripts are foreign, so the sandbox gives it an origin of
 * its own, which reads nothing of ours; it may only submit its form and leave the page.
 */
function sendForeign(
  reply: FastifyReply,
  document: string,
  ancestors: readonly string[] | undefined,
): FastifyReply {
  const framedBy = ancestors === undefined ? "'none'" : ["'self'", ...ancestors].join(" ");
  return reply
    .code(200)
    .headers({
      "Content-Security-Policy": `${FOREIGN_POLICY}; frame-ancestors ${framedBy}`,
      "Content-Type": "text/html; charset=utf-8",
      "X-Robots-Tag": "noindex",
    })
    .send(document);
}

const FOREIGN_POLICY = "sandbox allow-forms allow-scripts allow-top-navigation";

/**
 * Shows the bank in an inner frame. Any https origin is allowed in it, because a bank may redirect
 * to another bank.
 */
function sendFramed(
  kit: PageKit,
  { checkout, payment, show }: OpenChallenge & { readonly checkout: Checkout },
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendPage(reply, {
    status: 200,
    publicUrl: kit.publicUrl,
    frameSources: ["'self'", "https:", ...originsOf(show)],
    page: <FramedBankView view={viewOf(kit, checkout)} checkout={checkout} payment={payment} />,
  });
}

/** The origin to which the browser goes first; a document of the bank does not tell it. */
function originsOf(show: ChallengeDisplay): readonly string[] {
  if (show.kind === "html") return [];
  return [new URL(show.kind === "form" ? show.action : show.url).origin];
}

type OpenChallenge = { readonly payment: Payment; readonly show: ChallengeDisplay };

async function findChallenge(
  kit: PageKit,
  { session }: Checkout,
  order: string,
): Promise<OpenChallenge | undefined> {
  const orderId = parseOrderId(order);
  const payment = orderId === undefined ? undefined : await kit.payments.findPayment(orderId);
  if (payment?.sessionId !== session.sessionId || payment.state !== "challenged") return undefined;
  const attempt = await kit.payments.findAuthorization(payment.orderId);
  const show = attempt && (await openDisplay(kit, attempt));
  return show === undefined ? undefined : { payment, show };
}

/**
 * The origins that the bank's form may lead to. A bank that asks the customer nothing redirects to
 * us at once, and we redirect a payment of the merchant's own page to its return URL. Browsers
 * check each of these redirects against `form-action`.
 */
function formTargets(
  { session }: Checkout,
  payment: Payment,
  form: Extract<ChallengeDisplay, { readonly kind: "form" }>,
): readonly string[] {
  const onward = payment.origin === "api" ? [session.successUrl, session.failUrl] : [];
  return [...new Set([form.action, ...onward].map((address) => new URL(address).origin))];
}
