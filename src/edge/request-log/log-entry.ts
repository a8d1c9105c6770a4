import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId, OrderId, SessionId } from "../../kernel/ids.ts";
import type { LoggedBody, LogOwner } from "../../report/request-log.ts";

/** A key that nobody is known by, of which only the hash is kept; it may be one that has ended. */
export type ClaimedKey = { readonly merchantId: MerchantId; readonly hash: string };

/** A call as it waits to be written; nothing in it may be a card number, not even for a second. */
export type LogEntry = {
  readonly at: Instant;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Of the problem; a decline's is in the answer. */
  readonly code: string | undefined;
  readonly durationUs: number;
  readonly requestId: string;
  readonly network: string;
  readonly keyLastFour: string | undefined;
  /** Whose it was, if a guard let its caller in. */
  readonly caller: LogOwner | undefined;
  readonly claimedKey: ClaimedKey | undefined;
  /** What the request names; whether it is the caller's is not known. */
  readonly sessionId: SessionId | undefined;
  readonly orderId: OrderId | undefined;
  readonly requestBody: LoggedBody | undefined;
  /** As it left; redacted when it is written. */
  readonly answer: string | undefined;
  /** Whether the answer was too long to be kept at all. */
  readonly isAnswerLeftOut: boolean;
};

/** A call with what its answer tells, of whoever it may be. */
export type ReadEntry = {
  readonly entry: LogEntry;
  readonly code: string | undefined;
  /** Named by the request or the answer. */
  readonly sessionId: SessionId | undefined;
  readonly orderId: OrderId | undefined;
  /** Whether the answer named the order, and so knows that it is the caller's. */
  readonly isOrderKnown: boolean;
  readonly responseBody: LoggedBody | undefined;
};

/** One whose owner is known; its session and order are the owner's. */
export type OwnedEntry = {
  readonly read: ReadEntry;
  readonly owner: LogOwner;
  readonly keyLastFour: string | undefined;
  readonly sessionId: SessionId | undefined;
  readonly orderId: OrderId | undefined;
};
