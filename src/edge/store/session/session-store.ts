import type { SessionStore } from "../../../checkout/ports.ts";
import type { Session } from "../../../checkout/session.ts";
import { toIso } from "../../../kernel/clock.ts";
import { merchantOf, type MerchantId, type SessionId } from "../../../kernel/ids.ts";
import { KeyTakenOver, type KeyedAnswer } from "../../../kernel/keyed-answer.ts";
import { money } from "../../../kernel/money.ts";
import { keepWork } from "../../system/loop-watch.ts";
import { BatchConnection, type Connect, type Statement } from "../sql/batch-connection.ts";
import { createBatchQueue } from "../sql/batch-queue.ts";
import { columnValues, namesOf, unnestClause, type Column } from "../sql/columns.ts";
import { bigint, currency, flag, jsonText, moment, text, trusted, type Row } from "../sql/rows.ts";

const BATCH_CAP = 64;
/**
 * Sessions change in nothing but their end, where a sandbox goes back to the real time; the newest
 * are the ones that are paid.
 */
const CACHE_SIZE = 10_000;

const COLUMNS: readonly Column<Session>[] = [
  ["merchant_id", "text", (session) => session.merchantId],
  ["session_id", "text", (session) => session.sessionId],
  ["mode", "text", (session) => session.mode],
  ["amount", "bigint", (session) => session.amount.minor],
  ["currency", "text", (session) => session.amount.currency],
  ["language", "text", (session) => session.language],
  ["capture_method", "text", (session) => session.captureMethod],
  ["customer", "jsonb", (session) => JSON.stringify(session.customer)],
  ["basket", "jsonb", (session) => JSON.stringify(session.basket)],
  ["success_url", "text", (session) => session.successUrl],
  ["fail_url", "text", (session) => session.failUrl],
  ["metadata", "text", (session) => JSON.stringify(session.metadata)],
  ["embedded", "boolean", (session) => session.embedded],
  ["created_at", "timestamptz", (session) => toIso(session.createdAt)],
  ["expires_at", "timestamptz", (session) => toIso(session.expiresAt)],
];

/** A session to be written, with the answer that becomes its key's in the same commit. */
type NewSession = { readonly session: Session; readonly keyed: KeyedAnswer | undefined };

const SESSION: readonly Column<NewSession>[] = COLUMNS.map(([name, type, value]) => [
  name,
  type,
  ({ session }) => value(session),
]);

const ANSWER: readonly Column<NewSession>[] = [
  ["answer_scope", "text", ({ keyed }) => keyed?.scope],
  ["answer_key", "text", ({ keyed }) => keyed?.key],
  ["answer_lease", "timestamptz", ({ keyed }) => keyed && toIso(keyed.leaseUntil)],
  ["answer_status", "smallint", ({ keyed }) => keyed?.answer.status],
  ["answer_type", "text", ({ keyed }) => keyed?.answer.contentType],
  ["answer_body", "text", ({ keyed }) => keyed?.answer.body],
];

const NEW = [...SESSION, ...ANSWER];

/**
 * A call with a key makes its session only while the key is its own, and in the commit of its
 * answer: a repeated call never makes another one. The result lists the sessions that were made.
 */
const INSERT: Statement = {
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
insert into session (${namesOf(SESSION)})
select ${namesOf(SESSION)} from input
where answer_key is null or (session_id in (select session_id from answers)) is true
returning session_id`,
};

const FIND: Statement = {
  name: "find-sessions",
  text: `
select session.*
from unnest($1::text[], $2::text[]) as input (merchant_id, session_id)
join session using (merchant_id, session_id)`,
};

export type BatchedSessions = SessionStore & {
  /** Forgets the copies of a merchant's sessions, whose ends have changed. */
  forget(merchantId: MerchantId): void;
  close(): Promise<void>;
};

/** Sessions, written and read in batches: whatever waits at the same time shares a statement. */
export function createSessionStore(connect: Connect): BatchedSessions {
  const writes = new BatchConnection(connect);
  const reads = new BatchConnection(connect);
  const cache = new Map<SessionId, Session>();
  let forgotten = 0;
  const remember = (session: Session): Session => {
    const [oldest] = cache.keys();
    if (oldest !== undefined && cache.size >= CACHE_SIZE) cache.delete(oldest);
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
      // What was read before others were forgotten may be as old as they were.
      return found === undefined || before !== forgotten ? found : remember(found);
    },
    forget(merchantId) {
      forgotten += 1;
      for (const [sessionId, session] of cache) {
        if (session.merchantId === merchantId) cache.delete(sessionId);
      }
    },
    async close() {
      await Promise.all([writes.close(), reads.close()]);
    },
  };
}

async function insertSessions(
  lane: BatchConnection,
  batch: readonly NewSession[],
): Promise<readonly boolean[]> {
  const rows = await lane.run(INSERT, columnValues(NEW, batch));
  const made = new Set(rows.map((row) => text(row, "session_id")));
  return batch.map(({ session }) => made.has(session.sessionId));
}

async function findSessions(
  lane: BatchConnection,
  ids: readonly SessionId[],
): Promise<readonly (Session | undefined)[]> {
  const rows = await lane.run(FIND, [ids.map(merchantOf), [...ids]]);
  const sessions = new Map(rows.map((row) => [text(row, "session_id"), readSession(row)]));
  return ids.map((id) => sessions.get(id));
}

export function readSession(row: Row): Session {
  return {
    merchantId: trusted(row, "merchant_id"),
    sessionId: trusted(row, "session_id"),
    mode: trusted(row, "mode"),
    amount: money(bigint(row, "amount"), currency(row, "currency")),
    language: trusted(row, "language"),
    captureMethod: trusted(row, "capture_method"),
    customer: trusted(row, "customer"),
    basket: trusted(row, "basket"),
    successUrl: text(row, "success_url"),
    failUrl: text(row, "fail_url"),
    metadata: jsonText(row, "metadata"),
    embedded: flag(row, "embedded"),
    createdAt: moment(row, "created_at"),
    expiresAt: moment(row, "expires_at"),
  };
}
