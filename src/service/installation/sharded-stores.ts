import type { PaymentReader } from "../../store/payment/payment-reader.ts";
import type { PaymentWriter } from "../../store/payment/payment-writer.ts";
import type { RefundWriter } from "../../store/refund/refund-writer.ts";
import type { BatchedSessions } from "../../store/session/session-store.ts";
import type { TransferRequestWriter } from "../../store/transfer/transfer-store.ts";
import { merchantOf } from "../../kernel/ids.ts";
import type { Shards } from "./shards.ts";

const nothing = (): Promise<void> => Promise.resolve();

/** The stores that write and read in batches, each call on the shard group of its merchant. */
export function shardedBatches(shards: Shards) {
  return {
    writer: shardedWriter(shards),
    reader: shardedReader(shards),
    refundWriter: shardedRefunds(shards),
    sessions: shardedSessions(shards),
    transferRequests: shardedRequests(shards),
  };
}

function shardedWriter(shards: Shards): PaymentWriter {
  const depthOf = (kind: "intents" | "changes"): number =>
    shards.opened().reduce((sum, { writer }) => sum + writer.depths()[kind], 0);
  return {
    recordIntent: (intent) =>
      shards.route(intent.payment.merchantId, ({ writer }) => writer.recordIntent(intent)),
    applyChange: (change) =>
      shards.route(change.merchantId, ({ writer }) => writer.applyChange(change)),
    beginModification: (change, begun) =>
      shards.route(change.merchantId, ({ writer }) => writer.beginModification(change, begun)),
    applyModification: (change) =>
      shards.route(change.merchantId, ({ writer }) => writer.applyModification(change)),
    isBusy: () => shards.opened().some(({ writer }) => writer.isBusy()),
    depths: () => ({ intents: depthOf("intents"), changes: depthOf("changes") }),
    close: nothing,
  };
}

function shardedReader(shards: Shards): PaymentReader {
  return {
    findPayment: (orderId) =>
      shards.route(merchantOf(orderId), ({ reader }) => reader.findPayment(orderId)),
    versionOf(payment) {
      for (const { reader } of shards.opened()) {
        const version = reader.versionOf(payment);
        if (version !== undefined) return version;
      }
      return undefined;
    },
    findAuthorization: (orderId) =>
      shards.route(merchantOf(orderId), ({ reader }) => reader.findAuthorization(orderId)),
    findCharge: (orderId) =>
      shards.route(merchantOf(orderId), ({ reader }) => reader.findCharge(orderId)),
    close: nothing,
  };
}

function shardedRefunds(shards: Shards): RefundWriter {
  return {
    findPayment: (key) =>
      shards.route(merchantOf(key.orderId), ({ refundWriter }) => refundWriter.findPayment(key)),
    findWithPayment: (id) =>
      shards.route(merchantOf(id), ({ refundWriter }) => refundWriter.findWithPayment(id)),
    find: (id) => shards.route(merchantOf(id), ({ refundWriter }) => refundWriter.find(id)),
    begin: (intent) =>
      shards.route(intent.write.refund.merchantId, ({ refundWriter }) =>
        refundWriter.begin(intent),
      ),
    move: (change) =>
      shards.route(change.write.refund.merchantId, ({ refundWriter }) => refundWriter.move(change)),
    get depth() {
      return shards.opened().reduce((sum, { refundWriter }) => sum + refundWriter.depth, 0);
    },
    close: nothing,
  };
}

function shardedSessions(shards: Shards): BatchedSessions {
  return {
    create: (session, keyed) =>
      shards.route(session.merchantId, ({ sessions }) => sessions.create(session, keyed)),
    find: (id) => shards.route(merchantOf(id), ({ sessions }) => sessions.find(id)),
    forget: (merchantId) => shards.opened().forEach(({ sessions }) => sessions.forget(merchantId)),
    close: nothing,
  };
}

function shardedRequests(shards: Shards): TransferRequestWriter {
  return {
    recordRequest: (request) =>
      shards.route(request.merchantId, ({ transferRequests }) =>
        transferRequests.recordRequest(request),
      ),
    close: nothing,
  };
}
