import type { Instant } from "../kernel/clock.ts";
import type { MerchantId, OrderId, SessionId } from "../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";

/** A call of a merchant's program, and how it was answered. */
export type LoggedRequest = {
  /**
   * How many calls before this moment were more than the log has room for; such an entry tells
   * nothing else. Absent for a call.
   */
  readonly unrecorded: number | undefined;
  /** Sorts by time. */
  readonly entryId: string;
  readonly at: Instant;
  readonly method: string;
  /** With its query, as far as that may be kept. */
  readonly path: string;
  readonly status: number;
  /** Of the problem or the decline, where there was one. */
  readonly code: string | undefined;
  /** Until the answer began, in microseconds. */
  readonly durationUs: number;
  readonly keyLastFour: string | undefined;
  readonly requestId: string;
  /** Of the client: an IPv4 address or an IPv6 /64. */
  readonly network: string | undefined;
  readonly orderId: OrderId | undefined;
};

/** One of them with its bodies as JSON; absent where there was none, or none to keep. */
export type LoggedCall = LoggedRequest & {
  readonly requestBody: LoggedBody | undefined;
  readonly responseBody: LoggedBody | undefined;
};

/** What the log keeps of a body: JSON, and whether there was more. */
export type LoggedBody = { readonly text: string; readonly isCut: boolean };

/** Whose calls a part of the request log holds. */
export type LogOwner = { readonly merchantId: MerchantId; readonly mode: Mode };

/** Which calls somebody looks for; all that is given must be so. */
export type RequestFilter = {
  /** `402`; `40x` or `4xx` for all that begin so. */
  readonly status?: string | undefined;
  readonly code?: string | undefined;
  readonly method?: string | undefined;
  /** Part of the path, in any case. */
  readonly path?: string | undefined;
  readonly requestId?: string | undefined;
  readonly keyLastFour?: string | undefined;
  readonly from?: Instant | undefined;
  /** Not that moment itself. */
  readonly until?: Instant | undefined;
};

export type RequestSearch = RequestFilter & {
  /** Only older ones than this entry. */
  readonly after?: string | undefined;
  /** Only newer ones than this entry, those next to it. */
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
  /** The calls about a payment and the session that it is of, oldest first, up to a hundred. */
  ofPayment(owner: LogOwner, payment: PaymentOfLog): Promise<readonly LoggedRequest[]>;
}

export type PaymentOfLog = { readonly orderId: OrderId; readonly sessionId: SessionId };
