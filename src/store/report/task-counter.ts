import type pg from "pg";
import { assert } from "../../kernel/assert.ts";
import { MOST_COUNTED, type TaskCounter } from "../../domain/report/task-counts.ts";
import { IS_UNFINISHED } from "../../database/connection/unfinished-request.ts";
import { integer, type Row } from "../../database/mapping/rows.ts";

/** The waiting records of each kind, found by a partial index of that kind. */
const WAITING = {
  approvals: `select 1 from refund_request
    where merchant_id = $1 and mode = $2 and state = 'waiting'
    union all select 1 from refund_request
    where merchant_id = $1 and mode = $2 and ${IS_UNFINISHED}`,
  cases: `select 1 from attempt join payment using (merchant_id, order_id)
    where merchant_id = $1 and mode = $2 and person_reason is not null
      and attempt.state = 'needs_person'`,
  holds: `select 1 from open_hold join payment using (merchant_id, order_id)
    where merchant_id = $1 and mode = $2 and announced and payment.state = 'authorized'`,
  transfers: `select 1 from statement_line
    where merchant_id = $1 and mode = $2 and state = 'unmatched'`,
  webhooks: `select 1 from webhook_endpoint
    where merchant_id = $1 and mode = $2
      and (disabled_reason in ('gone', 'failing')
        or (disabled_reason is null and failing_since is not null))`,
} as const;

const COUNTS = Object.entries(WAITING)
  .map(([name, rows]) => `(select count(*)::int from (${rows} limit $3) as found) as ${name}`)
  .join(",\n");

/** Counts what waits for a merchant, in one statement for every page of the panel. */
export function createTaskCounter(pool: pg.Pool): TaskCounter {
  return {
    async count({ merchantId, mode }) {
      const { rows } = await pool.query<Row>(`select ${COUNTS}`, [merchantId, mode, MOST_COUNTED]);
      const [row] = rows;
      assert(row !== undefined, "a count is one row");
      return {
        approvals: integer(row, "approvals"),
        cases: integer(row, "cases"),
        holds: integer(row, "holds"),
        transfers: integer(row, "transfers"),
        webhooks: integer(row, "webhooks"),
      };
    },
  };
}
