import type pg from "pg";
import type { Instant } from "../../../kernel/clock.ts";
import type { MerchantId } from "../../../kernel/ids.ts";
import { merkleRoot, type Hash } from "../../../ledger/merkle.ts";
import { chainHash, NO_SEAL_HASH, type Seal } from "../../../ledger/seal.ts";
import { columnsWithin, rowValues, valuesClause, type Column } from "../sql/columns.ts";
import { inTransaction, type SqlClient } from "../sql/database.ts";
import {
  auditContent,
  auditKey,
  eventContent,
  leafHashOf,
  NO_MERCHANT,
  postingContent,
  postingKey,
} from "./leaf-content.ts";
import { SEAL } from "./seal-rows.ts";
import { buffer, flag, id, integer, type Row } from "../sql/rows.ts";

/**
 * Maximum number of postings, and of audit entries, in one round, and of events for each merchant
 * and mode.
 */
const ROUND = 10_000;
/** The unsealed postings that a round reads, to take `ROUND` of them in turns among merchants. */
const LOOKED_AT = 10 * ROUND;
/** The length of a SHA-256 hash. */
const HASH_BYTES = 32;
/** The key of an advisory lock: any number that nothing else in the database locks. */
const SEAL_LOCK = 1_986_361_968;

/** The condition on the owner: `$2` if it is given, otherwise all owners but `$1`. */
const isConcerned = (owner: string): string =>
  `${owner} <> all ($1::text[]) and ($2::text is null or ${owner} = $2)`;

// Gives each unsealed row an index in the next seal of its merchant. Unsealed postings and audit
// entries are listed in tables of their own; unsealed events are those after the feed position that
// the last seal reached. The query locks no posting, entry or event.
const TAKE = `
with last_seal as materialized (
  select owner.merchant_id, coalesce(number, 0) as number,
    coalesce(test_position, 0) as test_position, coalesce(live_position, 0) as live_position
  from (select merchant_id from merchant union all select '${NO_MERCHANT}') as owner
  left join lateral (
    select * from seal where seal.merchant_id = owner.merchant_id
    order by number desc limit 1
  ) as newest on true
  where ${isConcerned("owner.merchant_id")}
),
taken as (
  delete from posting_unsealed
  where ctid = any (array(
    select row from (
      select ctid as row, row_number() over (partition by merchant_id) as turn
      from (
        select ctid, merchant_id from posting_unsealed
        where ${isConcerned("merchant_id")} limit ${LOOKED_AT}
      ) as oldest
    ) as in_turn
    order by turn limit ${ROUND}
  ))
  returning *
),
postings as (
  select posting.merchant_id, ${postingKey("posting")} as key, null as mode, 0 as position,
    ${leafHashOf(postingContent("posting"))} as hash
  from taken join posting using (merchant_id, attempt_id, line)
),
taken_entries as (
  delete from audit_unsealed
  where ctid = any (array(
    select audit_unsealed.ctid from audit_unsealed join panel_audit using (entry_id)
    where ${isConcerned(`coalesce(panel_audit.merchant_id, '${NO_MERCHANT}')`)} limit ${ROUND}
  ))
  returning *
),
entries as (
  select coalesce(panel_audit.merchant_id, '${NO_MERCHANT}') as merchant_id,
    ${auditKey("panel_audit")} as key, null as mode, 0 as position,
    ${leafHashOf(auditContent("panel_audit"))} as hash
  from taken_entries join panel_audit using (entry_id)
),
events as (
  select event.merchant_id, event.event_id as key, fresh.mode, fresh.position,
    ${leafHashOf(eventContent("event"))} as hash
  from last_seal
  cross join (values ('test'), ('live')) as kept (mode)
  cross join lateral (
    select mode, position, event_id, created_at from event_feed
    where event_feed.merchant_id = last_seal.merchant_id and event_feed.mode = kept.mode
      and position > case kept.mode when 'test' then test_position else live_position end
    order by position limit ${ROUND}
  ) as fresh
  join event on event.merchant_id = last_seal.merchant_id and event.event_id = fresh.event_id
    and event.created_at = fresh.created_at
),
leaves as materialized (
  select merchant_id, key, mode, position, hash, (row_number() over (
    partition by merchant_id order by position, key collate "C") - 1)::int as place
  from (
    select * from postings union all select * from entries union all select * from events
  ) as leaf
),
written as (
  insert into sealed_leaf (merchant_id, key, number, place, hash)
  select merchant_id, key, number + 1, place, hash from leaves join last_seal using (merchant_id)
)
select leaves.merchant_id, last_seal.number + 1 as number,
  string_agg(hash, '' order by place) as hashes,
  greatest(test_position, max(position) filter (where mode = 'test')) as test_position,
  greatest(live_position, max(position) filter (where mode = 'live')) as live_position
from leaves join last_seal using (merchant_id)
group by leaves.merchant_id, last_seal.number, test_position, live_position`;

// A round is small and the tables are large, so rows must be looked up by index. The planner may
// decide otherwise, so hash joins, merge joins and sequential scans are switched off.
const LOOK_UP = `
  set local enable_hashjoin = off;
  set local enable_mergejoin = off;
  set local enable_seqscan = off;
  set local jit = off`;

/** A merchant, or empty for audit entries without a merchant. */
export type SealOwner = MerchantId | "";

/** The owners whose entries are sealed: one of them, or all but some. */
export type SealScope = { readonly only: SealOwner } | { readonly except: readonly SealOwner[] };

export type Sealer = {
  /**
   * Seals unsealed entries and resolves to the number of them. Without a single owner as scope it
   * resolves to 0 if another process is sealing.
   */
  seal(now: Instant, scope?: SealScope): Promise<number>;
  /** All owners, with or without unsealed entries. */
  owners(): Promise<readonly SealOwner[]>;
};

/** Several processes may call `seal` at once: an advisory lock lets one of them at a time do it. */
export function createSealer(pool: pg.Pool, hash: Hash): Sealer {
  return {
    async owners() {
      const { rows } = await pool.query<Row>("select merchant_id from merchant");
      return [...rows.map((row) => id<MerchantId>(row, "merchant_id")), ""];
    },

    seal: (now, scope = { except: [] }) =>
      inTransaction(pool, async (sql) => {
        if (!(await lock(sql, scope))) return 0;
        await sql.query(LOOK_UP);
        const values =
          "only" in scope ? [[], nameOf(scope.only)] : [scope.except.map(nameOf), null];
        const { rows } = await sql.query<Row>(TAKE, values);
        let leaves = 0;
        for (const row of rows) leaves += await writeSeal(sql, row, { hash, now });
        return leaves;
      }),
  };
}

function nameOf(owner: SealOwner): string {
  return owner === "" ? NO_MERCHANT : owner;
}

/**
 * False if another process is sealing. A call for one owner waits for the lock instead, because a
 * result of 0 would look like success.
 */
async function lock(sql: SqlClient, scope: SealScope): Promise<boolean> {
  if ("only" in scope) {
    await sql.query("select pg_advisory_xact_lock($1)", [SEAL_LOCK]);
    return true;
  }
  const { rows } = await sql.query<Row>("select pg_try_advisory_xact_lock($1) as locked", [
    SEAL_LOCK,
  ]);
  return rows[0] !== undefined && flag(rows[0], "locked");
}

/** A seal as it is linked into its chain, with the feed positions up to which events are sealed. */
type ChainedSeal = { readonly seal: Seal; readonly chain: Uint8Array; readonly positions: Row };

const CHAINED_SEAL: readonly Column<ChainedSeal>[] = [
  ...columnsWithin(SEAL.columns, ({ seal }: ChainedSeal) => seal),
  ["chain_hash", "bytea", ({ chain }) => chain],
  ["test_position", "bigint", ({ positions }) => positions["test_position"]],
  ["live_position", "bigint", ({ positions }) => positions["live_position"]],
];

async function writeSeal(
  sql: SqlClient,
  row: Row,
  { hash, now }: { readonly hash: Hash; readonly now: Instant },
): Promise<number> {
  const merchantId: MerchantId = id(row, "merchant_id");
  const hashes = splitHashes(buffer(row, "hashes"));
  const number = integer(row, "number");
  const seal: Seal = {
    merchantId,
    number,
    leaves: hashes.length,
    root: merkleRoot(hash, hashes),
    previousHash: await chainHashOf(sql, merchantId, number - 1),
    sealedAt: now,
  };
  const chain = chainHash(hash, seal);
  await sql.query(
    `insert into seal ${valuesClause(CHAINED_SEAL)}`,
    rowValues(CHAINED_SEAL, { seal, chain, positions: row }),
  );
  return seal.leaves;
}

/** Splits hashes that the query concatenated, because the driver reads arrays slowly. */
export function splitHashes(bytes: Buffer): readonly Buffer[] {
  const count = bytes.length / HASH_BYTES;
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}

async function chainHashOf(
  sql: SqlClient,
  merchantId: MerchantId,
  number: number,
): Promise<Uint8Array> {
  const { rows } = await sql.query<Row>(
    "select chain_hash from seal where merchant_id = $1 and number = $2",
    [merchantId, number],
  );
  return rows[0] === undefined ? NO_SEAL_HASH : buffer(rows[0], "chain_hash");
}
