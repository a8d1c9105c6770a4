import { DAY, type Instant } from "../../kernel/clock.ts";
import type {
  FinalOutcome,
  ModificationOutcome,
  RefundRequest,
} from "../../domain/payment/acquirer.ts";
import { afterDayEnd, hasDayEnded } from "./istanbul-time.ts";

/** A booking this old is settled at every bank, so a refusal has another reason. */
export const SETTLED_MS = 2 * DAY;

export type RefundWays = {
  readonly now: Instant;
  readonly dayEnd: string;
  /** Absent if the original cannot be voided as a whole. */
  readonly voidSale: (() => Promise<FinalOutcome>) | undefined;
  readonly refund: () => Promise<FinalOutcome>;
  /** The bank's codes for a void that comes too late. */
  readonly voidTooLate: ReadonlySet<string>;
  /** The bank's codes for a refund that comes too early. */
  readonly refundTooEarly: ReadonlySet<string>;
};

/**
 * Returns money by a void of the whole sale before the day end, and by a refund otherwise. The
 * bank's clock decides: if it refuses one way because of the time, the other is tried, and a refund
 * that no way takes yet waits for the day end.
 */
export async function refundOneWay(
  request: RefundRequest,
  ways: RefundWays,
): Promise<ModificationOutcome> {
  const { original, amount, captured, refundedBefore } = request;
  const isWhole = amount.minor === captured.minor && refundedBefore.minor === 0n;
  const { voidSale: ask } = ways;
  const voidSale = isWhole && ask !== undefined ? async () => asVoid(await ask()) : undefined;
  const isOpen = !hasDayEnded(original.bookedAt, ways.dayEnd, ways.now);
  if (isOpen && voidSale !== undefined) {
    const voided = await voidSale();
    if (!isRefusedWith(voided, ways.voidTooLate)) return voided;
  }
  const refunded = await ways.refund();
  if (!isRefusedWith(refunded, ways.refundTooEarly)) return refunded;
  if (!isOpen && voidSale !== undefined) {
    const voided = await voidSale();
    if (!isRefusedWith(voided, ways.voidTooLate)) return voided;
  }
  if (ways.now - original.bookedAt > SETTLED_MS) return refunded;
  return { kind: "pending", until: "day_end", askAt: afterDayEnd(ways.now, ways.dayEnd) };
}

/** True if the bank refused with one of the codes. */
export function isRefusedWith(outcome: ModificationOutcome, codes: ReadonlySet<string>): boolean {
  return outcome.kind === "declined" && codes.has(outcome.bankCode);
}

/** Marks an approval of a void that stands for a refund. */
export function asVoid<Outcome extends { readonly kind: string }>(outcome: Outcome): Outcome {
  return outcome.kind === "approved" ? { ...outcome, isVoid: true } : outcome;
}
