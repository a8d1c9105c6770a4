import { DAY, later, type Instant } from "../../kernel/clock.ts";
import type { OperatorKeyId, UserId } from "../../kernel/ids.ts";
import type { MerchantSettings, RefundLimitRaise } from "./merchant.ts";

/** How long a higher limit waits until it takes effect, unless another owner confirms it. */
const RAISE_DELAY_MS = DAY;

/** The person or operator key that asks for a limit, with the name in the audit log. */
export type Requester = { readonly id: UserId | OperatorKeyId; readonly name: string };

/** The settings that limit refunds without an approval. */
export type RefundLimits = Pick<MerchantSettings, "refundApprovalAbove" | "refundLimitRaise">;

/** Returns the limit in force, in minor units; null: no refund needs an approval. */
export function refundLimit({ refundApprovalAbove, refundLimitRaise }: RefundLimits, now: Instant) {
  const isRaised = refundLimitRaise !== null && now >= refundLimitRaise.from;
  return isRaised ? refundLimitRaise.above : refundApprovalAbove;
}

/** Returns the raise that has not taken effect yet. */
export function pendingRaise(
  { refundLimitRaise }: RefundLimits,
  now: Instant,
): RefundLimitRaise | undefined {
  return refundLimitRaise === null || now >= refundLimitRaise.from ? undefined : refundLimitRaise;
}

/** Returns the text by which a form names the raise that a person has seen. */
export function textOfRaise({ above, from, requestedBy }: RefundLimitRaise): string {
  return [above ?? "none", from, requestedBy].join(" ");
}

/**
 * Returns the settings that a new limit changes. A lower limit takes effect at once, a higher one
 * after `RAISE_DELAY_MS`, during which other owners see the request. So one person alone cannot
 * raise the limit, refund, and lower the limit again unseen.
 */
export function changeOfLimit(
  settings: RefundLimits,
  above: number | null,
  { requester, now }: { readonly requester: Requester; readonly now: Instant },
): RefundLimits {
  const current = refundLimit(settings, now);
  if (!isHigher(above, current)) return { refundApprovalAbove: above, refundLimitRaise: null };
  return {
    refundApprovalAbove: current,
    refundLimitRaise: {
      above,
      from: later(now, RAISE_DELAY_MS),
      requestedBy: requester.id,
      requester: requester.name,
    },
  };
}

/**
 * Returns the time from which a new key may refund above the limit: `RAISE_DELAY_MS` from now, as
 * for a higher limit, or now if no limit is in force.
 */
export function aboveLimitFrom(settings: RefundLimits, now: Instant): Instant {
  return refundLimit(settings, now) === null ? now : later(now, RAISE_DELAY_MS);
}

function isHigher(above: number | null, current: number | null): boolean {
  return current !== null && (above === null || above > current);
}
