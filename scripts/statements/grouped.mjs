const WRITER = "a batch is written to the group of its merchants";
const READER = "the records of a batch are read from the group of its merchants";

/**
 * The files whose statements are given rows of many merchants, all of one shard group, with the
 * reason: the batch writer and the jobs send them to that group.
 */
const GROUPED = {
  "src/store/payment/apply-changes.ts": WRITER,
  "src/store/payment/payment-reader.ts": READER,
  "src/store/payment/record-intents.ts": WRITER,
  "src/store/refund/refund-reads.ts": READER,
  "src/store/refund/refund-statements.ts": WRITER,
  "src/store/request-log/request-log-owners.ts": "the request log is written group by group",
  "src/store/session/session-store.ts": WRITER,
};

/** The reason why the statements of a file may be given rows of many merchants, or undefined. */
export function groupedOf(path) {
  return GROUPED[path];
}
