import type pg from "pg";
import { later, toIso, type Instant } from "../../kernel/clock.ts";
import { LONGEST_CHALLENGE_MS, LONGEST_PAUSE_MS } from "../../domain/payment/timing.ts";

// The time of a sandbox that is ahead is not the real one; when it goes back, it dates back itself.
const BRING_FORWARD = `
  update attempt set due_at = $1
  where due_at > $2 and pending_until is distinct from 'day_end'
    and (due_at > $3 or (bank_form is null and challenge_document is null))
    and exists (
      select from payment
      where payment.merchant_id = attempt.merchant_id and payment.order_id = attempt.order_id
        and payment_type <> 'bank_transfer' and (mode = 'live' or not exists (
          select from sandbox_time
          where sandbox_time.merchant_id = payment.merchant_id and ahead_ms > 0
        ))
    )`;

/**
 * Makes attempts due whose next inquiry was planned by a clock that was ahead and has been set
 * back.
 */
export async function bringForward(pool: pg.Pool, now: Instant): Promise<void> {
  const latest = [LONGEST_PAUSE_MS, LONGEST_CHALLENGE_MS].map((ms) => toIso(later(now, ms)));
  await pool.query(BRING_FORWARD, [toIso(now), ...latest]);
}
