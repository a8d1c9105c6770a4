import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import type { PaymentStore } from "../../domain/payment/ports.ts";
import type { AttemptChange } from "../../domain/payment/attempt-change.ts";
import { rowValues, valuesClause } from "../../database/mapping/columns.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { POSTING } from "../ledger/posting-rows.ts";
import type { Row } from "../../database/mapping/rows.ts";
import { ATTEMPT } from "./payment-rows.ts";

const INSERT = `insert into attempt ${valuesClause(ATTEMPT.columns)}`;

type Methods = "replaceAttempt" | "recordUndo" | "endAttempt" | "postingsOf";

/** Attempts that follow another attempt, and those whose outcome changes later. They are rare. */
export function createReplacedAttempts(pool: pg.Pool): Pick<PaymentStore, Methods> {
  return {
    ...postings(pool),
    replaceAttempt: (payment, { ended, attempt }) =>
      inTransaction(pool, async (sql) => {
        const { merchantId, orderId, createdAt } = payment;
        const moved = await sql.query(
          `update payment set acquirer = $4
           where (merchant_id, order_id, created_at) = ($1, $2, $3) and state in ('calling')
             and undo_sent_at is null`,
          [merchantId, orderId, toIso(createdAt), attempt.acquirer],
        );
        if (moved.rowCount !== 1) return false;
        await sql.query(
          `update attempt set state = $3, due_at = null, bank_code = $4, bank_message = $5
           where merchant_id = $1 and attempt_id = $2`,
          [merchantId, ended.attemptId, ended.state, ended.bankCode, ended.bankMessage],
        );
        await sql.query(INSERT, rowValues(ATTEMPT.columns, attempt));
        return true;
      }),

    recordUndo: (undo, answer) =>
      inTransaction(pool, async (sql) => {
        await sql.query(
          `${INSERT}
           on conflict (merchant_id, original_attempt_id) where original_attempt_id is not null
           do nothing`,
          rowValues(ATTEMPT.columns, undo),
        );
        await writeAnswer(sql, undo.merchantId, answer);
      }),

    async endAttempt({ merchantId }, end) {
      const { attemptId, state, bankReference, bankCode, bankMessage } = end;
      await pool.query(
        `update attempt
         set state = $3, due_at = null, bank_reference = coalesce($4, bank_reference),
           bank_code = coalesce($5, bank_code), bank_message = coalesce($6, bank_message)
         where merchant_id = $1 and attempt_id = $2 and state in ('open', 'needs_person')`,
        [merchantId, attemptId, state, bankReference, bankCode, bankMessage],
      );
    },
  };
}

/** The postings of an attempt, which a changed answer of the bank takes back. */
function postings(pool: pg.Pool): Pick<PaymentStore, "postingsOf"> {
  return {
    async postingsOf({ merchantId, attemptId }) {
      const { rows } = await pool.query<Row>(
        "select * from posting where merchant_id = $1 and attempt_id = $2 order by line",
        [merchantId, attemptId],
      );
      return rows.map(POSTING.read);
    },
  };
}

/** Writes the bank's late answer into an attempt whose payment has ended. */
async function writeAnswer(
  sql: SqlClient,
  merchantId: string,
  answer: Omit<AttemptChange, "state" | "dueAt">,
): Promise<void> {
  await sql.query(
    `update attempt
     set bank_reference = coalesce($3, bank_reference), auth_code = coalesce($4, auth_code),
       approved_minor = coalesce($5, approved_minor),
       acquirer_state = coalesce($6, acquirer_state), booked_at = coalesce($7, booked_at)
     where merchant_id = $1 and attempt_id = $2`,
    [
      merchantId,
      answer.attemptId,
      answer.bankReference,
      answer.authCode,
      answer.approvedMinor,
      answer.newState?.take(),
      answer.bookedAt === undefined ? undefined : toIso(answer.bookedAt),
    ],
  );
}
