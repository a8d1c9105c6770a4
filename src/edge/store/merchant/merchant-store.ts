import type pg from "pg";
import { SECOND, toIso, type Clock } from "../../../kernel/clock.ts";
import {
  DEFAULT_SETTINGS,
  type Merchant,
  type MerchantSettings,
} from "../../../merchant/merchant.ts";
import type { MerchantStore } from "../../../merchant/ports.ts";
import { createKeyStore, insertKey } from "./api-key-store.ts";
import { createExpiringCache } from "../sql/expiring-cache.ts";
import { inTransaction } from "../sql/database.ts";
import { moment, text, trusted, type Row } from "../sql/rows.ts";

const REMEMBERED_MS = SECOND;

const CHANGE_SETTINGS = "update merchant set settings = settings || $2 where merchant_id = $1";

type Sql = Pick<pg.PoolClient, "query">;

export function createMerchantStore(pool: pg.Pool, clock: Clock): MerchantStore {
  const merchants = createExpiringCache<Merchant>(clock, REMEMBERED_MS);
  return {
    create: (merchant, issued) =>
      inTransaction(pool, async (sql) => {
        await insertMerchant(sql, merchant);
        for (const key of issued) await insertKey(sql, key);
      }),

    list: () => listMerchants(pool),

    async changeSettings(merchantId, change) {
      await pool.query(CHANGE_SETTINGS, [merchantId, JSON.stringify(change)]);
      merchants.clear();
    },

    find: (merchantId) =>
      merchants.get(merchantId, async () => {
        const { rows } = await pool.query<Record<string, unknown>>(
          "select * from merchant where merchant_id = $1",
          [merchantId],
        );
        return rows[0] === undefined ? undefined : readMerchant(rows[0]);
      }),

    ...createKeyStore(pool, clock),
  };
}

async function listMerchants(pool: pg.Pool): Promise<readonly Merchant[]> {
  const { rows } = await pool.query<Row>("select * from merchant order by created_at, merchant_id");
  return rows.map(readMerchant);
}

async function insertMerchant(sql: Sql, merchant: Merchant): Promise<void> {
  await sql.query(
    `insert into merchant (merchant_id, name, settings, webhook_secret, created_at)
     values ($1, $2, $3, $4, $5)`,
    [
      merchant.merchantId,
      merchant.name,
      JSON.stringify(merchant.settings),
      merchant.webhookSecret,
      toIso(merchant.createdAt),
    ],
  );
}

function readMerchant(row: Row): Merchant {
  return {
    merchantId: trusted(row, "merchant_id"),
    name: text(row, "name"),
    // A setting that a later release has added has its default.
    settings: { ...DEFAULT_SETTINGS, ...trusted<Partial<MerchantSettings>>(row, "settings") },
    webhookSecret: text(row, "webhook_secret"),
    createdAt: moment(row, "created_at"),
  };
}
