import type { ItemKey } from "../../job/failed-item.ts";
import type { Claimed } from "../../job/ports.ts";
import { tryItem, type TryDeps } from "../../job/try-item.ts";
import { later, MINUTE, type Instant } from "../../../kernel/clock.ts";
import { newEventId, type MerchantId, type OrderId } from "../../../kernel/ids.ts";
import { assert } from "../../../kernel/assert.ts";
import type { Order } from "../find-order.ts";
import { capturePayment } from "../modification/capture.ts";
import type { ModificationDeps } from "../modification/modification.ts";
import { voidPayment } from "../modification/void.ts";
import type { OpenSessionDeps } from "../open-session.ts";
import { Restore, type RestoredDeps } from "../restoration.ts";
import type { Payment } from "../payment.ts";
import type { PaymentEventData } from "../ports.ts";
import { paymentEventData } from "../record.ts";
import { RECOVERY_LEASE_MS } from "../timing.ts";
import { holdStep, stepAfter, type HoldStep } from "./hold-step.ts";

/** A hold that waits for its end. */
export type OpenHold = {
  readonly merchantId: MerchantId;
  readonly orderId: OrderId;
  /** True once `payment.hold_expiring` was written. */
  readonly isAnnounced: boolean;
};

/** Store of the holds that wait for their end; a hold enters it in the commit that begins it. */
export interface OpenHolds {
  /** Claims holds that are due, in turns among merchants, until `leaseUntil` (real time). */
  claimDue(now: Instant, leaseUntil: Instant, limit: number): Promise<readonly Claimed<OpenHold>[]>;
  /**
   * Writes the event and the time of the next look; does so once, and only while the payment is
   * held.
   */
  announce(
    payment: Payment,
    notice: { readonly event: PaymentEventData; readonly at: Instant; readonly lookAt: Instant },
  ): Promise<void>;
  lookAgain(hold: Pick<OpenHold, "merchantId" | "orderId">, at: Instant): Promise<void>;
  remove(hold: Pick<OpenHold, "merchantId" | "orderId">): Promise<void>;
  /** Postpones a hold that can't be worked on now, without reading it. */
  putOff(key: ItemKey, dueAt: Instant): Promise<void>;
}

export type EndHoldsDeps = ModificationDeps &
  TryDeps &
  RestoredDeps &
  Pick<OpenSessionDeps, "sessions"> & {
    readonly openHolds: OpenHolds;
    /** Reads the sandboxes' clocks anew: a hold may be due by a time that this process lacks. */
    readonly refreshClocks: () => Promise<void>;
  };

/** The most holds of one round; a bank that does not answer delays it by one call. */
const ROUND = 50;
/** The pause in ms before a hold whose data were restored is looked at again. */
const RESTORED_MS = 15 * MINUTE;

/**
 * Announces holds that expire within a day, and voids or captures those that end within an hour, as
 * session or merchant say. Resolves to true if more may be due.
 *
 * The reasons are in docs/decisions/hold-end.md.
 */
export async function endHolds(deps: EndHoldsDeps): Promise<boolean> {
  if (deps.restored.isOpen) return false;
  const now = deps.clock.now();
  const due = await deps.openHolds.claimDue(now, later(now, RECOVERY_LEASE_MS), ROUND);
  if (due.length > 0) await deps.refreshClocks();
  await Promise.all(
    due.map(({ key, hasFailed, read }) =>
      tryItem(deps, {
        key,
        hasFailed,
        work: () => takeStep(deps, read()),
        putOff: ({ dueAt }) => deps.openHolds.putOff(key, dueAt),
      }),
    ),
  );
  return due.length === ROUND;
}

async function takeStep(deps: EndHoldsDeps, hold: OpenHold): Promise<void> {
  const payment = await deps.payments.findPayment(hold.orderId);
  assert(payment !== undefined, "a hold's payment exists");
  const session = await deps.sessions.find(payment.sessionId);
  assert(session !== undefined, "a payment's session exists");
  const now = deps.clocks.now(payment);
  const step = holdStep(payment, hold.isAnnounced, now);
  const order = { payment, session };
  if (step.kind === "announce") {
    const { lookAt } = step;
    return deps.openHolds.announce(payment, {
      event: holdNotice(deps, order, now),
      at: now,
      lookAt,
    });
  }
  await schedule(deps, hold, step.kind === "send" ? await send(deps, order, step.move) : step);
}

async function schedule(
  { openHolds }: EndHoldsDeps,
  hold: OpenHold,
  step: HoldStep,
): Promise<void> {
  if (step.kind === "wait") return openHolds.lookAgain(hold, step.lookAt);
  await openHolds.remove(hold);
}

/** The event of a hold that ends soon, written once (contract C6). */
export function holdNotice(
  { random }: Pick<EndHoldsDeps, "random">,
  { payment, session }: Order,
  now: Instant,
): PaymentEventData {
  return {
    eventId: newEventId(payment.merchantId, { now, random }),
    type: "payment.hold_expiring",
    data: paymentEventData(payment, session),
  };
}

/** Sends the void or capture like any other: its attempt is committed before the bank is asked. */
async function send(deps: EndHoldsDeps, order: Order, move: "void" | "capture"): Promise<HoldStep> {
  const { payment } = order;
  const command = { ...order, amountMinor: undefined, idempotencyKey: undefined };
  try {
    const sent = await (move === "void" ? voidPayment : capturePayment)(deps, command);
    // A refusal that is none of the bank's means that the merchant was faster.
    const found = sent.ok ? sent.value.payment : await deps.payments.findPayment(payment.orderId);
    if (found?.state === "authorized") {
      deps.report("the bank refused to end a hold", { order_id: payment.orderId, move });
    }
    return stepAfter(found ?? payment, deps.clocks.now(payment));
  } catch (error) {
    if (!(error instanceof Restore)) throw error;
    return { kind: "wait", lookAt: later(deps.clocks.now(payment), RESTORED_MS) };
  }
}
