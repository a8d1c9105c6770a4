import type { ClientBase, Pool, QueryConfig } from "pg";
import { queryAfter } from "./held-query.ts";
import type { Call } from "../connection/statement.ts";
import type { ShardGroup } from "./shard-groups.ts";
import { inShard } from "./shard-names.ts";

/** The shard groups that connections are bound to. */
const groups = new WeakMap<ClientBase, ShardGroup>();

/** The name of the prepared statement that holds the group of a bound connection. */
const HOLD = "hold-shard";

/**
 * A snapshot that is taken before a wait would still show the group here after it has moved, so the
 * hold fails in place of waiting for a move.
 */
function withoutWait(hold: string): string {
  return `set local lock_timeout = 1; ${hold}; set local lock_timeout to default`;
}

/** The texts of each group's statements, by their texts on a plain PostgreSQL. */
const texts = new WeakMap<ShardGroup, Map<string, string>>();

/**
 * Binds a connection to the shards of one group: its statements read and write them as if they were
 * the whole tables. Each transaction begins with `hold_shard`, so that the group stays on the node
 * until its end; a statement outside of a transaction gets one.
 */
export function bindToShard<Bound extends ClientBase>(client: Bound, group: ShardGroup): Bound {
  const query: unknown = client.query.bind(client);
  if (typeof query !== "function") return client;
  const send = async (...given: unknown[]): Promise<unknown> => {
    const result: unknown = await Reflect.apply(query, client, given);
    return result;
  };
  let isOpen = false;
  /** The begin of a transaction, which is sent before its first statement. */
  let opening: string | undefined;
  let hasHold = false;
  const bound = async (asked: unknown, ...rest: unknown[]): Promise<unknown> => {
    const text = textOf(asked);
    const lowered = text?.trim().toLowerCase();
    if (lowered === "begin") {
      isOpen = true;
      opening = `begin; ${holdOf(group)}`;
      return undefined;
    }
    if (opening !== undefined && lowered?.startsWith("set transaction") === true) {
      opening = `begin; ${lowered}; ${withoutWait(holdOf(group))}`;
      return undefined;
    }
    const isEnd = lowered === "commit" || lowered === "rollback";
    if (isEnd) isOpen = false;
    if (opening !== undefined) {
      const first = opening;
      opening = undefined;
      // Nothing was sent of a transaction without statements.
      if (isEnd) return undefined;
      await send(first);
    }
    if (isEnd) return send(asked, ...rest);
    const sharded = text === undefined ? undefined : shardText(group, text);
    if (sharded === undefined || sharded === text) return send(asked, ...rest);
    const given = typeof asked === "string" ? sharded : Object.assign({}, asked, { text: sharded });
    if (isOpen) return send(given, ...rest);
    if (!isNamed(given)) return alone(send, group, () => send(given, ...rest));
    if (!hasHold) await send({ name: HOLD, text: holdOf(group) });
    hasHold = true;
    return queryAfter(send, HOLD, given);
  };
  groups.set(client, group);
  return Object.assign(client, { query: bound });
}

/** Lets a pool use its bound connections for statements outside of transactions, too. */
export function queryThroughClients(pool: Pool): Pool {
  const query = async (...given: unknown[]): Promise<unknown> => {
    const client = await pool.connect();
    try {
      return await Reflect.apply(client.query, client, given);
    } finally {
      client.release();
    }
  };
  return Object.assign(pool, { query });
}

/** The calls of a batch on the shards of a bound connection, after the one that holds them. */
export function boundCalls(client: ClientBase, calls: readonly Call[]): readonly Call[] {
  const group = groups.get(client);
  if (group === undefined) return calls;
  const hold = { name: HOLD, text: holdOf(group) };
  return [
    { statement: hold, values: [] },
    ...calls.map(({ statement: { name, text }, values }) => ({
      statement: { name, text: shardText(group, text) },
      values,
    })),
  ];
}

/** A `copy … from stdin` into the shard of a bound connection, in one transaction with its hold. */
export function boundCopy(client: ClientBase, statement: string): string {
  const group = groups.get(client);
  if (group === undefined) return statement;
  return `${holdOf(group)}; ${shardText(group, statement)}`;
}

async function alone<Result>(
  send: (text: string) => Promise<unknown>,
  group: ShardGroup,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    await send(`begin; ${holdOf(group)}`);
    const result = await work();
    await send("commit");
    return result;
  } catch (error) {
    await send("rollback").catch(() => undefined);
    throw error;
  }
}

function holdOf({ id }: ShardGroup): string {
  return `select public.hold_shard(${id})`;
}

function shardText(group: ShardGroup, text: string): string {
  const known = texts.get(group) ?? new Map<string, string>();
  texts.set(group, known);
  const found = known.get(text) ?? inShard(text, group);
  known.set(text, found);
  return found;
}

/** True for a statement with parameters that the connection prepares once. */
function isNamed(asked: unknown): asked is QueryConfig {
  return typeof asked === "object" && asked !== null && Reflect.has(asked, "name");
}

function textOf(asked: unknown): string | undefined {
  if (typeof asked === "string") return asked;
  if (typeof asked !== "object" || asked === null) return undefined;
  const text: unknown = Reflect.get(asked, "text");
  return typeof text === "string" ? text : undefined;
}
