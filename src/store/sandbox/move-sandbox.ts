import type pg from "pg";
import { assert } from "../../kernel/assert.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { SandboxState } from "../../jobs/advance-clock.ts";
import { ROLL_LOCK } from "../../database/migration/month-partitions.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { sleep } from "../../system/sleep.ts";
import {
  bigint,
  flag,
  integer,
  optionalMoment,
  optionalText,
  type Row,
} from "../../database/mapping/rows.ts";

/** The key of an advisory lock; an arbitrary number that no other lock uses. */
const CHANGE_LOCK = 1_986_361_970;
const TRY_AGAIN_MS = 250;

const NEVER_MOVED: SandboxState = {
  aheadMs: 0,
  returns: 0,
  returningSince: undefined,
  expiredTo: undefined,
};

export async function readSandbox(pool: pg.Pool, merchantId: MerchantId): Promise<SandboxState> {
  const { rows } = await pool.query<Row>(
    `select ahead_ms::float8 as ahead_ms, returns, returning_since, expired_to
     from sandbox_time where merchant_id = $1`,
    [merchantId],
  );
  const [row] = rows;
  if (row === undefined) return NEVER_MOVED;
  return {
    aheadMs: integer(row, "ahead_ms"),
    returns: integer(row, "returns"),
    returningSince: optionalMoment(row, "returning_since"),
    expiredTo: optionalText(row, "expired_to"),
  };
}

export type ClockMove = {
  readonly merchantId: MerchantId;
  readonly aheadMs: number;
  /** The number of returns that the caller has read; if it has changed, the raise is refused. */
  readonly returns: number;
};

/**
 * Moves a sandbox ahead, never back. Resolves to false if it has returned to the real time since
 * the caller read `returns`.
 */
export function raiseSandbox(pool: pg.Pool, raise: ClockMove): Promise<boolean> {
  const { merchantId, aheadMs, returns } = raise;
  return changing(pool, async (sql, change) => {
    const { rowCount } = await sql.query(
      `insert into sandbox_time (merchant_id, ahead_ms, change) values ($1, $2, $3)
       on conflict (merchant_id) do update
       set ahead_ms = greatest(sandbox_time.ahead_ms, excluded.ahead_ms), change = excluded.change
       where sandbox_time.returns = $4 and sandbox_time.returning_since is null`,
      [merchantId, Math.max(0, Math.ceil(aheadMs)), change, returns],
    );
    return rowCount === 1;
  });
}

/**
 * Sets a sandbox back to the real time; `endOpenWork` must then end its open sessions and payments.
 */
export function beginReturn(pool: pg.Pool, merchantId: MerchantId, now: Instant): Promise<void> {
  return changing(pool, async (sql, change) => {
    await sql.query(
      `update sandbox_time
       set ahead_ms = 0, returning_ms = ahead_ms, returning_since = $2, returns = returns + 1,
         expired_to = null, change = $3
       where merchant_id = $1 and ahead_ms > 0`,
      [merchantId, toIso(now), change],
    );
  });
}

/**
 * Marks a return to the real time as finished; `endOpenWork` must have ended the sandbox's open
 * sessions and payments before.
 */
export function endReturn(pool: pg.Pool, merchantId: MerchantId): Promise<void> {
  return changing(pool, async (sql, change) => {
    await sql.query(
      `update sandbox_time set returning_ms = 0, returning_since = null, change = $2
       where merchant_id = $1 and returning_since is not null`,
      [merchantId, change],
    );
  });
}

/**
 * Lets every process that reads the sandboxes' times forget the sessions of a merchant that it has
 * in memory, because the transaction of `sql` has changed them; to be called last in it.
 */
export async function noteSessionsChanged(sql: SqlClient, merchantId: MerchantId): Promise<void> {
  const change = await nextChange(sql);
  await sql.query(
    `insert into sandbox_time (merchant_id, ahead_ms, change) values ($1, 0, $2)
     on conflict (merchant_id) do update set change = excluded.change`,
    [merchantId, change],
  );
}

/**
 * Sets the position of the expiry job in a sandbox back to `expiredTo`, unless the sandbox has
 * returned to the real time since the caller read `returns`.
 */
export async function revisitSessionsFrom(
  pool: pg.Pool,
  merchantId: MerchantId,
  { returns, expiredTo }: SandboxState,
): Promise<void> {
  await pool.query(
    "update sandbox_time set expired_to = $3 where merchant_id = $1 and returns = $2",
    [merchantId, returns, expiredTo ?? null],
  );
}

/**
 * Runs a change of a sandbox under two advisory locks, which end with the transaction.
 *
 * `CHANGE_LOCK` numbers the changes in the order of their commits: the next change begins after the
 * one before it has committed. A process that has read number `n` has therefore read all before it.
 *
 * `ROLL_LOCK` is held exclusively while the open month partition gets its upper bound; a sandbox
 * that moved ahead at that moment could write rows beyond the bound. If the lock is not free, the
 * transaction ends and is tried again later, so that no pool connection is blocked by the wait.
 */
async function changing<Value>(
  pool: pg.Pool,
  work: (sql: SqlClient, change: bigint) => Promise<Value>,
): Promise<Value> {
  for (;;) {
    const done = await inTransaction(pool, async (sql) => {
      if (!(await isFree(sql))) return undefined;
      return { value: await work(sql, await nextChange(sql)) };
    });
    if (done !== undefined) return done.value;
    await sleep(TRY_AGAIN_MS);
  }
}

async function nextChange(sql: SqlClient): Promise<bigint> {
  await sql.query("select pg_advisory_xact_lock($1)", [CHANGE_LOCK]);
  // A second statement, because the snapshot of the first one is older than its wait for the lock:
  // it would not see the change that it waited for.
  const { rows } = await sql.query<Row>(
    "select coalesce(max(change), 0) + 1 as next from sandbox_time",
  );
  const [row] = rows;
  assert(row !== undefined, "the next number is one row");
  return bigint(row, "next");
}

async function isFree(sql: SqlClient): Promise<boolean> {
  const { rows } = await sql.query<Row>("select pg_try_advisory_xact_lock_shared($1) as is_free", [
    ROLL_LOCK,
  ]);
  return rows[0] !== undefined && flag(rows[0], "is_free");
}

/** True if a service is connected to this database, so that due work gets done. */
export async function isServed(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<Row>(
    `select exists (
       select from pg_stat_activity
       where datname = current_database() and application_name = 'vezne'
     ) as found`,
  );
  return rows[0] !== undefined && flag(rows[0], "found");
}
