import type pg from "pg";
import type { OrderId } from "../../kernel/ids.ts";
import { Pace } from "../../kernel/queue/pace.ts";
import type {
  Change,
  ChangeResult,
  Intent,
  IntentResult,
  PaymentStore,
} from "../../domain/payment/ports.ts";
import { PAYMENT_STATES } from "../../domain/payment/states.ts";
import { keepWork } from "../../system/loop-watch.ts";
import { changeCall, readChanges, type ChangeKind } from "./apply-changes.ts";
import type { BatchedChange, NewAttempt } from "./change-parts.ts";
import { BatchConnection, type Connect } from "../../database/batch/batch-connection.ts";
import { CommitLane, type LaneKind } from "../../database/batch/commit-lane.ts";
import type { Call } from "../../database/connection/statement.ts";
import { FIND_ORDERS, intentValues, RECORD_INTENTS } from "./record-intents.ts";
import { column } from "../../database/mapping/mapping.ts";
import { moment, text } from "../../database/mapping/rows.ts";
import { CLOSED } from "../session/session-closure-store.ts";

/** The most intents and changes in a batch: a larger one only adds waiting time. */
const BATCH_CAP = 128;

/** The number of payments a second from which a process is busy. */
const BUSY_PER_SECOND = 100;

export type PaymentWriter = Pick<PaymentStore, "recordIntent" | "applyChange"> & {
  /** Moves a payment and inserts the attempt to capture or void it. */
  beginModification(change: Change, begun: NewAttempt): Promise<ChangeResult>;
  /** Applies the outcome of a capture or void whose attempt is still open. */
  applyModification(change: Change): Promise<ChangeResult>;
  /** True above 100 payments a second; background jobs then pause. */
  isBusy(): boolean;
  /** The number of items that wait in each queue, for the metrics. */
  depths(): { readonly intents: number; readonly changes: number };
  close(): Promise<void>;
};

/** Throws if money may not be moved now, for a new order or for the given one. */
export type CheckBegin = (orderId?: OrderId) => void;

export const allowed: CheckBegin = () => undefined;

/**
 * The batch writer: intents and outcomes that wait at the same time are written in one commit, over
 * one connection. Beginnings and outcomes of captures and voids have a lane of their own, because
 * few processes ever need it.
 * The reasons are in docs/decisions/batch-writer.md.
 */
export function createPaymentWriter(
  connect: Connect,
  pool: pg.Pool,
  checkBegin: CheckBegin = allowed,
): PaymentWriter {
  const connection = new BatchConnection(connect);
  // Opened by the first capture or void.
  const holdConnection = new BatchConnection(connect);
  const pace = new Pace(() => performance.now());
  const lane = new CommitLane(connection, BATCH_CAP);
  const holdLane = new CommitLane(holdConnection, BATCH_CAP);
  // Changes come before intents: a change that releases a session lets an intent take it.
  const changes = lane.add(changesOf("apply"));
  const [begins, decisions] = [holdLane.add(changesOf("begin")), holdLane.add(changesOf("decide"))];
  const intents = lane.add(intentsOver(connection));
  const recordIntent = async (intent: Intent): Promise<IntentResult> => {
    checkBegin();
    pace.note(1);
    return (await intents.submit(intent)) ? { kind: "recorded" } : explainRefusal(pool, intent);
  };
  return {
    recordIntent: (intent) => keepWork(recordIntent(intent)),
    applyChange: (change) => keepWork(changes.submit({ change })),
    async beginModification(change, begun) {
      if (change.isAdopted !== true) checkBegin(change.orderId);
      return keepWork(begins.submit({ change, begun }));
    },
    applyModification: (change) => keepWork(decisions.submit({ change })),
    isBusy: () => pace.perSecond() >= BUSY_PER_SECOND,
    depths: () => ({
      intents: intents.depth,
      changes: changes.depth + begins.depth + decisions.depth,
    }),
    async close() {
      await Promise.all([connection.close(), holdConnection.close()]);
    },
  };
}

function changesOf(kind: ChangeKind): LaneKind<BatchedChange, ChangeResult> {
  return {
    subjectOf: ({ change }) => change.merchantId,
    call: (batch) => changeCall(kind, batch),
    read: readChanges,
  };
}

/**
 * Intents, each with the result whether it was recorded. If the connection breaks, they may or may
 * not be committed, so the batch is looked up and only the missing intents are written again. The
 * server may commit the first try even then.
 */
function intentsOver(connection: BatchConnection): LaneKind<Intent, boolean> {
  return {
    subjectOf: ({ payment }) => payment.merchantId,
    call: intentCall,
    read: (rows, batch) => isIn(batch, new Set(rows.map(([orderId]) => orderId))),
    async afterBreak(batch) {
      const written = orderIds(await connection.run(FIND_ORDERS, orderKeys(batch)));
      const missing = batch.filter((intent) => !written.has(intent.payment.orderId));
      if (missing.length === 0) return isIn(batch, written);
      await connection.runTogether([intentCall(missing)]);
      // The first try may have been committed while the second one waited for its locks.
      const late = orderIds(await connection.run(FIND_ORDERS, orderKeys(missing)));
      return isIn(batch, new Set([...written, ...late]));
    },
  };
}

function intentCall(batch: readonly Intent[]): Call {
  return { statement: RECORD_INTENTS, values: intentValues(batch) };
}

function isIn(
  batch: readonly Intent[],
  orders: ReadonlySet<string | null | undefined>,
): readonly boolean[] {
  return batch.map(({ payment }) => orders.has(payment.orderId));
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
