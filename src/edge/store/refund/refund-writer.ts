import { merchantOf, type RefundId } from "../../../kernel/ids.ts";
import type { RefundChange, RefundIntent, RefundKey } from "../../../refund/ports.ts";
import type { Refund } from "../../../refund/refund.ts";
import { keepWork } from "../../system/loop-watch.ts";
import { BatchConnection, type Connect, type Statement } from "../sql/batch-connection.ts";
import { createBatchQueue } from "../sql/batch-queue.ts";
import { integer } from "../sql/rows.ts";
import {
  findRefundedPayments,
  findRefunds,
  findRefundsWithPayments,
  type FoundPayment,
  type FoundRefund,
} from "./refund-reads.ts";
import {
  BEGIN_REFUNDS,
  begunValues,
  MOVE_REFUNDS,
  movedValues,
  type Planned,
} from "./refund-statements.ts";

/** As large as the batches of payments (payment-writer.ts). */
const BATCH_CAP = 64;

/** Reads and writes refunds in batches; docs/decisions/batch-writer.md has the reasons. */
export type RefundWriter = {
  findPayment(key: RefundKey): Promise<FoundPayment>;
  findWithPayment(refundId: RefundId): Promise<FoundRefund | undefined>;
  find(refundId: RefundId): Promise<Refund | undefined>;
  /** False if the payment has changed since it was read; nothing is written then. */
  begin(intent: Planned<RefundIntent>): Promise<boolean>;
  /** False if the payment has changed since it was read; nothing is written then. */
  move(change: Planned<RefundChange>): Promise<boolean>;
  /** The number of items that wait. */
  readonly depth: number;
  close(): Promise<void>;
};

/** Each queue has its own connection, because a connection does one commit at a time. */
export function createRefundWriter(connect: Connect): RefundWriter {
  const [reads, begins, moves] = [
    new BatchConnection(connect),
    new BatchConnection(connect),
    new BatchConnection(connect),
  ];
  const limits = { cap: BATCH_CAP };
  const payments = createBatchQueue<RefundKey, FoundPayment>(
    (keys) => findRefundedPayments(reads, keys),
    { ...limits, subjectOf: ({ orderId }) => merchantOf(orderId) },
  );
  const withPayments = createBatchQueue<RefundId, FoundRefund | undefined>(
    (ids) => findRefundsWithPayments(reads, ids),
    { ...limits, subjectOf: merchantOf },
  );
  const refunds = createBatchQueue<RefundId, Refund | undefined>((ids) => findRefunds(reads, ids), {
    ...limits,
    subjectOf: merchantOf,
  });
  const begun = createBatchQueue<Planned<RefundIntent>, boolean>(
    (batch) => written(begins, { statement: BEGIN_REFUNDS, values: begunValues(batch), batch }),
    { ...limits, subjectOf: ({ write }) => write.refund.merchantId },
  );
  const moved = createBatchQueue<Planned<RefundChange>, boolean>(
    (batch) => written(moves, { statement: MOVE_REFUNDS, values: movedValues(batch), batch }),
    { ...limits, subjectOf: ({ write }) => write.refund.merchantId },
  );
  return {
    findPayment: (key) => keepWork(payments.submit(key)),
    findWithPayment: (refundId) => keepWork(withPayments.submit(refundId)),
    find: (refundId) => keepWork(refunds.submit(refundId)),
    begin: (intent) => keepWork(begun.submit(intent)),
    move: (change) => keepWork(moved.submit(change)),
    get depth() {
      return begun.depth + moved.depth;
    },
    async close() {
      await Promise.all([reads.close(), begins.close(), moves.close()]);
    },
  };
}

type Written = {
  readonly statement: Statement;
  readonly values: readonly unknown[][];
  readonly batch: readonly unknown[];
};

async function written(
  connection: BatchConnection,
  { statement, values, batch }: Written,
): Promise<readonly boolean[]> {
  const rows = await connection.run(statement, values);
  const done = new Set(rows.map((row) => integer(row, "ord")));
  return batch.map((_, index) => done.has(index + 1));
}
