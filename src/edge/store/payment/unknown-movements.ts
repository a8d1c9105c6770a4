import type pg from "pg";
import { toIso } from "../../../kernel/clock.ts";
import { MODES } from "../../../merchant/merchant.ts";
import { MOVEMENT_KINDS } from "../../../payment/acquirer-outcomes.ts";
import type { UnknownMovement } from "../../../payment/movement/movement.ts";
import type { UnknownMovements } from "../../../payment/movement/person-case.ts";
import { column, optional, record } from "../sql/mapping.ts";
import { integer, type Row } from "../sql/rows.ts";

export const UNKNOWN = record<UnknownMovement>({
  merchantId: column.id("merchant_id"),
  acquirer: column.text("acquirer"),
  reference: column.text("reference"),
  kind: column.oneOf("kind", MOVEMENT_KINDS),
  bankReference: column.text("bank_reference"),
  mode: column.oneOf("mode", MODES),
  amount: column.money("amount"),
  bookedAt: column.instant("booked_at"),
  orderId: optional(column.id("order_id")),
  foundAt: column.instant("found_at"),
});

/** The bookings that no attempt explains, and that wait for a person. */
export function createUnknownMovements(pool: pg.Pool): UnknownMovements {
  return {
    async list({ merchantId, mode }, limit) {
      const { rows } = await pool.query<Row>(
        `select * from unknown_movement
         where merchant_id = $1 and mode = $2 and cleared_at is null
         order by found_at, reference limit $3`,
        [merchantId, mode, limit],
      );
      return rows.map(UNKNOWN.read);
    },

    async find({ merchantId, mode }, { acquirer, reference, kind, bankReference }) {
      const { rows } = await pool.query<Row>(
        `select * from unknown_movement
         where merchant_id = $1 and acquirer = $2 and reference = $3 and kind = $4
           and bank_reference = $5 and mode = $6 and cleared_at is null`,
        [merchantId, acquirer, reference, kind, bankReference, mode],
      );
      return rows[0] === undefined ? undefined : UNKNOWN.read(rows[0]);
    },

    async clear({ merchantId, mode }, { acquirer, reference, kind, bankReference }, clearedAt) {
      const { rowCount } = await pool.query(
        `update unknown_movement set cleared_at = $7
         where merchant_id = $1 and acquirer = $2 and reference = $3 and kind = $4
           and bank_reference = $5 and mode = $6 and cleared_at is null`,
        [merchantId, acquirer, reference, kind, bankReference, mode, toIso(clearedAt)],
      );
      return rowCount === 1;
    },

    async count() {
      const { rows } = await pool.query<Row>(
        "select count(*)::int as waiting from unknown_movement where cleared_at is null",
      );
      return rows[0] === undefined ? 0 : integer(rows[0], "waiting");
    },
  };
}
