import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { HOUR, later, toIso, type Instant } from "../../src/kernel/clock.ts";
import { newSessionId, type MerchantId } from "../../src/kernel/ids.ts";

const random = { bytes: (count: number) => randomBytes(count) };

/** Inserts sessions that were made at one time, for tests of statements over many of them. */
export async function insertSessions(
  pool: Pool,
  merchantId: MerchantId,
  { count, at }: { readonly count: number; readonly at: Instant },
): Promise<void> {
  const ids = Array.from({ length: count }, () => newSessionId(merchantId, { now: at, random }));
  await pool.query(
    `insert into session (merchant_id, session_id, mode, amount, currency, language,
       capture_method, customer, basket, success_url, fail_url, metadata, embedded, created_at,
       expires_at)
     select $1, session_id, 'test', 1000, 'TRY', 'tr', 'automatic', '{}', '[]',
       'https://shop.example/ok', 'https://shop.example/no', '{}', false, $3, $4
     from unnest($2::text[]) as session_id`,
    [merchantId, ids, toIso(at), toIso(later(at, HOUR))],
  );
}
