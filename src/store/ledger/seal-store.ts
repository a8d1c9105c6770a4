import type pg from "pg";
import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { merkleRoot, type Hash } from "../../domain/ledger/merkle.ts";
import { chainHash, NO_SEAL_HASH, type Seal } from "../../domain/ledger/seal.ts";
import {
  columnsWithin,
  rowValues,
  valuesClause,
  type Column,
} from "../../database/mapping/columns.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { NO_MERCHANT } from "./leaf-content.ts";
import { SEAL } from "./seal-rows.ts";
import {
  LOOK_UP,
  NOTE_SEALED,
  SEAL_DATABASE,
  sealGroup,
  WAITING_ENTRIES,
  type SealStatements,
} from "./seal-statements.ts";
import { ownsMerchant, type ShardGroup } from "../../database/shard/shard-groups.ts";
import { bigint, buffer, flag, id, integer, text, type Row } from "../../database/mapping/rows.ts";

/** The length of a SHA-256 hash. */
const HASH_BYTES = 32;
/** The key of an advisory lock: any number that nothing else in the database locks. */
const SEAL_LOCK = 1_986_361_968n;

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

/** An audit entry as the leaf of a seal. */
export type AuditLeaf = {
  readonly entryId: string;
  readonly owner: string;
  readonly key: string;
  readonly hash: Buffer;
};

/** Seals the rows of one shard group. */
export type GroupSealer = {
  /** As `Sealer.seal`; `leaves` are the audit entries of the group's owners. */
  seal(now: Instant, scope: SealScope, leaves: readonly AuditLeaf[]): Promise<number>;
};

/** The audit entries on the coordinator of a distributed database. */
export type AuditLeaves = {
  waiting(scope: SealScope): Promise<readonly AuditLeaf[]>;
  noteSealed(leaves: readonly AuditLeaf[]): Promise<void>;
};

type RoundsParts = {
  readonly pool: pg.Pool;
  readonly hash: Hash;
  readonly statements: SealStatements;
  readonly lock: bigint;
};

/** Several processes may call `seal` at once: an advisory lock lets one of them at a time do it. */
export function createSealer(pool: pg.Pool, hash: Hash): Sealer {
  const rounds = new SealRounds({ pool, hash, statements: SEAL_DATABASE, lock: SEAL_LOCK });
  return {
    async owners() {
      const { rows } = await pool.query<Row>("select merchant_id from merchant");
      return [...rows.map((row) => id<MerchantId>(row, "merchant_id")), ""];
    },
    seal: (now, scope = { except: [] }) => rounds.seal(now, scope),
  };
}

/** Several groups may lie in one database, so each has a lock of its own. */
export function createGroupSealer(pool: pg.Pool, hash: Hash, group: ShardGroup): GroupSealer {
  const statements = sealGroup(ownsMerchant(group));
  const lock = SEAL_LOCK + (BigInt(group.id) << 32n);
  const rounds = new SealRounds({ pool, hash, statements, lock });
  return { seal: (now, scope, leaves) => rounds.seal(now, scope, leaves) };
}

export function createAuditLeaves(pool: pg.Pool): AuditLeaves {
  return {
    async waiting(scope) {
      const { rows } = await pool.query<Row>(WAITING_ENTRIES, scopeValues(scope));
      return rows.map((row) => ({
        entryId: text(row, "entry_id"),
        owner: text(row, "owner"),
        key: text(row, "key"),
        hash: buffer(row, "hash"),
      }));
    },
    async noteSealed(leaves) {
      if (leaves.length > 0) await pool.query(NOTE_SEALED, [leaves.map(({ entryId }) => entryId)]);
    },
  };
}

class SealRounds {
  readonly #parts: RoundsParts;
  /** The feed position up to which this process has found all events sealed. */
  #sealedTo: bigint | undefined;

  constructor(parts: RoundsParts) {
    this.#parts = parts;
  }

  async seal(now: Instant, scope: SealScope, given?: readonly AuditLeaf[]): Promise<number> {
    const { pool, hash, statements, lock } = this.#parts;
    const found = await check(pool, statements);
    const isAll = "except" in scope && scope.except.length === 0;
    const isDone = !found.hasRows && found.position === this.#sealedTo;
    if (isAll && isDone && (given ?? []).length === 0) return 0;
    const leaves = await inTransaction(pool, async (sql) => {
      if (!(await takeLock(sql, lock, scope))) return undefined;
      await sql.query(LOOK_UP);
      const values = [...scopeValues(scope), ...(given === undefined ? [] : leafValues(given))];
      const { rows } = await sql.query<Row>(statements.take, values);
      let sealed = 0;
      for (const row of rows) sealed += await writeSeal(sql, row, { hash, now });
      return sealed;
    });
    // A round without leaves has found no event up to the position that was read before it.
    if (isAll && leaves === 0) this.#sealedTo = found.position;
    return leaves ?? 0;
  }
}

function scopeValues(scope: SealScope): unknown[] {
  return "only" in scope ? [[], nameOf(scope.only)] : [scope.except.map(nameOf), null];
}

function leafValues(leaves: readonly AuditLeaf[]): readonly unknown[] {
  return [
    leaves.map(({ owner }) => owner),
    leaves.map(({ key }) => key),
    leaves.map(({ hash }) => hash),
  ];
}

async function check(pool: pg.Pool, statements: SealStatements) {
  const { rows } = await pool.query<Row>(statements.check);
  const [row] = rows;
  assert(row !== undefined, "the state of the feed is one row");
  const hasRows = flag(row, "has_postings") || flag(row, "has_entries");
  return { position: bigint(row, "position"), hasRows };
}

function nameOf(owner: SealOwner): string {
  return owner === "" ? NO_MERCHANT : owner;
}

/**
 * False if another process is sealing. A call for one owner waits for the lock instead, because a
 * result of 0 would look like success.
 */
async function takeLock(sql: SqlClient, lock: bigint, scope: SealScope): Promise<boolean> {
  if ("only" in scope) {
    await sql.query("select pg_advisory_xact_lock($1)", [lock]);
    return true;
  }
  const { rows } = await sql.query<Row>("select pg_try_advisory_xact_lock($1) as locked", [lock]);
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
