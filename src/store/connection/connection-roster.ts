import type { AcquirerConnection, ConnectionOwner } from "../../domain/connection/connection.ts";
import type { ConnectionRoster } from "../../domain/connection/ports.ts";
import type { RoutingRule } from "../../domain/connection/rule.ts";
import { Coalescer } from "../../kernel/queue/coalesce.ts";
import { keepWork } from "../../system/loop-watch.ts";
import type { ConnectionTable } from "./connection-table.ts";

type Tables = {
  readonly version: number;
  readonly connections: ReadonlyMap<string, readonly AcquirerConnection[]>;
  readonly rules: ReadonlyMap<string, readonly RoutingRule[]>;
  readonly inUse: readonly AcquirerConnection[];
  readonly hasLive: boolean;
};

type Source = Pick<ConnectionTable, "readVersion" | "listInUse" | "listRules">;

/** Keeps all connections in memory and reads them again when their version has changed. */
export async function openConnectionRoster(source: Source): Promise<ConnectionRoster> {
  let tables = await readTables(source);
  // Waiting calls share the next check; a check that began before a call might miss a new version.
  const checks = new Coalescer<undefined, undefined>(
    async (waiting) => {
      if ((await source.readVersion()) !== tables.version) tables = await readTables(source);
      return waiting;
    },
    { cap: Number.MAX_SAFE_INTEGER, concurrency: 1 },
  );
  return {
    of: (owner) => tables.connections.get(keyOf(owner)) ?? [],
    rules: (owner) => tables.rules.get(keyOf(owner)) ?? [],
    inUse: () => tables.inUse,
    hasLive: () => tables.hasLive,
    refresh: () => keepWork(checks.submit(undefined)),
  };
}

/** The version is read first: a change during the reading is then found by the next check. */
async function readTables(source: Source): Promise<Tables> {
  const version = await source.readVersion();
  const [connections, rules] = await Promise.all([source.listInUse(), source.listRules()]);
  return {
    version,
    inUse: connections,
    connections: byOwner(connections, (connection) => connection),
    rules: byOwner(rules, ({ rule }) => rule),
    hasLive: connections.some(({ mode, state }) => mode === "live" && state === "active"),
  };
}

function byOwner<Row extends ConnectionOwner, Value>(
  rows: readonly Row[],
  itemOf: (row: Row) => Value,
): ReadonlyMap<string, readonly Value[]> {
  const lists = new Map<string, Value[]>();
  for (const row of rows) {
    const list = lists.get(keyOf(row)) ?? [];
    list.push(itemOf(row));
    lists.set(keyOf(row), list);
  }
  return lists;
}

function keyOf({ merchantId, mode }: ConnectionOwner): string {
  return `${merchantId} ${mode}`;
}
