import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import { MOVEMENT_KINDS } from "../../domain/payment/acquirer-outcomes.ts";
import type { Scope } from "../../domain/merchant/scope.ts";
import type { MovementKey, UnknownMovement } from "../../domain/payment/movement/movement.ts";
import type { UnknownMovements } from "../../domain/payment/movement/person-case.ts";
import { column, optional, record } from "../../database/mapping/mapping.ts";
import { integer, type Row } from "../../database/mapping/rows.ts";

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

/** One booking that waits; the values are those of `keyValues`. */
const ONE_WAITING = `
  merchant_id = $1 and mode = $2 and acquirer = $3 and reference = $4 and kind = $5
  and bank_reference = $6 and cleared_at is null`;

function keyValues({ merchantId, mode }: Scope, key: MovementKey): readonly string[] {
  return [merchantId, mode, key.acquirer, key.reference, key.kind, key.bankReference];
}

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

    async find(scope, key) {
      const { rows } = await pool.query<Row>(
        `select * from unknown_movement where ${ONE_WAITING}`,
        [...keyValues(scope, key)],
      );
      return rows[0] === undefined ? undefined : UNKNOWN.read(rows[0]);
    },

    async clear(scope, key, clearedAt) {
      const { rowCount } = await pool.query(
        `update unknown_movement set cleared_at = $7 where ${ONE_WAITING}`,
        [...keyValues(scope, key), toIso(clearedAt)],
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
