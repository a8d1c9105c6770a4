import type pg from "pg";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import type { Attempt } from "../../domain/payment/payment.ts";
import { UNTOLD_REASONS, type UnsettledAttempts } from "../../domain/payment/unsettled-attempts.ts";

/** The notes of recovery about attempts without a result. */
export function createUnsettledAttempts(pool: pg.Pool): UnsettledAttempts {
  return {
    async postpone(attempt, dueAt, notes = {}) {
      const { merchantId, attemptId } = attempt;
      const { pendingUntil, notFoundAt } = notes;
      const newState = notes.newState?.take();
      const { rowCount } = await pool.query(
        `update attempt
         set due_at = $5, inquiries = inquiries + 1, pending_until = $6, not_found_at = $7,
           acquirer_state = coalesce($8, acquirer_state)
         where ${IS_UNTOUCHED}`,
        [
          merchantId,
          attemptId,
          ...asRead(attempt),
          toIso(dueAt),
          pendingUntil,
          isoOrNull(notFoundAt),
          newState,
        ],
      );
      if (rowCount !== 1) return undefined;
      const inquiries = attempt.inquiries + 1;
      const sealedState = newState ?? attempt.sealedState;
      return { ...attempt, dueAt, inquiries, pendingUntil, notFoundAt, sealedState };
    },

    extendLease: (attempt, until) => leaseOf(pool, attempt, until),

    ...undoing(pool),
    ...handingOver(pool),
  };
}

const ONE_PAYMENT = "from payment where (merchant_id, order_id, created_at) = ($1, $2, $3)";
const NOTE_UNDO = `
  update payment set undo_sent_at = $4 where (merchant_id, order_id, created_at) = ($1, $2, $3)`;

function undoing(pool: pg.Pool): Pick<UnsettledAttempts, "leaseUndo" | "dropUndo"> {
  return {
    // The payment's row is locked before the attempt's, as by every change. A change that was
    // planned before waits for the lock, and then finds the note.
    leaseUndo: ({ merchantId, orderId, createdAt, state }, attempt, { sentAt, until }) =>
      inTransaction(pool, async (sql) => {
        const key = [merchantId, orderId, toIso(createdAt)];
        const locked = await sql.query(`select ${ONE_PAYMENT} and state = $4 for update`, [
          ...key,
          state,
        ]);
        const leased = locked.rowCount === 1 ? await leaseOf(sql, attempt, until) : undefined;
        if (leased === undefined) return undefined;
        await sql.query(NOTE_UNDO, [...key, toIso(sentAt)]);
        return leased;
      }),

    async dropUndo({ merchantId, orderId, createdAt }) {
      await pool.query(NOTE_UNDO, [merchantId, orderId, toIso(createdAt), null]);
    },
  };
}

/** Leases an attempt until a moment of the real time, if it is as it was read. */
export async function leaseOf(
  sql: Pick<SqlClient, "query">,
  attempt: Attempt,
  until: Instant,
): Promise<Attempt | undefined> {
  const { merchantId, attemptId } = attempt;
  const { rowCount } = await sql.query(
    `update attempt set due_at = $5, leased_until = $5 where ${IS_UNTOUCHED}`,
    [merchantId, attemptId, ...asRead(attempt), toIso(until)],
  );
  return rowCount === 1 ? { ...attempt, dueAt: until } : undefined;
}

/**
 * True if no process has gone on with an attempt since it was read: a claim changes the time at
 * which it is due, and an inquiry counts.
 */
const IS_UNTOUCHED = "merchant_id = $1 and attempt_id = $2 and due_at = $3 and inquiries = $4";

function asRead({ dueAt, inquiries }: Attempt): [string | null, number] {
  return [isoOrNull(dueAt), inquiries];
}

function isoOrNull(moment: Instant | undefined): string | null {
  return moment === undefined ? null : toIso(moment);
}

function handingOver(pool: pg.Pool): Pick<UnsettledAttempts, "handToPerson" | "takeFromPerson"> {
  return {
    async handToPerson({ merchantId, attemptId }, reason, answer = {}) {
      const { bankReference, bankCode, bankMessage, approvedMinor, newState } = answer;
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
          newState?.take(),
        ],
      );
      return rowCount === 1;
    },

    async takeFromPerson({ merchantId, attemptId }, dueAt) {
      const { rowCount } = await pool.query(
        `update attempt
         set state = 'open', due_at = $3, person_reason = null, not_found_at = null
         where merchant_id = $1 and attempt_id = $2
           and state = 'needs_person' and person_reason = any($4)`,
        [merchantId, attemptId, toIso(dueAt), UNTOLD_REASONS],
      );
      return rowCount === 1;
    },
  };
}
