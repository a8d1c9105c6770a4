import type pg from "pg";
import { toIso } from "../../../kernel/clock.ts";
import type { UnsettledAttempts } from "../../../payment/unsettled-attempts.ts";

/** The notes of recovery about attempts without a result. */
export function createUnsettledAttempts(pool: pg.Pool): UnsettledAttempts {
  return {
    async beginSending({ merchantId, attemptId, inquiries }, dueAt, { pendingUntil } = {}) {
      // The number of inquiries grows whenever a process goes on with the attempt.
      const { rowCount } = await pool.query(
        `update attempt
         set due_at = $3, inquiries = inquiries + 1, pending_until = $4, not_found_at = null
         where merchant_id = $1 and attempt_id = $2 and due_at is not null and inquiries = $5`,
        [merchantId, attemptId, toIso(dueAt), pendingUntil, inquiries],
      );
      return rowCount === 1;
    },

    async postpone({ merchantId, attemptId }, dueAt, notes = {}) {
      const { pendingUntil, notFoundAt, sealedState } = notes;
      const notFound = notFoundAt === undefined ? null : toIso(notFoundAt);
      await pool.query(
        `update attempt
         set due_at = $3, inquiries = inquiries + 1, pending_until = $4, not_found_at = $5,
           acquirer_state = coalesce($6, acquirer_state)
         where merchant_id = $1 and attempt_id = $2 and due_at is not null`,
        [merchantId, attemptId, toIso(dueAt), pendingUntil, notFound, sealedState],
      );
    },

    ...handingOver(pool),
  };
}

function handingOver(pool: pg.Pool): Pick<UnsettledAttempts, "handToPerson"> {
  return {
    async handToPerson({ merchantId, attemptId }, reason, answer = {}) {
      const { bankReference, bankCode, bankMessage, approvedMinor, sealedState } = answer;
      const { rowCount } = await pool.query(
        `update attempt
         set state = 'needs_person', due_at = null, person_reason = $3,
           bank_reference = coalesce($4, bank_reference), bank_code = coalesce($5, bank_code),
           bank_message = coalesce($6, bank_message),
           approved_minor = coalesce($7, approved_minor),
           acquirer_state = coalesce($8, acquirer_state)
         where merchant_id = $1 and attempt_id = $2
           and state = case when $3 = 'booked_late' then 'declined'
             when $3 = 'taken_back' then 'approved' else 'open' end`,
        [
          merchantId,
          attemptId,
          reason,
          bankReference,
          bankCode,
          bankMessage,
          approvedMinor,
          sealedState,
        ],
      );
      return rowCount === 1;
    },
  };
}
