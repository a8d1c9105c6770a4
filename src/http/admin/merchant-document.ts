import { toIso, type Instant } from "../../kernel/clock.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import { replacedSecret, secretSince } from "../../domain/merchant/merchant-secret.ts";
import { pendingRaise, refundLimit } from "../../domain/merchant/refund-limit.ts";
import { isSuspended } from "../../domain/merchant/suspend-merchant.ts";

/** A merchant as the administration API shows it, without the webhook secret. */
export function merchantDocument(merchant: Merchant, now: Instant) {
  const { settings } = merchant;
  const raise = pendingRaise(settings, now);
  return {
    merchant_id: merchant.merchantId,
    name: merchant.name,
    state: isSuspended(merchant) ? "suspended" : "active",
    suspended_since: timeOf(settings.suspendedSince),
    live_since: timeOf(settings.liveSince),
    response_style: settings.responseStyle,
    three_d_secure: settings.threeDSecure,
    on_hold_end: settings.onHoldEnd,
    time_zone: settings.timeZone,
    allowed_origins: settings.allowedOrigins,
    refund_approval_above: refundLimit(settings, now),
    refund_limit_raise:
      raise === undefined
        ? null
        : {
            refund_approval_above: raise.above,
            from: toIso(raise.from),
            requested_by: raise.requester,
          },
    webhook_secret_since: toIso(secretSince(merchant)),
    old_secret_until: timeOf(replacedSecret(merchant, now)?.until ?? null),
    created_at: toIso(merchant.createdAt),
  };
}

function timeOf(at: Instant | null): string | null {
  return at === null ? null : toIso(at);
}
