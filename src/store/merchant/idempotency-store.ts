import type pg from "pg";
import { later, toIso, type Instant } from "../../kernel/clock.ts";
import type { KeyedAnswer } from "../../kernel/keyed-answer.ts";
import { LIMITS } from "../../domain/limit/limits.ts";
import type { IdempotencyStore, KeyState, Lease } from "../../http/idempotency/key-claim.ts";
import type { KeyedCall } from "../../http/idempotency/idempotency-key.ts";
import { integer, optionalText, text, type Row } from "../../database/mapping/rows.ts";

/**
 * The most times that the insert of a key and the read of its row are done for one call; they are
 * repeated if the row is deleted between the two.
 */
const CLAIM_ROUNDS = 3;

/**
 * The idempotency keys of all endpoints except `pay`, whose key is written in the payment's commit.
 */
export function createIdempotencyStore(pool: pg.Pool): IdempotencyStore {
  return {
    async claim(call, lease) {
      for (let round = 1; round <= CLAIM_ROUNDS; round += 1) {
        if (await insertClaim(pool, call, lease)) return { kind: "claimed" };
        const state = await readState(pool, call);
        if (state !== undefined) return state;
      }
      return { kind: "running" };
    },

    async keep(call, { leaseUntil }, answer) {
      if (await writeAnswer(pool, { ...call, leaseUntil, answer })) return { kind: "kept" };
      const state = await readState(pool, call);
      return state?.kind === "answered" ? state : { kind: "running" };
    },

    async release(call, { leaseUntil }) {
      await pool.query(
        `delete from idempotency
         where merchant_id = $1 and scope = $2 and key = $3 and lease_until = $4`,
        [...keyOf(call), toIso(leaseUntil)],
      );
    },

    async hold(keys, heldUntil) {
      const calls = keys.map(({ call }) => call);
      await pool.query(
        `update idempotency set held_until = $5
         from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[])
           as held (merchant_id, scope, key, lease_until)
         where (idempotency.merchant_id, idempotency.scope, idempotency.key)
             = (held.merchant_id, held.scope, held.key)
           and idempotency.lease_until = held.lease_until`,
        [
          calls.map(({ merchantId }) => merchantId),
          calls.map(({ scope }) => scope),
          calls.map(({ key }) => key),
          keys.map(({ leaseUntil }) => toIso(leaseUntil)),
          toIso(heldUntil),
        ],
      );
    },
  };
}

/**
 * Writes an answer in the transaction of the call's own changes. If the key's lease is not
 * `leaseUntil`, another call has taken the key over: the result is then false, and the caller must
 * roll its transaction back. The reasons are in docs/decisions/idempotency.md.
 */
export async function writeAnswer(
  sql: Pick<pg.Pool, "query">,
  { leaseUntil, answer, ...call }: KeyedAnswer,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update idempotency set status = $5, body = $6, content_type = $7, lease_until = null
     where merchant_id = $1 and scope = $2 and key = $3 and lease_until = $4`,
    [...keyOf(call), toIso(leaseUntil), answer.status, answer.body, answer.contentType],
  );
  return rowCount === 1;
}

function keyOf({
  merchantId,
  scope,
  key,
}: Pick<KeyedCall, "merchantId" | "scope" | "key">): readonly string[] {
  return [merchantId, scope, key];
}

/**
 * Claims a key that is free: it was never used, its lifetime has ended, or its claim has ended
 * without an answer and the request is the same. A claim ends with its lease, or earlier if its
 * process does not renew it.
 */
async function insertClaim(pool: pg.Pool, call: KeyedCall, lease: Lease): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into idempotency as used
       (merchant_id, scope, key, fingerprint, created_at, lease_until, held_until)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (merchant_id, scope, key) do update set
       fingerprint = excluded.fingerprint, created_at = excluded.created_at,
       lease_until = excluded.lease_until, held_until = excluded.held_until,
       status = null, body = null, content_type = null
     where used.created_at <= $8
       or (used.lease_until is not null and least(used.lease_until, used.held_until) <= $5
         and used.fingerprint = $4)`,
    [
      ...keyOf(call),
      call.fingerprint,
      toIso(lease.now),
      toIso(lease.leaseUntil),
      toIso(lease.heldUntil),
      toIso(later(lease.now, -LIMITS.keyLifetimeMs)),
    ],
  );
  return rowCount === 1;
}

async function readState(pool: pg.Pool, call: KeyedCall): Promise<KeyState | undefined> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select fingerprint, status, body, content_type from idempotency
     where merchant_id = $1 and scope = $2 and key = $3`,
    [...keyOf(call)],
  );
  return rows[0] === undefined ? undefined : stateOf(rows[0], call);
}

function stateOf(row: Row, call: KeyedCall): KeyState {
  if (text(row, "fingerprint") !== call.fingerprint) return { kind: "other_request" };
  const body = optionalText(row, "body");
  if (body === undefined) return { kind: "running" };
  const answer = { status: integer(row, "status"), contentType: text(row, "content_type"), body };
  return { kind: "answered", answer };
}

/** Deletes up to `limit` keys whose lifetime has ended; resolves to true if more may be left. */
export async function forgetKeys(pool: pg.Pool, now: Instant, limit: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `delete from idempotency where (merchant_id, scope, key) in (
       select merchant_id, scope, key from idempotency
       where created_at <= $1 order by created_at limit $2
     )`,
    [toIso(later(now, -LIMITS.keyLifetimeMs)), limit],
  );
  return rowCount === limit;
}
