import type { SessionStore } from "../../../checkout/ports.ts";
import type { SessionId } from "../../../kernel/ids.ts";
import type { LogOwner } from "../../../report/request-log.ts";
import type { OwnedEntry, ReadEntry } from "../../request-log/log-entry.ts";
import type { BatchConnection, Statement } from "../sql/batch-connection.ts";
import { text, trusted } from "../sql/rows.ts";

export type OwnerDeps = {
  readonly lane: Pick<BatchConnection, "run">;
  /** Remembers the newest, which are what most calls are about. */
  readonly sessions: Pick<SessionStore, "find">;
};

const FIND_KEYS: Statement = {
  name: "find-logged-keys",
  text: `
select hash, merchant_id, mode
from unnest($1::text[], $2::text[]) as input (merchant_id, hash)
join api_key using (merchant_id, hash)`,
};

const FIND_ORDERS: Statement = {
  name: "find-logged-orders",
  text: `
select order_id, session_id
from unnest($1::text[], $2::text[], $3::text[]) as input (merchant_id, order_id, mode)
join payment using (merchant_id, order_id, mode)`,
};

/**
 * Whose each call was: its caller's, else the one's whose session it names, else the one's whose
 * key it bore, also where that key has ended. A call of nobody is left out; so are orders and
 * sessions that are somebody else's.
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

/** None or one. */
function ownedBy(
  read: ReadEntry,
  session: LogOwner | undefined,
  key: LogOwner | undefined,
): readonly OwnedEntry[] {
  const { caller, keyLastFour } = read.entry;
  const whose = caller ?? session ?? key;
  if (whose === undefined) return [];
  const owner = { merchantId: whose.merchantId, mode: whose.mode };
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
  { lane }: OwnerDeps,
  entries: readonly ReadEntry[],
): Promise<ReadonlyMap<string, LogOwner>> {
  const claims = entries.flatMap(({ entry }) => entry.claimedKey ?? []);
  if (claims.length === 0) return new Map();
  const rows = await lane.run(FIND_KEYS, [
    claims.map(({ merchantId }) => merchantId),
    claims.map(({ hash }) => hash),
  ]);
  return new Map(
    rows.map((row) => [
      text(row, "hash"),
      { merchantId: trusted(row, "merchant_id"), mode: trusted(row, "mode") },
    ]),
  );
}

async function withOrders(
  { lane }: OwnerDeps,
  owned: readonly OwnedEntry[],
): Promise<readonly OwnedEntry[]> {
  const open = owned.filter(isOpen);
  if (open.length === 0) return owned;
  const rows = await lane.run(FIND_ORDERS, [
    open.map(({ owner }) => owner.merchantId),
    open.map(({ orderId }) => orderId),
    open.map(({ owner }) => owner.mode),
  ]);
  const sessions = new Map(rows.map((row) => [text(row, "order_id"), row]));
  return owned.map((one) => {
    if (!isOpen(one)) return one;
    const row = sessions.get(one.orderId ?? "");
    if (row === undefined) return { ...one, orderId: undefined };
    return { ...one, sessionId: one.sessionId ?? trusted<SessionId>(row, "session_id") };
  });
}

/** Whether it names an order that may be anybody's, or whose session is not known. */
function isOpen({ read, orderId, sessionId }: OwnedEntry): boolean {
  return orderId !== undefined && !(read.isOrderKnown && sessionId !== undefined);
}
