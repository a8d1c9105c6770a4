import { merchantOf, parseOrderId } from "../../src/kernel/ids.ts";
import { atInstallation } from "./installation.ts";
import type { ShopService } from "./service.ts";

/** The columns in which a clone differs: SQL over `payment` and a number `n`. */
export type CloneColumns = Readonly<Record<string, string>>;

const OWN_IDS: CloneColumns = {
  order_id: "order_id || '-' || n",
  session_id: "session_id || '-' || n",
};

type Clones = {
  readonly of: unknown;
  readonly count: number;
  readonly columns?: CloneColumns;
};

/**
 * Copies a payment many times in its database, for tests that need more payments than they can
 * make.
 */
export async function clonePayments(
  shop: Pick<ShopService, "database" | "clock">,
  { of, count, columns }: Clones,
): Promise<void> {
  const original = parseOrderId(String(of));
  if (original === undefined) throw new Error(`${String(of)} is no order`);
  const merchantId = merchantOf(original);
  const values: CloneColumns = { ...OWN_IDS, ...columns };
  await atInstallation(shop, async ({ pool, groups, rollups }) => {
    const { rows } = await pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = 'payment' order by ordinal_position`,
    );
    await groups.of(merchantId, async (group) => {
      await group.query(
        `insert into payment (${rows.map(({ name }) => name).join(", ")})
         select ${rows.map(({ name }) => values[name] ?? name).join(", ")}
         from payment, generate_series(1, ${count}) n where merchant_id = $1 and order_id = $2`,
        [merchantId, original],
      );
      await group.query(
        `insert into session_payment (merchant_id, session_id, order_id, created_at, holds_session)
         select merchant_id, session_id, order_id, created_at, false from payment
         where merchant_id = $1 on conflict do nothing`,
        [merchantId],
      );
    });
    await rollups.rebuild(merchantId);
  });
}
