import type { Session } from "../session/session.ts";
import { DAY, HOUR, SECOND } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { LIMITS } from "../limit/limits.ts";
import type { BucketRule } from "../limit/shared-buckets.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { Payment } from "./payment.ts";

// The buckets by which the card guard counts.

export type CardOwner = { readonly merchantId: MerchantId; readonly mode: Mode };

export function hourly({
  subject,
  capacity,
}: Pick<BucketRule, "subject" | "capacity">): BucketRule {
  return { subject, capacity, perSecond: capacity / (HOUR / SECOND) };
}

/** The session's bucket; it never leaks, so it lasts as long as the session. */
export function sessionRule({ sessionId, mode }: Pick<Session, "sessionId" | "mode">): BucketRule {
  const capacity = LIMITS.cardFailures.session[mode];
  return { subject: `session ${sessionId}`, capacity, perSecond: 0 };
}

export function merchantRule({ merchantId, mode }: CardOwner): BucketRule {
  return hourly({ subject: `merchant ${mode} ${merchantId}`, capacity: LIMITS.merchantFailures });
}

/** The bucket of a merchant's live cards that banks refuse, with 3-D Secure or without. */
export function refusedRule({ merchantId }: CardOwner): BucketRule {
  return hourly({ subject: `refused ${merchantId}`, capacity: LIMITS.merchantRefusals });
}

/** The merchant's buckets that an outcome of a payment changes. */
export function merchantRules(payment: Payment): readonly BucketRule[] {
  if (payment.mode !== "live") return [];
  const refused = refusedRule(payment);
  return isUnauthenticated(payment) ? [merchantRule(payment), refused] : [refused];
}

/**
 * The bucket that marks an address as a server's: it takes a day to empty after the last call. Each
 * mode has its own, because a key of test mode is easy to get and must not raise the limit of live
 * cards.
 */
export function seenRule({ merchantId, mode }: CardOwner, network: string): BucketRule {
  const subject = `seen ${mode} ${merchantId} ${network}`;
  return { subject, capacity: 1, perSecond: SECOND / DAY };
}

/**
 * True if a live payment is made without 3-D Secure; only these count against the merchant's
 * bucket.
 */
function isUnauthenticated({ mode, threeDSecure }: Payment): boolean {
  return mode === "live" && !threeDSecure;
}
