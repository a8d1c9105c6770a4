import type { Client } from "pg";
import { takeAdvisoryLock } from "../connection/advisory-lock.ts";
import { withoutComments } from "./migration-file.ts";
import { ROLL_LOCK } from "./month-partitions.ts";

/** The parts of a `create index concurrently` statement. */
export type ConcurrentIndex = {
  readonly isUnique: boolean;
  readonly name: string;
  readonly table: string;
  /** The text after the table's name. */
  readonly rest: string;
};

type IndexBuild = {
  readonly client: Client;
  /** Runs work in a transaction that waits only briefly for locks. */
  readonly briefly: (work: () => Promise<void>) => Promise<void>;
};

/** Returns undefined if the file has another statement. */
export function readIndex(sql: string): ConcurrentIndex | undefined {
  const [statement = ""] = withoutComments(sql).split(";");
  const [create, ...words] = statement.split(/\s+/);
  const isUnique = words[0] === "unique";
  const [index, concurrently, name = "", on, table = "", ...rest] = words.slice(isUnique ? 1 : 0);
  if ([create, index, concurrently, on].join(" ") !== "create index concurrently on") {
    return undefined;
  }
  return { isUnique, name, table, rest: rest.join(" ") };
}

/**
 * Builds an index while the table takes writes. An invalid index that an interrupted run has left
 * behind is dropped and built again; a valid one is kept. PostgreSQL can't build the index of a
 * partitioned table in this way, so each partition gets its own, which is then attached.
 */
export async function buildIndex(building: IndexBuild, index: ConcurrentIndex): Promise<void> {
  const { client, briefly } = building;
  const kind = "select relkind = 'p' as partitioned from pg_class where oid = $1::regclass";
  const { rows } = await client.query<{ partitioned: boolean }>(kind, [index.table]);
  if (rows[0]?.partitioned !== true) return buildOn(client, index);
  // No month may get a partition meanwhile: attaching one would build a missing index under a lock.
  await takeAdvisoryLock(client, [ROLL_LOCK], { isShared: true });
  try {
    const { isUnique, name, table, rest } = index;
    await briefly(async () => {
      await client.query(
        `create ${isUnique ? "unique " : ""}index if not exists ${name} on only ${table} ${rest}`,
      );
    });
    for (const partition of await partitionsWithout(client, index)) {
      // A name that is too long would be cut off, perhaps to that of another partition.
      const part = `${name}_${partition.slice(table.length + 1)}`;
      await buildOn(client, { ...index, name: part, table: partition });
      await briefly(async () => {
        await client.query(`alter index ${name} attach partition ${part}`);
      });
    }
  } finally {
    await client.query("select pg_advisory_unlock_shared($1)", [ROLL_LOCK]);
  }
}

async function buildOn(client: Client, index: ConcurrentIndex): Promise<void> {
  const { isUnique, name, table, rest } = index;
  const { rows } = await client.query<{ valid: boolean }>(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
    [name],
  );
  if (rows[0]?.valid === true) return;
  if (rows[0] !== undefined) await client.query(`drop index concurrently ${name}`);
  const unique = isUnique ? "unique " : "";
  await client.query(`create ${unique}index concurrently ${name} on ${table} ${rest}`);
}

async function partitionsWithout(client: Client, index: ConcurrentIndex): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select class.relname as name
     from pg_inherits join pg_class as class on class.oid = inhrelid
     where inhparent = $1::regclass and not exists (
       select from pg_index join pg_inherits as attached on attached.inhrelid = indexrelid
       where indrelid = class.oid and attached.inhparent = $2::regclass
     )
     order by class.relname`,
    [index.table, index.name],
  );
  return rows.map(({ name }) => name);
}
