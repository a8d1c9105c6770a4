import { HOUR, type Instant, later } from "../../kernel/clock.ts";
import type { FinalOutcome, Pending, RefundRequest } from "../../domain/payment/acquirer.ts";
import { afterDayEnd, hasDayEnded } from "../kit/istanbul-time.ts";
import { asVoid, SETTLED_MS } from "../kit/refund-ways.ts";
import { unpackState } from "../kit/state.ts";
import { DAY_END } from "./capabilities.ts";
import { BEFORE_DAY_END, CANNOT_VOID } from "./codes.ts";

type Moves = {
  readonly void: () => Promise<FinalOutcome>;
  readonly refund: () => Promise<FinalOutcome>;
};

/**
 * Returns money as the bank's day allows it: before the day end a whole sale by a void, after it
 * every amount by a refund. Other refunds wait for the day end. The bank's own answer corrects the
 * choice, because the hour of its day end is not public.
 */
export async function refundByDay(
  request: RefundRequest,
  now: Instant,
  moves: Moves,
): Promise<FinalOutcome | Pending> {
  const isVoidable = isWholeSale(request);
  const { bookedAt } = request.original;
  const isEarly = !hasDayEnded(bookedAt, DAY_END, now);
  if (isEarly && !isVoidable) return waiting(afterDayEnd(now, DAY_END));
  if (isEarly) {
    const voided = asVoid(await moves.void());
    if (!hasCode(voided, CANNOT_VOID)) return voided;
  }
  const refunded = await moves.refund();
  if (!hasCode(refunded, BEFORE_DAY_END)) return refunded;
  if (isVoidable && !isEarly) {
    const voided = asVoid(await moves.void());
    if (!hasCode(voided, CANNOT_VOID)) return voided;
  }
  if (now - bookedAt > SETTLED_MS) return refunded;
  return waiting(isEarly ? afterDayEnd(now, DAY_END) : later(now, HOUR));
}

/** The void of a capture would leave its hold open, so only a whole sale is voided. */
function isWholeSale({ original, amount, captured, refundedBefore }: RefundRequest): boolean {
  const isWhole = amount.minor === captured.minor && refundedBefore.minor === 0n;
  return isWhole && unpackState(original.state)?.["kind"] === "sale";
}

function hasCode(outcome: FinalOutcome, code: string): boolean {
  return outcome.kind === "declined" && outcome.bankCode === code;
}

function waiting(askAt: Instant): Pending {
  return { kind: "pending", until: "day_end", askAt };
}
