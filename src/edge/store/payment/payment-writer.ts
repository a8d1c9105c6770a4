import type pg from "pg";
import type { OrderId } from "../../../kernel/ids.ts";
import type {
  Change,
  ChangeResult,
  Intent,
  IntentResult,
  PaymentStore,
} from "../../../payment/ports.ts";
import { PAYMENT_STATES } from "../../../payment/states.ts";
import { keepWork } from "../../system/loop-watch.ts";
import { writeChanges, type ChangeKind } from "./apply-changes.ts";
import type { BatchedChange, NewAttempt } from "./change-parts.ts";
import { BatchConnection, type Connect } from "../sql/batch-connection.ts";
import { createBatchQueue } from "../sql/batch-queue.ts";
import { isConnectionError } from "../sql/database-error.ts";
import { FIND_ORDERS, intentValues, RECORD_INTENTS } from "./record-intents.ts";
import { column } from "../sql/mapping.ts";
import { moment, text } from "../sql/rows.ts";
import { CLOSED } from "../session/session-closure-store.ts";

/** Measured: a larger batch only adds waiting time, a smaller one needs more commits. */
const BATCH_CAP = 64;

export type PaymentWriter = Pick<PaymentStore, "recordIntent" | "applyChange"> & {
  /** Moves a payment and inserts the attempt to capture or void it. */
  beginModification(change: Change, begun: NewAttempt): Promise<ChangeResult>;
  /** Applies the outcome of a capture or void whose attempt is still open. */
  applyModification(change: Change): Promise<ChangeResult>;
  /** The number of items that wait in each queue, for the metrics. */
  depths(): { readonly intents: number; readonly changes: number };
  close(): Promise<void>;
};

/**
 * The batch writer: intents that wait at the same time are written in one statement and one
 * commit, and so are changes. Each queue has its own connection.
 * The reasons are in docs/decisions/batch-writer.md.
 */
export function createPaymentWriter(connect: Connect, pool: pg.Pool): PaymentWriter {
  const intentConnection = new BatchConnection(connect);
  const changeConnection = new BatchConnection(connect);
  // Opened by the first capture or void.
  const beginConnection = new BatchConnection(connect);
  const outcomeConnection = new BatchConnection(connect);
  const intents = createBatchQueue<Intent, IntentResult>(
    (batch) => recordIntents(intentConnection, pool, batch),
    { cap: BATCH_CAP, subjectOf: ({ payment }) => payment.merchantId },
  );
  const queueOf = (kind: ChangeKind, connection: BatchConnection) =>
    createBatchQueue<BatchedChange, ChangeResult>(
      (batch) => writeChanges(connection, kind, batch),
      { cap: BATCH_CAP, subjectOf: ({ change }) => change.merchantId },
    );
  const changes = queueOf("apply", changeConnection);
  const [begins, decisions] = [
    queueOf("begin", beginConnection),
    queueOf("decide", outcomeConnection),
  ];
  return {
    recordIntent: (intent) => keepWork(intents.submit(intent)),
    applyChange: (change) => keepWork(changes.submit({ change })),
    beginModification: (change, begun) => keepWork(begins.submit({ change, begun })),
    applyModification: (change) => keepWork(decisions.submit({ change })),
    depths: () => ({
      intents: intents.depth,
      changes: changes.depth + begins.depth + decisions.depth,
    }),
    async close() {
      const connections = [intentConnection, changeConnection, beginConnection, outcomeConnection];
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
}

async function recordIntents(
  connection: BatchConnection,
  pool: pg.Pool,
  batch: readonly Intent[],
): Promise<readonly IntentResult[]> {
  const recorded = await writeIntents(connection, batch);
  const results = batch.map((intent): Promise<IntentResult> =>
    recorded.has(intent.payment.orderId)
      ? Promise.resolve({ kind: "recorded" })
      : explainRefusal(pool, intent),
  );
  return Promise.all(results);
}

/**
 * If the connection breaks, the intents may or may not be committed, so the batch is looked up and
 * only the missing intents are written again.
 */
async function writeIntents(
  connection: BatchConnection,
  batch: readonly Intent[],
): Promise<ReadonlySet<string>> {
  try {
    return orderIds(await connection.run(RECORD_INTENTS, intentValues(batch)));
  } catch (error) {
    if (!isConnectionError(error)) throw error;
    const written = orderIds(await connection.run(FIND_ORDERS, orderKeys(batch)));
    const missing = batch.filter((intent) => !written.has(intent.payment.orderId));
    if (missing.length === 0) return written;
    const late = orderIds(await connection.run(RECORD_INTENTS, intentValues(missing)));
    return new Set([...written, ...late]);
  }
}

function orderIds(rows: readonly Record<string, unknown>[]): ReadonlySet<string> {
  return new Set(rows.map((row) => text(row, "order_id")));
}

function orderKeys(batch: readonly Intent[]): unknown[][] {
  return [
    batch.map((intent) => intent.payment.merchantId),
    batch.map((intent) => intent.payment.orderId),
  ];
}

const HOLDER_ORDER = column.id<OrderId>("order_id");
const HOLDER_STATE = column.oneOf("state", PAYMENT_STATES);

async function explainRefusal(pool: pg.Pool, intent: Intent): Promise<IntentResult> {
  const { merchantId, sessionId } = intent.payment;
  const { rows } = await pool.query<Record<string, unknown>>(
    `select order_id, created_at, state
     from session_payment left join payment using (merchant_id, order_id, created_at)
     where merchant_id = $1 and session_payment.session_id = $2 and holds_session`,
    [merchantId, sessionId],
  );
  const [holder] = rows;
  // If no payment holds the session, either the key was taken, or the payment that held the session
  // has failed since.
  if (holder === undefined) return { kind: "key_taken" };
  if (text(holder, "order_id") === CLOSED) {
    return { kind: "session_closed", at: moment(holder, "created_at") };
  }
  return {
    kind: "session_taken",
    orderId: HOLDER_ORDER.read(holder),
    state: HOLDER_STATE.read(holder),
  };
}
