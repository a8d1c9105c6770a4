import type pg from "pg";
import { assert } from "../../../kernel/assert.ts";
import type { Instant } from "../../../kernel/clock.ts";
import type { MerchantId } from "../../../kernel/ids.ts";
import { merkleRoot, type Hash } from "../../../ledger/merkle.ts";
import { chainHash, NO_SEAL_HASH, type Seal } from "../../../ledger/seal.ts";
import { columnsWithin, rowValues, valuesClause, type Column } from "../sql/columns.ts";
import { inTransaction, type SqlClient } from "../sql/database.ts";
import { NO_MERCHANT } from "./leaf-content.ts";
import { SEAL } from "./seal-rows.ts";
import { CHECK, LOOK_UP, TAKE } from "./seal-statements.ts";
import { bigint, buffer, flag, id, integer, type Row } from "../sql/rows.ts";

/** The length of a SHA-256 hash. */
const HASH_BYTES = 32;
/** The key of an advisory lock: any number that nothing else in the database locks. */
const SEAL_LOCK = 1_986_361_968;

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
  /** The feed position up to which this process has found all events sealed. */
  let sealedTo: bigint | undefined;
  return {
    async owners() {
      const { rows } = await pool.query<Row>("select merchant_id from merchant");
      return [...rows.map((row) => id<MerchantId>(row, "merchant_id")), ""];
    },

    async seal(now, scope = { except: [] }) {
      const found = await check(pool);
      const isAll = "except" in scope && scope.except.length === 0;
      if (isAll && !found.hasRows && found.position === sealedTo) return 0;
      const leaves = await inTransaction(pool, async (sql) => {
        if (!(await lock(sql, scope))) return undefined;
        await sql.query(LOOK_UP);
        const values =
          "only" in scope ? [[], nameOf(scope.only)] : [scope.except.map(nameOf), null];
        const { rows } = await sql.query<Row>(TAKE, values);
        let sealed = 0;
        for (const row of rows) sealed += await writeSeal(sql, row, { hash, now });
        return sealed;
      });
      // A round without leaves has found no event up to the position that was read before it.
      if (isAll && leaves === 0) sealedTo = found.position;
      return leaves ?? 0;
    },
  };
}

async function check(pool: pg.Pool) {
  const { rows } = await pool.query<Row>(CHECK);
  const [row] = rows;
  assert(row !== undefined, "the feed has its head");
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
