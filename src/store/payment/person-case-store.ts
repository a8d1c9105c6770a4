import type pg from "pg";
import type { PersonCases } from "../../domain/payment/movement/person-case.ts";
import { integer, type Row } from "../../database/mapping/rows.ts";
import { ATTEMPT } from "./payment-rows.ts";

const WAITING = "person_reason is not null and attempt.state = 'needs_person'";

const IN_SCOPE = `
  select attempt.* from attempt join payment using (merchant_id, order_id)
  where merchant_id = $1 and mode = $2 and ${WAITING}`;

type PersonCasePools = {
  readonly pool: pg.Pool;
  /** For the count, which a job repeats: its connections read tables by their indexes. */
  readonly jobPool: pg.Pool;
};

export function createPersonCases({ pool, jobPool }: PersonCasePools): PersonCases {
  return {
    async list({ merchantId, mode }, limit) {
      const { rows } = await pool.query<Row>(
        `${IN_SCOPE} order by attempt.created_at, attempt_id limit $3`,
        [merchantId, mode, limit],
      );
      return rows.map(ATTEMPT.read);
    },

    async find({ merchantId, mode }, attemptId) {
      const values = [merchantId, mode, attemptId];
      const { rows } = await pool.query<Row>(`${IN_SCOPE} and attempt_id = $3`, values);
      return rows[0] === undefined ? undefined : ATTEMPT.read(rows[0]);
    },

    async count() {
      const { rows } = await jobPool.query<Row>(
        `select count(*)::int as waiting from attempt where ${WAITING}`,
      );
      return rows[0] === undefined ? 0 : integer(rows[0], "waiting");
    },
  };
}
