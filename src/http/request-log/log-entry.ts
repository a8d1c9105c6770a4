import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId, OrderId, SessionId } from "../../kernel/ids.ts";
import type { LoggedBody, LogOwner } from "../../domain/report/request-log.ts";

/** The hash of a presented API key that is not in force; it may be an expired key. */
export type ClaimedKey = { readonly merchantId: MerchantId; readonly hash: string };

/** A call that waits to be written; it never contains a card number, not even in memory. */
export type LogEntry = {
  readonly at: Instant;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The code of a problem; the code of a decline is in the answer. */
  readonly code: string | undefined;
  readonly durationUs: number;
  readonly requestId: string;
  readonly network: string;
  readonly keyLastFour: string | undefined;
  /** The owner, if the caller was authenticated. */
  readonly caller: LogOwner | undefined;
  readonly claimedKey: ClaimedKey | undefined;
  /** The session in the request; it may belong to another merchant. */
  readonly sessionId: SessionId | undefined;
  readonly orderId: OrderId | undefined;
  readonly requestBody: LoggedBody | undefined;
  /** The answer as it was sent; it is redacted when the entry is written. */
  readonly answer: string | undefined;
  /** True if the answer was too long to be logged at all. */
  readonly isAnswerLeftOut: boolean;
  /** True if the log has admitted the entry before its answer was read. */
  readonly isAdmitted: boolean;
};

/** A call with the data of its answer; its owner is not known yet. */
export type ReadEntry = {
  readonly entry: LogEntry;
  readonly code: string | undefined;
  /** The session that the request or the answer names. */
  readonly sessionId: SessionId | undefined;
  readonly orderId: OrderId | undefined;
  /** True if the answer named the order, which proves that the order is the caller's. */
  readonly isOrderKnown: boolean;
  readonly responseBody: LoggedBody | undefined;
};

/** A call whose owner is known; its session and order belong to the owner. */
export type OwnedEntry = {
  readonly read: ReadEntry;
  readonly owner: LogOwner;
  readonly keyLastFour: string | undefined;
  readonly sessionId: SessionId | undefined;
  readonly orderId: OrderId | undefined;
};
