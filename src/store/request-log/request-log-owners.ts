import type { SessionStore } from "../../domain/session/ports.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import type { SessionId } from "../../kernel/ids.ts";
import type { LogOwner } from "../../domain/report/request-log.ts";
import type { OwnedEntry, ReadEntry } from "../../http/request-log/log-entry.ts";
import type { LogConnection } from "./log-connection.ts";
import type { Statement } from "../../database/connection/statement.ts";
import { id, oneOf, text } from "../../database/mapping/rows.ts";

export type OwnerDeps = {
  readonly connection: Pick<LogConnection, "run">;
  /** Caches the newest sessions, which most calls are about. */
  readonly sessions: Pick<SessionStore, "find">;
};

const FIND_KEYS: Statement = {
  name: "find-logged-keys",
  text: `
select hash, merchant_id, mode
from unnest($1::text[], $2::text[]) as input (merchant_id, hash)
join api_key using (merchant_id, hash)`,
};

// The mode is compared as an expression, which no index has: without statistics, the planner would
// take an index that begins with merchant and mode, and read all payments of the merchant.
const FIND_ORDERS: Statement = {
  name: "find-logged-orders",
  text: `
select order_id, session_id
from unnest($1::text[], $2::text[], $3::text[]) as input (merchant_id, order_id, mode)
join payment using (merchant_id, order_id)
where payment.mode || '' = input.mode`,
};

/**
 * The owner of each logged call, by precedence: the authenticated caller, the owner of the session
 * that the call names, the owner of the presented key (even if the key has expired). Calls without
 * an owner are not logged. A session or order of another owner is left out of the entry.
 */
export async function findOwners(
  deps: OwnerDeps,
  entries: readonly ReadEntry[],
): Promise<readonly OwnedEntry[]> {
  const keys = await findKeys(deps, entries);
  const owned = await Promise.all(
    entries.map(async (read) => {
      const { sessionId } = read;
      const session = sessionId && (await deps.sessions.find(sessionId));
      return ownedBy(read, session, keys.get(read.entry.claimedKey?.hash ?? ""));
    }),
  );
  return withOrders(deps, owned.flat());
}

/** Returns an empty list for a call without an owner. */
function ownedBy(
  read: ReadEntry,
  session: LogOwner | undefined,
  key: LogOwner | undefined,
): readonly OwnedEntry[] {
  const { caller, keyLastFour } = read.entry;
  const found = caller ?? session ?? key;
  if (found === undefined) return [];
  const owner = { merchantId: found.merchantId, mode: found.mode };
  const isOurs = session?.merchantId === owner.merchantId && session.mode === owner.mode;
  return [
    {
      read,
      owner,
      keyLastFour: caller === undefined && key === undefined ? undefined : keyLastFour,
      sessionId: isOurs ? read.sessionId : undefined,
      orderId: read.orderId,
    },
  ];
}

async function findKeys(
  { connection }: OwnerDeps,
  entries: readonly ReadEntry[],
): Promise<ReadonlyMap<string, LogOwner>> {
  const claims = entries.flatMap(({ entry }) => entry.claimedKey ?? []);
  if (claims.length === 0) return new Map();
  const rows = await connection.run(FIND_KEYS, [
    claims.map(({ merchantId }) => merchantId),
    claims.map(({ hash }) => hash),
  ]);
  return new Map(
    rows.map((row) => [
      text(row, "hash"),
      { merchantId: id(row, "merchant_id"), mode: oneOf(row, "mode", MODES) },
    ]),
  );
}

async function withOrders(
  { connection }: OwnerDeps,
  owned: readonly OwnedEntry[],
): Promise<readonly OwnedEntry[]> {
  const open = owned.filter(isOpen);
  if (open.length === 0) return owned;
  const rows = await connection.run(FIND_ORDERS, [
    open.map(({ owner }) => owner.merchantId),
    open.map(({ orderId }) => orderId),
    open.map(({ owner }) => owner.mode),
  ]);
  const sessions = new Map(rows.map((row) => [text(row, "order_id"), row]));
  return owned.map((one) => {
    if (!isOpen(one)) return one;
    const row = sessions.get(one.orderId ?? "");
    if (row === undefined) return { ...one, orderId: undefined };
    return { ...one, sessionId: one.sessionId ?? id<SessionId>(row, "session_id") };
  });
}

/** True if the entry names an order whose owner or session must be read from the database. */
function isOpen({ read, orderId, sessionId }: OwnedEntry): boolean {
  return orderId !== undefined && !(read.isOrderKnown && sessionId !== undefined);
}
