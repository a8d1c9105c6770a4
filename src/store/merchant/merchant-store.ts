import type pg from "pg";
import { rowValues, valuesClause } from "../../database/mapping/columns.ts";
import {
  column,
  notInserted,
  optional,
  record,
  type Mapping,
} from "../../database/mapping/mapping.ts";
import { SECOND, toIso, type Clock } from "../../kernel/clock.ts";
import {
  DEFAULT_SETTINGS,
  type Merchant,
  type MerchantSettings,
  type ReplacedSecret,
} from "../../domain/merchant/merchant.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { MerchantStore, SecretRoll } from "../../domain/merchant/ports.ts";
import type { RefundLimits } from "../../domain/merchant/refund-limit.ts";
import { KeyTakenOver } from "../../kernel/keyed-answer.ts";
import { writeAnswer } from "./idempotency-store.ts";
import { createKeyStore, insertKey } from "./api-key-store.ts";
import { createExpiringCache } from "../../database/connection/expiring-cache.ts";
import { inTransaction } from "../../database/connection/database.ts";
import { isSealed, lockKeysOf, type KeyLock } from "../../database/connection/key-lock.ts";
import { json, optionalText, text, type Row } from "../../database/mapping/rows.ts";

const REMEMBERED_MS = SECOND;

const CHANGE_SETTINGS = "update merchant set settings = settings || $2 where merchant_id = $1";

const CHANGE_SEEN_LIMITS = `
  update merchant set settings = settings || $2::jsonb
  where merchant_id = $1 and not exists (
    select from jsonb_each($3::jsonb) as seen
    where settings -> seen.key is distinct from seen.value
  )`;

const SET_SINCE = `
  update merchant set settings = settings || $2::jsonb
  where merchant_id = $1
    and ((settings ->> $3::text) is null) <> (($2::jsonb ->> $3::text) is null)`;

const ROLL_SECRET = `
  update merchant
  set webhook_secret = $2,
    sealed_secret = $6,
    replaced_secret = case when $3::timestamptz is null then null else webhook_secret end,
    sealed_replaced_secret = case when $3::timestamptz is null then null else sealed_secret end,
    replaced_secret_until = $3,
    settings = settings || $5::jsonb
  where merchant_id = $1
    and ($3::timestamptz is null or coalesce(replaced_secret_until <= $4, true))`;

/** A process of the last release writes no setting of this one; it has its default value. */
const SETTINGS: Mapping<MerchantSettings> = {
  columns: column.json<MerchantSettings>("settings").columns,
  read: (row) => ({ ...DEFAULT_SETTINGS, ...json<Partial<MerchantSettings>>(row, "settings") }),
};

/**
 * A secret that signs. In clear and encrypted it lies in different columns, so that a process of a
 * release that knows no encrypted secrets fails instead of signing with such a text.
 */
function signingSecret(sealed: string, clear: string): Mapping<string> {
  return {
    columns: [
      [sealed, "text", (secret) => (isSealed(secret) ? secret : undefined)],
      [clear, "text", (secret) => (isSealed(secret) ? undefined : secret)],
    ],
    read: (row) => optionalText(row, sealed) ?? text(row, clear),
  };
}

const MERCHANT = record<Merchant>({
  merchantId: column.id("merchant_id"),
  name: column.text("name"),
  settings: SETTINGS,
  webhookSecret: signingSecret("sealed_secret", "webhook_secret"),
  replacedSecret: notInserted(
    optional(
      record<ReplacedSecret>({
        text: signingSecret("sealed_replaced_secret", "replaced_secret"),
        until: column.instant("replaced_secret_until"),
      }),
      "replaced_secret_until",
    ),
  ),
  createdAt: column.instant("created_at"),
});

type Sql = Pick<pg.PoolClient, "query">;

/**
 * Merchants in the database; secrets are written and returned as the columns hold them. A text that
 * was encrypted under a key which is not in force is refused with `StaleVaultKey`.
 */
export function createMerchantStore(
  pool: pg.Pool,
  clock: Clock,
  lock: KeyLock = "share",
): MerchantStore {
  const merchants = createExpiringCache<Merchant>(clock, REMEMBERED_MS);
  return {
    create: (merchant, issued, answer) =>
      inTransaction(pool, async (sql) => {
        await lockKeysOf(sql, [merchant.webhookSecret], lock);
        if (answer !== undefined && !(await writeAnswer(sql, answer))) throw new KeyTakenOver();
        await insertMerchant(sql, merchant);
        for (const key of issued) await insertKey(sql, key);
      }),

    list: () => listMerchants(pool),

    page: (after, limit) => pageOfMerchants(pool, after, limit),

    async changeSettings(merchantId, change) {
      await pool.query(CHANGE_SETTINGS, [merchantId, JSON.stringify(change)]);
      merchants.clear();
    },

    async changeSeenLimits(merchantId, seen, change) {
      const values = [merchantId, JSON.stringify(change), limitsText(seen)];
      const { rowCount } = await pool.query(CHANGE_SEEN_LIMITS, values);
      merchants.clear();
      return rowCount === 1;
    },

    async setSince(merchantId, setting, at) {
      const change = JSON.stringify({ [setting]: at });
      const { rowCount } = await pool.query(SET_SINCE, [merchantId, change, setting]);
      merchants.clear();
      return rowCount === 1;
    },

    async rollSecret(merchantId, roll) {
      const isRolled = await rollSecret({ pool, lock }, merchantId, roll);
      merchants.clear();
      return isRolled;
    },

    find: (merchantId) => merchants.get(merchantId, () => findMerchant(pool, merchantId)),

    ...createKeyStore(pool, clock),
  };
}

function rollSecret(
  { pool, lock }: { readonly pool: pg.Pool; readonly lock: KeyLock },
  merchantId: MerchantId,
  { secret, oldUntil, now }: SecretRoll,
): Promise<boolean> {
  const until = oldUntil === undefined ? null : toIso(oldUntil);
  const made = JSON.stringify({ secretMadeAt: now });
  const [clear, sealed] = isSealed(secret) ? [null, secret] : [secret, null];
  const values = [merchantId, clear, until, toIso(now), made, sealed];
  return inTransaction(pool, async (sql) => {
    await lockKeysOf(sql, [secret], lock);
    const { rowCount } = await sql.query(ROLL_SECRET, values);
    return rowCount === 1;
  });
}

function limitsText({ refundApprovalAbove, refundLimitRaise }: RefundLimits): string {
  return JSON.stringify({ refundApprovalAbove, refundLimitRaise });
}

async function findMerchant(pool: pg.Pool, merchantId: MerchantId): Promise<Merchant | undefined> {
  const { rows } = await pool.query<Row>("select * from merchant where merchant_id = $1", [
    merchantId,
  ]);
  return rows[0] === undefined ? undefined : MERCHANT.read(rows[0]);
}

async function listMerchants(pool: pg.Pool): Promise<readonly Merchant[]> {
  const { rows } = await pool.query<Row>("select * from merchant order by created_at, merchant_id");
  return rows.map(MERCHANT.read);
}

async function pageOfMerchants(
  pool: pg.Pool,
  after: MerchantId | undefined,
  limit: number,
): Promise<readonly Merchant[]> {
  const { rows } = await pool.query<Row>(
    "select * from merchant where merchant_id > $1 order by merchant_id limit $2",
    [after ?? "", limit],
  );
  return rows.map(MERCHANT.read);
}

async function insertMerchant(sql: Sql, merchant: Merchant): Promise<void> {
  await sql.query(
    `insert into merchant ${valuesClause(MERCHANT.columns)}`,
    rowValues(MERCHANT.columns, merchant),
  );
}
