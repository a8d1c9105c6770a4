import type pg from "pg";
import { toIso, type Instant } from "../../../kernel/clock.ts";
import type { Attempt } from "../../../payment/payment.ts";
import type { UnsettledAttempts } from "../../../payment/unsettled-attempts.ts";

/** The notes of recovery about attempts without a result. */
export function createUnsettledAttempts(pool: pg.Pool): UnsettledAttempts {
  return {
    // The number of inquiries grows whenever a process goes on with the attempt.
    beginSending: (attempt, dueAt, notes) =>
      schedule(pool, attempt, { ...notes, dueAt, isUntouched: true }),

    async postpone(attempt, dueAt, notes) {
      await schedule(pool, attempt, { ...notes, dueAt });
    },

    ...handingOver(pool),
  };
}

type Schedule = Partial<Pick<Attempt, "pendingUntil" | "notFoundAt" | "sealedState">> & {
  readonly dueAt: Instant;
  /** True if nothing is written where the attempt was scheduled since it was read. */
  readonly isUntouched?: true;
};

/** Schedules the next inquiry; returns false if nothing was written. */
async function schedule(
  pool: pg.Pool,
  { merchantId, attemptId, inquiries }: Attempt,
  { dueAt, isUntouched, pendingUntil, notFoundAt, sealedState }: Schedule,
): Promise<boolean> {
  const notFound = notFoundAt === undefined ? null : toIso(notFoundAt);
  const { rowCount } = await pool.query(
    `update attempt
     set due_at = $3, inquiries = inquiries + 1, pending_until = $4, not_found_at = $5,
       acquirer_state = coalesce($6, acquirer_state)
     where merchant_id = $1 and attempt_id = $2 and due_at is not null
       and inquiries = coalesce($7, inquiries)`,
    [
      merchantId,
      attemptId,
      toIso(dueAt),
      pendingUntil,
      notFound,
      sealedState,
      isUntouched === true ? inquiries : null,
    ],
  );
  return rowCount === 1;
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
