import { merchantOf, type RefundId } from "../../kernel/ids.ts";
import type { RefundChange, RefundIntent, RefundKey } from "../../domain/refund/ports.ts";
import type { Refund } from "../../domain/refund/refund.ts";
import { keepWork } from "../../system/loop-watch.ts";
import { allowed, type CheckBegin } from "../payment/payment-writer.ts";
import { BatchConnection, type Connect } from "../../database/batch/batch-connection.ts";
import { BATCH_CAP, createBatchQueue } from "../../database/batch/batch-queue.ts";
import { CommitLane, type LaneKind } from "../../database/batch/commit-lane.ts";
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
  type PlannedWrite,
} from "./refund-statements.ts";

/** Reads and writes refunds in batches; docs/decisions/batch-writer.md has the reasons. */
export type RefundWriter = {
  findPayment(key: RefundKey): Promise<FoundPayment>;
  findWithPayment(refundId: RefundId): Promise<FoundRefund | undefined>;
  find(refundId: RefundId): Promise<Refund | undefined>;
  /**
   * Resolves to the version of the payment's row after the write. If the payment has changed since
   * it was read, nothing is written and there is no version.
   */
  begin(intent: PlannedWrite<RefundIntent>): Promise<string | undefined>;
  /** False if the payment has changed since it was read; nothing is written then. */
  move(change: PlannedWrite<RefundChange>): Promise<boolean>;
  /** The number of items that wait. */
  readonly depth: number;
  close(): Promise<void>;
};

/**
 * Beginnings and outcomes that wait at the same time share a commit; the reads have a connection of
 * their own, because a connection does one commit at a time.
 */
export function createRefundWriter(
  connect: Connect,
  checkBegin: CheckBegin = allowed,
): RefundWriter {
  const [reads, writes] = [new BatchConnection(connect), new BatchConnection(connect)];
  const lane = new CommitLane(writes, 2 * BATCH_CAP);
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
  const moved = lane.add(MOVES);
  const begun = lane.add(BEGINNINGS);
  return {
    findPayment: (key) => keepWork(payments.submit(key)),
    findWithPayment: (refundId) => keepWork(withPayments.submit(refundId)),
    find: (refundId) => keepWork(refunds.submit(refundId)),
    async begin(intent) {
      if (intent.write.isAdopted !== true) checkBegin(intent.write.refund.orderId);
      return keepWork(begun.submit(intent));
    },
    move: (change) => keepWork(moved.submit(change)),
    get depth() {
      return begun.depth + moved.depth;
    },
    async close() {
      await Promise.all([reads.close(), writes.close()]);
    },
  };
}

const MOVES: LaneKind<PlannedWrite<RefundChange>, boolean> = {
  subjectOf: ({ write }) => write.refund.merchantId,
  call: (batch) => ({ statement: MOVE_REFUNDS, values: movedValues(batch) }),
  read(rows, batch) {
    const written = new Set(rows.map(([ord]) => Number(ord)));
    return batch.map((_, index) => written.has(index + 1));
  },
};

const BEGINNINGS: LaneKind<PlannedWrite<RefundIntent>, string | undefined> = {
  subjectOf: ({ write }) => write.refund.merchantId,
  call: (batch) => ({ statement: BEGIN_REFUNDS, values: begunValues(batch) }),
  read(rows, batch) {
    const versions = new Map(rows.map(([ord, version]) => [Number(ord), version ?? undefined]));
    return batch.map((_, index) => versions.get(index + 1));
  },
};
