import type pg from "pg";
import { DAY, later, toIso, type Clock, type Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { createBatchQueue } from "../../database/batch/batch-queue.ts";
import { columnValues, unnestClause, type Column } from "../../database/mapping/columns.ts";
import { text, optionalText, type Row } from "../../database/mapping/rows.ts";

/** The owner of a stored context: an event, an attempt, an order or a session. */
export type TraceSubject = { readonly merchantId: MerchantId; readonly subjectId: string };

/** A place in a trace, in the form of the headers of W3C Trace Context. */
type StoredContext = {
  readonly traceparent: string;
  readonly tracestate: string | undefined;
};

/** Stores the places in traces at which later work, perhaps of another process, goes on. */
export type TraceContextStore = {
  /** Resolves once the contexts are stored; those of many callers share a statement. */
  keep(subject: TraceSubject, context: StoredContext): Promise<void>;
  find(subject: TraceSubject): Promise<StoredContext | undefined>;
  /** The number of contexts that wait to be stored. */
  readonly waiting: number;
};

const BATCH_CAP = 256;
/** Longer than the attempts at a webhook last, after which nothing goes on with a trace. */
const KEPT_MS = 7 * DAY;
const DELETE_BATCH_SIZE = 1_000;

type NewContext = TraceSubject & StoredContext & { readonly at: Instant };

const SUBJECT: readonly Column<TraceSubject>[] = [
  ["merchant_id", "text", ({ merchantId }) => merchantId],
  ["subject_id", "text", ({ subjectId }) => subjectId],
];
const CONTEXT: readonly Column<NewContext>[] = [
  ...SUBJECT,
  ["traceparent", "text", ({ traceparent }) => traceparent],
  ["tracestate", "text", ({ tracestate }) => tracestate],
  ["created_at", "timestamptz", ({ at }) => toIso(at)],
];

const KEEP = `
insert into trace_context (merchant_id, subject_id, traceparent, tracestate, created_at)
select merchant_id, subject_id, traceparent, tracestate, created_at
from ${unnestClause(CONTEXT)}
on conflict do nothing`;

const FIND = `
select merchant_id, subject_id, traceparent, tracestate
from ${unnestClause(SUBJECT)}
join trace_context using (merchant_id, subject_id)`;

export function createTraceContextStore(pool: pg.Pool, clock: Clock): TraceContextStore {
  const kept = createBatchQueue<NewContext, void>(
    async (batch) => {
      await pool.query(KEEP, columnValues(CONTEXT, batch));
      return batch.map(() => undefined);
    },
    { cap: BATCH_CAP },
  );
  const found = createBatchQueue<TraceSubject, StoredContext | undefined>(
    async (batch) => {
      const { rows } = await pool.query<Row>(FIND, columnValues(SUBJECT, batch));
      const contexts = new Map(rows.map((row) => [text(row, "subject_id"), contextOf(row)]));
      return batch.map(({ subjectId }) => contexts.get(subjectId));
    },
    { cap: BATCH_CAP },
  );
  return {
    keep: (subject, context) => kept.submit({ ...subject, ...context, at: clock.now() }),
    find: (subject) => found.submit(subject),
    get waiting() {
      return kept.depth;
    },
  };
}

function contextOf(row: Row): StoredContext {
  return {
    traceparent: text(row, "traceparent"),
    tracestate: optionalText(row, "tracestate"),
  };
}

/** Deletes a batch of contexts that nothing needs any more; true if more may be left. */
export async function forgetTraceContexts(pool: pg.Pool, now: Instant): Promise<boolean> {
  const { rowCount } = await pool.query(
    `delete from trace_context where ctid = any (array(
       select ctid from trace_context where created_at < $1 order by created_at
       limit ${DELETE_BATCH_SIZE}
     ))`,
    [toIso(later(now, -KEPT_MS))],
  );
  return rowCount === DELETE_BATCH_SIZE;
}
