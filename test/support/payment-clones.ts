import type { Pool } from "pg";
import { createRollupKeeper } from "../../src/edge/store/rollup/rollup-keeper.ts";
import { merchantOf, parseOrderId } from "../../src/kernel/ids.ts";

/** The columns in which a clone differs: SQL over `payment` and a number `n`. */
export type CloneColumns = Readonly<Record<string, string>>;

const OWN_IDS: CloneColumns = {
  order_id: "order_id || '-' || n",
  session_id: "session_id || '-' || n",
};

/**
 * Copies a payment many times in its database, for tests that need more payments than they can
 * make.
 */
export async function clonePayments(
  pool: Pool,
  clones: { readonly of: unknown; readonly count: number; readonly columns?: CloneColumns },
): Promise<void> {
  const original = parseOrderId(String(clones.of));
  if (original === undefined) throw new Error(`${String(clones.of)} is no order`);
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = 'payment' order by ordinal_position`,
  );
  const values: CloneColumns = { ...OWN_IDS, ...clones.columns };
  await pool.query(
    `insert into payment (${rows.map(({ name }) => name).join(", ")})
     select ${rows.map(({ name }) => values[name] ?? name).join(", ")}
     from payment, generate_series(1, ${clones.count}) n where order_id = $1`,
    [original],
  );
  await pool.query(
    `insert into session_payment (merchant_id, session_id, order_id, created_at, holds_session)
     select merchant_id, session_id, order_id, created_at, false from payment
     where merchant_id = $1 on conflict do nothing`,
    [merchantOf(original)],
  );
  await createRollupKeeper(pool).rebuild(merchantOf(original));
}
