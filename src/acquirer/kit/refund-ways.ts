import { DAY, type Instant, later } from "../../kernel/clock.ts";
import type { ModificationOutcome, RefundRequest } from "../../domain/payment/acquirer.ts";
import { afterDayEnd, hasDayEnded } from "../../kernel/istanbul-time.ts";

/** A booking this old is settled at every bank, so a refusal has another reason. */
const SETTLED_MS = 2 * DAY;

/** How a bank takes money back, as data. */
export type RefundRule = {
  readonly dayEnd: string;
  /** A refund before the day end that is no void: it is sent, or waits for the day end. */
  readonly beforeDayEnd: "refund" | "wait";
  /** The bank's codes for a void that comes too late; `any` where each proves that the sale stands. */
  readonly voidTooLate: ReadonlySet<string> | "any";
  /** The bank's codes for a refund that comes too early. */
  readonly refundTooEarly: ReadonlySet<string>;
  /** The pause, in ms, after a refund that is too early although the day end has passed. */
  readonly pauseMs?: number;
};

export type RefundWays = {
  readonly now: Instant;
  /** Absent if the original cannot be voided as a whole. */
  readonly voidSale: (() => Promise<ModificationOutcome>) | undefined;
  readonly refund: () => Promise<ModificationOutcome>;
};

/**
 * Returns money by a void of the whole sale before the day end, and by a refund otherwise. The
 * bank's clock decides: if it refuses one way because of the time, the other is tried, and a refund
 * that no way takes yet waits for the day end.
 */
export async function refundOneWay(
  request: RefundRequest,
  rule: RefundRule,
  { now, voidSale: ask, refund }: RefundWays,
): Promise<ModificationOutcome> {
  const { original, amount, captured, refundedBefore } = request;
  const isWhole = amount.minor === captured.minor && refundedBefore.minor === 0n;
  const voidSale = isWhole && ask !== undefined ? async () => asVoid(await ask()) : undefined;
  const isOpen = !hasDayEnded(original.bookedAt, rule.dayEnd, now);
  const waiting = {
    kind: "pending",
    until: "day_end",
    askAt: afterDayEnd(now, rule.dayEnd),
  } as const;
  if (isOpen && voidSale !== undefined) {
    const voided = await voidSale();
    if (!isTooLate(voided, rule)) return voided;
  } else if (isOpen && rule.beforeDayEnd === "wait") {
    return waiting;
  }
  const refunded = await refund();
  if (!isRefusedWith(refunded, rule.refundTooEarly)) return refunded;
  if (!isOpen && voidSale !== undefined) {
    const voided = await voidSale();
    if (!isTooLate(voided, rule)) return voided;
  }
  if (now - original.bookedAt > SETTLED_MS) return refunded;
  if (isOpen || rule.pauseMs === undefined) return waiting;
  return { kind: "pending", until: "day_end", askAt: later(now, rule.pauseMs) };
}

function isTooLate(voided: ModificationOutcome, { voidTooLate }: RefundRule): boolean {
  if (voidTooLate !== "any") return isRefusedWith(voided, voidTooLate);
  return voided.kind === "declined" && voided.retry !== "same_request";
}

/** True if the bank refused with one of the codes. */
export function isRefusedWith(outcome: ModificationOutcome, codes: ReadonlySet<string>): boolean {
  return outcome.kind === "declined" && codes.has(outcome.bankCode);
}

/** Marks an approval of a void that stands for a refund. */
export function asVoid<Outcome extends { readonly kind: string }>(outcome: Outcome): Outcome {
  return outcome.kind === "approved" ? { ...outcome, isVoid: true } : outcome;
}
