import { createSession } from "../../domain/session/create-session.ts";
import { SESSION_LIFETIME_MS } from "../../domain/session/session.ts";
import type { CheckoutSessionRequest, FlagsPayAnswer } from "../../client/vezne.ts";
import type { EventType } from "../../domain/event/event.ts";
import { sleep } from "../../system/sleep.ts";
import { later, MINUTE } from "../../kernel/clock.ts";
import { parseOrderId } from "../../kernel/ids.ts";
import { holdNotice } from "../../domain/payment/hold/end-holds.ts";
import { endedAt } from "../../domain/payment/hold-term.ts";
import { money } from "../../kernel/money.ts";
import { readApiKey } from "../../domain/merchant/api-key.ts";
import { bookSandboxTransfer } from "../../service/jobs/transfers.ts";
import type { MerchantApi } from "../kit/merchant-api.ts";
import { CommandError } from "../kit/output.ts";
import { APPROVED_CARD, sandboxCard, sandboxSession } from "../sandbox/sandbox-card.ts";
import { withInstallation } from "../kit/with-installation.ts";

const DECLINED_CARD = "4111111111111129";
const REFUND_FAILS_CARD = "5406670000000009";
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 100;

/** Causes each event; returns the id of the session, order or refund of the event. */
export const TRIGGERS: Readonly<Record<EventType, (api: MerchantApi) => Promise<string>>> = {
  "session.expired": expireSession,
  "payment.pending": async (api) => (await offerTransfer(api)).order_id,
  "payment.processing": async (api) => (await payByCard(api, { is3d: true })).order_id,
  "payment.authorized": async (api) => (await payByCard(api, { hold: true })).order_id,
  "payment.hold_expiring": expireHold,
  "payment.completed": async (api) => (await payByCard(api)).order_id,
  "payment.failed": async (api) => (await payByCard(api, { card: DECLINED_CARD })).order_id,
  "payment.cancelled": async (api) => {
    const { order_id } = await payByCard(api, { hold: true });
    await api.vezne.payments.void({ order_id });
    return order_id;
  },
  "refund.pending": async (api) => refund(api, await receiveTransfer(api)),
  "refund.succeeded": async (api) => refund(api, (await payByCard(api)).order_id),
  "refund.failed": async (api) =>
    refund(api, (await payByCard(api, { card: REFUND_FAILS_CARD })).order_id),
};

type CardPayment = { readonly card?: string; readonly hold?: boolean; readonly is3d?: boolean };

async function payByCard(
  { vezne }: MerchantApi,
  { card = APPROVED_CARD, hold = false, is3d = false }: CardPayment = {},
): Promise<FlagsPayAnswer> {
  const fields: Partial<CheckoutSessionRequest> = hold ? { capture_method: "manual" } : {};
  const { session_id } = await vezne.sessions.create(sandboxSession(fields));
  return vezne.payments.pay({ ...sandboxCard(session_id, card), is_3d: is3d });
}

async function refund({ vezne }: MerchantApi, orderId: string): Promise<string> {
  return (await vezne.payments.refund({ order_id: orderId })).refund_id;
}

async function offerTransfer({ vezne }: MerchantApi) {
  const { session_id } = await vezne.sessions.create(sandboxSession());
  const offered = await vezne.payments.pay({ session_id, payment_type: "bank_transfer" });
  if (offered.status !== "pending") {
    throw new CommandError(`the transfer was answered with ${offered.status}`);
  }
  return { ...offered, session_id };
}

/** A payment by bank transfer whose money has arrived: its refund waits for a person. */
async function receiveTransfer(api: MerchantApi): Promise<string> {
  const { order_id, session_id, bank_account } = await offerTransfer(api);
  await withInstallation((installation) =>
    bookSandboxTransfer(installation, {
      iban: bank_account.iban,
      amount: money(BigInt(bank_account.amount), bank_account.currency),
      description: bank_account.reference_code,
    }),
  );
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const { status } = await api.vezne.payments.status({ order_id, session_id });
    if (status === "completed") return order_id;
    await sleep(LOOK_EVERY_MS);
  }
  throw new CommandError(`the transfer for ${order_id} was not matched`);
}

/** Holds an amount, and announces now that the hold ends. */
async function expireHold(api: MerchantApi): Promise<string> {
  const { order_id } = await payByCard(api, { hold: true });
  return withInstallation(async ({ openHolds, payments, sessions, clocks, random }) => {
    const orderId = parseOrderId(order_id);
    const payment = orderId && (await payments.findPayment(orderId));
    const session = payment && (await sessions.find(payment.sessionId));
    if (payment?.captureBefore === undefined || session === undefined) {
      throw new CommandError(`${order_id} is no hold of this installation's database`);
    }
    const at = clocks.now(payment);
    const event = holdNotice({ random }, { payment, session }, at);
    await openHolds.announce(payment, { event, at, lookAt: endedAt(payment.captureBefore) });
    return order_id;
  });
}

/** Makes a session with a time more than an hour ago, so that it is due to expire now. */
function expireSession({ apiKey }: MerchantApi): Promise<string> {
  return withInstallation(async ({ clock, clocks, random, sessions, merchants, expiry }) => {
    const owner = readApiKey(apiKey);
    const merchant = owner === undefined ? undefined : await merchants.find(owner.merchantId);
    if (owner === undefined || merchant === undefined) {
      throw new CommandError("VEZNE_API_KEY is of no merchant of this installation's database");
    }
    const place = { merchantId: merchant.merchantId, mode: owner.mode };
    const madeAt = later(clocks.now(place), -SESSION_LIFETIME_MS - MINUTE);
    const { amount, success_url: successUrl, fail_url: failUrl } = sandboxSession();
    const made = await createSession(
      { clocks: { now: () => madeAt }, random, sessions, modeOff: () => undefined },
      {
        caller: { merchant, mode: owner.mode },
        amount: money(BigInt(amount), "TRY"),
        language: "tr",
        captureMethod: "automatic",
        onHoldEnd: undefined,
        customer: {},
        basket: [],
        successUrl,
        failUrl,
        metadata: {},
        reference: undefined,
        embedded: false,
      },
    );
    if (!made.ok) throw new CommandError(`${made.refusal.field} ${made.refusal.message}`);
    const { sessionId } = made.value;
    await expiry.watch({ sessionId, dueAt: clock.now() });
    return sessionId;
  });
}
