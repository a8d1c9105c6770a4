import type { SessionStore } from "../../domain/session/ports.ts";
import { LANGUAGES } from "../../kernel/language.ts";
import { CAPTURE_METHODS, type Session } from "../../domain/session/session.ts";
import { toIso } from "../../kernel/clock.ts";
import { merchantOf, type MerchantId, type SessionId } from "../../kernel/ids.ts";
import { KeyTakenOver, type KeyedAnswer } from "../../kernel/keyed-answer.ts";
import { RecentMap } from "../../kernel/recent-map.ts";
import { HOLD_ENDS, MODES } from "../../domain/merchant/merchant.ts";
import { keepWork } from "../../system/loop-watch.ts";
import { BatchConnection, type Connect } from "../../database/batch/batch-connection.ts";
import type { Statement } from "../../database/connection/statement.ts";
import { BATCH_CAP, createBatchQueue } from "../../database/batch/batch-queue.ts";
import {
  columnsWithin,
  columnValues,
  namesOf,
  unnestClause,
  type Column,
} from "../../database/mapping/columns.ts";
import { column, optional, record } from "../../database/mapping/mapping.ts";
import { text } from "../../database/mapping/rows.ts";

/**
 * The least number of cached sessions: the newest and those in use, which customers pay.
 * Sessions can be cached because each change of them calls `forget`: their end changes when a
 * sandbox returns to the real time, and an erasure removes their personal data.
 */
const CACHED = 2_500;

export const SESSION = record<Session>({
  merchantId: column.id("merchant_id"),
  sessionId: column.id("session_id"),
  mode: column.oneOf("mode", MODES),
  amount: column.money("amount"),
  language: column.oneOf("language", LANGUAGES),
  captureMethod: column.oneOf("capture_method", CAPTURE_METHODS),
  onHoldEnd: optional(column.oneOf("on_hold_end", HOLD_ENDS)),
  customer: column.json("customer"),
  basket: column.json("basket"),
  successUrl: column.text("success_url"),
  failUrl: column.text("fail_url"),
  metadata: column.jsonText("metadata"),
  reference: optional(column.text("reference")),
  embedded: column.flag("embedded"),
  createdAt: column.instant("created_at"),
  expiresAt: column.instant("expires_at"),
});

/** A new session, and the answer that is stored for its idempotency key in the same commit. */
type NewSession = { readonly session: Session; readonly keyed: KeyedAnswer | undefined };

const NEW_SESSION = columnsWithin(SESSION.columns, ({ session }: NewSession) => session);

const ANSWER: readonly Column<NewSession>[] = [
  ["answer_scope", "text", ({ keyed }) => keyed?.scope],
  ["answer_key", "text", ({ keyed }) => keyed?.key],
  ["answer_lease", "timestamptz", ({ keyed }) => keyed && toIso(keyed.leaseUntil)],
  ["answer_status", "smallint", ({ keyed }) => keyed?.answer.status],
  ["answer_type", "text", ({ keyed }) => keyed?.answer.contentType],
  ["answer_body", "text", ({ keyed }) => keyed?.answer.body],
];

const NEW = [...NEW_SESSION, ...ANSWER];

/**
 * A call with an idempotency key creates its session only while it holds the lease of the key, in
 * the commit that stores its answer, so a repeated call never creates another session. The result
 * lists the created sessions. `(… in (select …)) is true` is explained in apply-changes.ts.
 */
export const INSERT_SESSIONS: Statement = {
  name: "insert-sessions",
  text: `
with input as materialized (select * from ${unnestClause(NEW)}),
answers as (
  update idempotency
  set status = answer_status, body = answer_body, content_type = answer_type, lease_until = null
  from input
  where idempotency.merchant_id = input.merchant_id
    and idempotency.scope = answer_scope
    and idempotency.key = answer_key
    and idempotency.lease_until = answer_lease
  returning input.session_id
)
insert into session (${namesOf(SESSION.columns)})
select ${namesOf(SESSION.columns)} from input
where answer_key is null or (session_id in (select session_id from answers)) is true
returning session_id`,
};

export const FIND_SESSIONS: Statement = {
  name: "find-sessions",
  text: `
select session.*
from unnest($1::text[], $2::text[]) as input (merchant_id, session_id)
join session using (merchant_id, session_id)`,
};

export type BatchedSessions = SessionStore & {
  /** Drops a merchant's sessions from the cache after they have changed. */
  forget(merchantId: MerchantId): void;
  close(): Promise<void>;
};

/** Sessions, written and read in batches: all that wait at the same time share a statement. */
export function createSessionStore(connect: Connect): BatchedSessions {
  const writes = new BatchConnection(connect);
  const reads = new BatchConnection(connect);
  const cache = new RecentMap<SessionId, Session>(CACHED);
  let forgotten = 0;
  const remember = (session: Session): Session => {
    cache.set(session.sessionId, session);
    return session;
  };
  const inserts = createBatchQueue<NewSession, boolean>((batch) => insertSessions(writes, batch), {
    cap: BATCH_CAP,
    subjectOf: ({ session }) => session.merchantId,
  });
  const finds = createBatchQueue<SessionId, Session | undefined>(
    (ids) => findSessions(reads, ids),
    { cap: BATCH_CAP, subjectOf: merchantOf },
  );
  return {
    async create(session, keyed) {
      const wasMade = await keepWork(inserts.submit({ session, keyed }));
      if (!wasMade) throw new KeyTakenOver();
      remember(session);
    },
    async find(sessionId) {
      const known = cache.get(sessionId);
      if (known !== undefined) return known;
      const before = forgotten;
      const found = await keepWork(finds.submit(sessionId));
      // A session that was read before `forget` may have changed since, so it is not cached.
      return found === undefined || before !== forgotten ? found : remember(found);
    },
    forget(merchantId) {
      forgotten += 1;
      cache.deleteWhere((session) => session.merchantId === merchantId);
    },
    async close() {
      await Promise.all([writes.close(), reads.close()]);
    },
  };
}

async function insertSessions(
  connection: BatchConnection,
  batch: readonly NewSession[],
): Promise<readonly boolean[]> {
  const rows = await connection.run(INSERT_SESSIONS, columnValues(NEW, batch));
  const made = new Set(rows.map((row) => text(row, "session_id")));
  return batch.map(({ session }) => made.has(session.sessionId));
}

async function findSessions(
  connection: BatchConnection,
  ids: readonly SessionId[],
): Promise<readonly (Session | undefined)[]> {
  const rows = await connection.run(FIND_SESSIONS, [ids.map(merchantOf), [...ids]]);
  const sessions = new Map(rows.map((row) => [text(row, "session_id"), SESSION.read(row)]));
  return ids.map((id) => sessions.get(id));
}
