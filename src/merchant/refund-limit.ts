import { DAY, instant, later, type Instant } from "../kernel/clock.ts";
import type { MerchantSettings, RefundLimitRaise } from "./merchant.ts";
import type { User } from "./user.ts";

/** How long a higher limit waits before it is in force, unless another owner confirms it. */
const RAISE_DELAY_MS = DAY;

type Limits = Pick<MerchantSettings, "refundApprovalAbove" | "refundLimitRaise">;

/** The limit that is in force, in minor units; null: no refund needs an approval. */
export function refundLimit({ refundApprovalAbove, refundLimitRaise }: Limits, now: Instant) {
  const isRaised = refundLimitRaise !== null && now >= refundLimitRaise.from;
  return isRaised ? refundLimitRaise.above : refundApprovalAbove;
}

/** The raise that waits to be in force. */
export function pendingRaise(
  { refundLimitRaise }: Limits,
  now: Instant,
): RefundLimitRaise | undefined {
  return refundLimitRaise === null || now >= refundLimitRaise.from ? undefined : refundLimitRaise;
}

/**
 * What a new limit changes in the settings: a lower one is in force at once, a higher one after a
 * delay in which others see it, so that no one person can raise it, refund and lower it again.
 */
export function changeOfLimit(
  settings: Limits,
  above: number | null,
  { user, now }: { readonly user: Pick<User, "userId" | "email">; readonly now: Instant },
): Limits {
  const current = refundLimit(settings, now);
  if (!isHigher(above, current)) return { refundApprovalAbove: above, refundLimitRaise: null };
  return {
    refundApprovalAbove: current,
    refundLimitRaise: {
      above,
      from: later(now, RAISE_DELAY_MS),
      requestedBy: user.userId,
      requester: user.email,
    },
  };
}

/**
 * Whether a user may put a raise in force before its time: not the user who asked for it, and not
 * one who was created for it.
 */
export function mayConfirmRaise(
  { userId, createdAt }: Pick<User, "userId" | "createdAt">,
  { requestedBy, from }: RefundLimitRaise,
): boolean {
  const requestedAt = later(instant(from), -RAISE_DELAY_MS);
  return userId !== requestedBy && createdAt <= later(requestedAt, -RAISE_DELAY_MS);
}

/** From when on a new key may refund above the limit: as late as a higher limit would be. */
export function aboveLimitFrom(settings: Limits, now: Instant): Instant {
  return refundLimit(settings, now) === null ? now : later(now, RAISE_DELAY_MS);
}

function isHigher(above: number | null, current: number | null): boolean {
  return current !== null && (above === null || above > current);
}
