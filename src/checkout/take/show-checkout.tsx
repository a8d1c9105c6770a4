import type { FastifyReply } from "fastify";
import type { VNode } from "preact";
import { later, MINUTE, SECOND, type Instant } from "../../kernel/clock.ts";
import { assert } from "../../kernel/assert.ts";
import { parseOrderId } from "../../kernel/ids.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { sendPage } from "../../page/render-page.ts";
import { formPage } from "../form/form-page.tsx";
import { parseMethod, type Method } from "../../page/method.ts";
import { merchantAddress, openCheckout, type Checkout, type PageKit } from "../page-kit.ts";
import { sendProblem } from "./send-problem.tsx";
import { PaidView, type ShopRedirect } from "../view/paid-view.tsx";
import { ChallengeView, ClosedView, WaitingView } from "../view/status-views.tsx";
import { TransferView } from "../view/transfer-view.tsx";
import { viewOf } from "../view-context.ts";

/** A receipt that is opened within this time after the payment redirects to the shop by itself. */
const ONWARD_MS = 2 * MINUTE;
/**
 * The longest time after the payment for which the receipt page delays its redirect, so that the
 * shop first receives the payment's event.
 */
const NOTIFICATION_WAIT_MS = 15 * SECOND;

type ShowRequest = {
  readonly session: string;
  readonly order: string;
  readonly lang: string;
  readonly method: string;
  /** Not empty if the script has changed the language of a form with a typed card. */
  readonly emptied: string;
};

/** Shows the page for the current state of a session. */
export async function showCheckout(
  kit: PageKit,
  request: ShowRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checkout = await openCheckout(kit, request);
  if (checkout === undefined) return sendProblem(kit, reply, { status: 404, kind: "unknown" });
  const awaited = await findAwaited(kit, checkout, request.order);
  const address = awaited === undefined ? undefined : merchantAddress(kit, checkout, awaited);
  if (address !== undefined) return reply.redirect(address, 303);
  const waiting = awaited === undefined ? waitingPath(kit, checkout) : undefined;
  if (waiting !== undefined) return reply.redirect(waiting, 303);
  return sendPage(reply, {
    status: 200,
    publicUrl: kit.publicUrl,
    page: await pageOf(kit, checkout, {
      awaited,
      method: parseMethod(request.method),
      isEmptied: request.emptied !== "",
    }),
  });
}

/**
 * Returns a payment that began at the merchant's own page and whose outcome the customer awaits
 * here, or undefined. Once it has ended, the customer is redirected to the merchant's return URL.
 */
async function findAwaited(
  kit: PageKit,
  { session }: Checkout,
  order: string,
): Promise<Payment | undefined> {
  // A frame never redirects to the shop: the merchant's page already contains it.
  if (kit.frame !== undefined) return undefined;
  const orderId = parseOrderId(order);
  const payment = orderId === undefined ? undefined : await kit.payments.findPayment(orderId);
  const isTheirs = payment?.sessionId === session.sessionId && payment.origin === "api";
  return isTheirs ? payment : undefined;
}

/** Returns the path at which a payment of the merchant's own page is awaited, or undefined. */
function waitingPath(kit: PageKit, { session, state, language }: Checkout): string | undefined {
  if (kit.frame !== undefined) return undefined;
  const isWaiting = state.kind === "waiting" || state.kind === "transfer";
  if (!isWaiting || state.payment.origin !== "api") return undefined;
  const { orderId } = state.payment;
  return kit.paths.checkout(session.sessionId, { orderId, language });
}

type ShownMethod = {
  readonly awaited: Payment | undefined;
  readonly method: Method | undefined;
  readonly isEmptied: boolean;
};

async function pageOf(
  kit: PageKit,
  checkout: Checkout,
  { awaited, method, isEmptied }: ShownMethod,
): Promise<VNode> {
  const { session, state, language } = checkout;
  const view = viewOf(kit, checkout);
  const order = awaited === undefined ? {} : { orderId: awaited.orderId };
  const here = kit.paths.checkout(session.sessionId, { ...order, language });
  switch (state.kind) {
    case "payable":
      return formPage(kit, checkout, { method, isEmptied });
    case "challenged":
      return <ChallengeView {...{ view, checkout, here }} payment={state.payment} />;
    case "waiting":
      return <WaitingView {...{ view, checkout, here }} payment={state.payment} />;
    case "transfer": {
      const request = await kit.transfers.findRequest(state.payment.orderId);
      assert(request !== undefined, "a payment that awaits a transfer has a transfer request");
      return <TransferView {...{ view, checkout, here, request }} payment={state.payment} />;
    }
    case "paid": {
      const address = merchantAddress(kit, checkout, state.payment);
      assert(address !== undefined, "a paid session leads to the merchant");
      const { payment } = state;
      const paidAt = await kit.succeededAt(payment);
      const onward = await onwardOf(kit, payment, paidAt);
      return <PaidView {...{ view, checkout, payment, here, address, paidAt, onward }} />;
    }
    case "voided":
    case "left":
    case "expired":
      return <ClosedView view={view} checkout={checkout} state={state} />;
  }
}

/** Returns the automatic redirect to the shop, or undefined if the payment is not recent. */
async function onwardOf(
  kit: PageKit,
  payment: Payment,
  paidAt: Instant,
): Promise<ShopRedirect | undefined> {
  const now = kit.clocks.now(payment);
  if (kit.frame !== undefined || payment.state === "refunded") return undefined;
  if (now >= later(paidAt, ONWARD_MS)) return undefined;
  const isNotified = await kit.wasNotified(payment, paidAt);
  return { isNotified, waitMaxMs: Math.max(later(paidAt, NOTIFICATION_WAIT_MS) - now, 0) };
}
