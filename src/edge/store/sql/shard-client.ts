import type { ClientBase, Pool } from "pg";
import type { Call } from "./message.ts";
import type { ShardGroup } from "./shard-groups.ts";
import { inShard } from "./shard-names.ts";

/** The shard groups that connections are bound to. */
const groups = new WeakMap<ClientBase, ShardGroup>();

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
  const bound = async (asked: unknown, ...rest: unknown[]): Promise<unknown> => {
    const text = textOf(asked);
    const word = text?.trim().toLowerCase();
    if (word === "begin") {
      isOpen = true;
      return send(beginning(group));
    }
    if (word === "commit" || word === "rollback") {
      isOpen = false;
      return send(asked, ...rest);
    }
    const sharded = text === undefined ? undefined : shardText(group, text);
    if (sharded === undefined || sharded === text) return send(asked, ...rest);
    const given = typeof asked === "string" ? sharded : Object.assign({}, asked, { text: sharded });
    return isOpen ? send(given, ...rest) : alone(send, group, () => send(given, ...rest));
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
  const hold = { name: "hold-shard", text: `select public.hold_shard(${group.id})` };
  return [
    { statement: hold, values: [] },
    ...calls.map(({ statement: { name, text }, values }) => ({
      statement: { name, text: shardText(group, text) },
      values,
    })),
  ];
}

async function alone<Result>(
  send: (text: string) => Promise<unknown>,
  group: ShardGroup,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    await send(beginning(group));
    const result = await work();
    await send("commit");
    return result;
  } catch (error) {
    await send("rollback").catch(() => undefined);
    throw error;
  }
}

/** Two statements in one message, of which the first begins the transaction of the second. */
function beginning({ id }: ShardGroup): string {
  return `begin; select public.hold_shard(${id})`;
}

function shardText(group: ShardGroup, text: string): string {
  const known = texts.get(group) ?? new Map<string, string>();
  texts.set(group, known);
  const found = known.get(text) ?? inShard(text, group);
  known.set(text, found);
  return found;
}

function textOf(asked: unknown): string | undefined {
  if (typeof asked === "string") return asked;
  if (typeof asked !== "object" || asked === null) return undefined;
  const text: unknown = Reflect.get(asked, "text");
  return typeof text === "string" ? text : undefined;
}
