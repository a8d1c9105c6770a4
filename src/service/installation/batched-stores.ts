import type { Pool } from "pg";
import { createPaymentReader } from "../../store/payment/payment-reader.ts";
import { createPaymentWriter, type CheckBegin } from "../../store/payment/payment-writer.ts";
import { createRefundWriter } from "../../store/refund/refund-writer.ts";
import { createSessionStore } from "../../store/session/session-store.ts";
import type { Connect } from "../../database/batch/batch-connection.ts";
import { createTransferRequestWriter } from "../../store/transfer/transfer-store.ts";

export type BatchedParts = {
  readonly connect: Connect;
  readonly pool: Pool;
  /** Called before money moves; throws while restored data are not compared with the banks. */
  readonly checkBegin: CheckBegin;
};

/** The stores that read and write in batches, over connections of their own. */
export function openBatched({ connect, pool, checkBegin }: BatchedParts) {
  return {
    writer: createPaymentWriter(connect, pool, checkBegin),
    reader: createPaymentReader(connect),
    refundWriter: createRefundWriter(connect, checkBegin),
    sessions: createSessionStore(connect),
    transferRequests: createTransferRequestWriter(connect),
  };
}
