import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId, OrderId, SessionId } from "../../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";

/** A logged call of a merchant's program, with the status of its answer. */
export type LoggedRequest = {
  /**
   * The number of calls that were not logged before this entry, because they exceeded the log's
   * capacity; such an entry has no other facts. Absent for a call.
   */
  readonly unrecorded: number | undefined;
  /** Ids sort by time. */
  readonly entryId: string;
  readonly at: Instant;
  readonly method: string;
  /** With its query, without the parts that must not be stored. */
  readonly path: string;
  readonly status: number;
  /** Code of the problem or the decline, if there was one. */
  readonly code: string | undefined;
  /** Time until the answer began, in microseconds. */
  readonly durationUs: number;
  readonly keyLastFour: string | undefined;
  readonly requestId: string;
  /** The client's network: an IPv4 address or an IPv6 /64. */
  readonly network: string | undefined;
  readonly orderId: OrderId | undefined;
};

/**
 * A logged call with its bodies as JSON; a body is absent if there was none, or none that may be
 * stored.
 */
export type LoggedCall = LoggedRequest & {
  readonly requestBody: LoggedBody | undefined;
  readonly responseBody: LoggedBody | undefined;
};

/** The stored part of a body: JSON, and whether it was truncated. */
export type LoggedBody = { readonly text: string; readonly isCut: boolean };

/** The merchant and mode whose calls a part of the request log holds. */
export type LogOwner = { readonly merchantId: MerchantId; readonly mode: Mode };

/** Selects calls of the log; all given conditions must hold. */
export type RequestFilter = {
  /** `402`, or a prefix: `40x`, `4xx`. */
  readonly status?: string | undefined;
  readonly code?: string | undefined;
  readonly method?: string | undefined;
  /** Part of the path, in either case. */
  readonly path?: string | undefined;
  readonly requestId?: string | undefined;
  readonly keyLastFour?: string | undefined;
  readonly from?: Instant | undefined;
  /** Until this moment, exclusive. */
  readonly until?: Instant | undefined;
};

export type RequestSearch = RequestFilter & {
  /** Only entries older than this one. */
  readonly after?: string | undefined;
  /** Only entries newer than this one, starting with the next newer. */
  readonly before?: string | undefined;
  readonly limit: number;
};

/** A part of the log, newest first. */
export type FoundRequests = {
  readonly requests: readonly LoggedRequest[];
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
};

export interface RequestLog {
  list(owner: LogOwner, search: RequestSearch): Promise<FoundRequests | "too_slow">;
  find(owner: LogOwner, entryId: string): Promise<LoggedCall | undefined>;
  /** Lists the calls about a payment and its session, oldest first, up to a hundred. */
  ofPayment(owner: LogOwner, payment: PaymentOfLog): Promise<readonly LoggedRequest[]>;
}

export type PaymentOfLog = { readonly orderId: OrderId; readonly sessionId: SessionId };
