import type pg from "pg";
import { merchantOf, type OrderId } from "../../../kernel/ids.ts";
import type { Payment } from "../../../payment/payment.ts";
import type {
  Change,
  ChangeResult,
  Intent,
  IntentResult,
  PaymentStore,
} from "../../../payment/ports.ts";
import { PAYMENT_STATES } from "../../../payment/states.ts";
import { keepWork } from "../../system/loop-watch.ts";
import { APPLY_CHANGES, changeValues } from "./apply-changes.ts";
import { BatchConnection, type Connect, type Statement } from "../sql/batch-connection.ts";
import { createBatchQueue } from "../sql/batch-queue.ts";
import { isConnectionError } from "../sql/database-error.ts";
import { PAYMENT } from "./payment-rows.ts";
import { FIND_ORDERS, intentValues, RECORD_INTENTS } from "./record-intents.ts";
import { column } from "../sql/mapping.ts";
import { integer, moment, text } from "../sql/rows.ts";
import { CLOSED } from "../session/session-closure-store.ts";

/** Measured: a larger batch only adds waiting time, a smaller one needs more commits. */
const BATCH_CAP = 64;

export type PaymentWriter = Pick<PaymentStore, "recordIntent" | "applyChange" | "findPayment"> & {
  /** The number of items that wait in each queue, for the metrics. */
  depths(): { readonly intents: number; readonly changes: number };
  close(): Promise<void>;
};

/**
 * The batch writer: intents that wait at the same time are written in one statement and one
 * commit, and so are changes. Payments are looked up in batches too. Each queue has its own
 * connection.
 * The reasons are in docs/decisions/batch-writer.md.
 */
export function createPaymentWriter(connect: Connect, pool: pg.Pool): PaymentWriter {
  const intentConnection = new BatchConnection(connect);
  const changeConnection = new BatchConnection(connect);
  const findConnection = new BatchConnection(connect);
  const intents = createBatchQueue<Intent, IntentResult>(
    (batch) => recordIntents(intentConnection, pool, batch),
    { cap: BATCH_CAP, subjectOf: ({ payment }) => payment.merchantId },
  );
  const changes = createBatchQueue<Change, ChangeResult>(
    (batch) => applyChanges(changeConnection, batch),
    { cap: BATCH_CAP, subjectOf: ({ merchantId }) => merchantId },
  );
  const finds = createBatchQueue<OrderId, Payment | undefined>(
    (batch) => findPayments(findConnection, batch),
    { cap: BATCH_CAP, subjectOf: merchantOf },
  );
  return {
    findPayment: (orderId) => keepWork(finds.submit(orderId)),
    recordIntent: (intent) => keepWork(intents.submit(intent)),
    applyChange: (change) => keepWork(changes.submit(change)),
    depths: () => ({ intents: intents.depth, changes: changes.depth }),
    async close() {
      await Promise.all([
        intentConnection.close(),
        changeConnection.close(),
        findConnection.close(),
      ]);
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

async function applyChanges(
  connection: BatchConnection,
  batch: readonly Change[],
): Promise<readonly ChangeResult[]> {
  const rows = await connection.run(APPLY_CHANGES, changeValues(batch));
  const applied = new Set(rows.map((row) => integer(row, "ord")));
  return batch.map((_, index) => ({ kind: applied.has(index + 1) ? "applied" : "superseded" }));
}

const FIND_PAYMENTS: Statement = {
  name: "find-payments",
  text: `
select payment.*
from unnest($1::text[], $2::text[]) as input (merchant_id, order_id)
join payment using (merchant_id, order_id)`,
};

async function findPayments(
  connection: BatchConnection,
  batch: readonly OrderId[],
): Promise<readonly (Payment | undefined)[]> {
  const rows = await connection.run(FIND_PAYMENTS, [batch.map(merchantOf), [...batch]]);
  const found = new Map(rows.map((row) => [text(row, "order_id"), PAYMENT.read(row)]));
  return batch.map((orderId) => found.get(orderId));
}
