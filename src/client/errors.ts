import type { ErrorCode } from "./error-codes.ts";

/** A field with an error; `message` is the rest of a sentence that begins with the field. */
export type FieldError = { readonly field: string; readonly message: string };

export type ErrorFacts = {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly status?: number | undefined;
  readonly errors?: readonly FieldError[];
  readonly requestId?: string | undefined;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly problem?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
};

/**
 * The error of a call. It never contains a card number, an API key or the body of a request, so it
 * may be logged as it is.
 */
export class VezneError extends Error {
  override readonly name: string = "VezneError";
  /** The code on which to base decisions; it is stable, unlike `detail`. */
  readonly code: ErrorCode;
  /** The HTTP status; undefined if there was no answer. */
  readonly status: number | undefined;
  /** An explanation for people. */
  readonly detail: string;
  /** The fields with errors, if any. */
  readonly errors: readonly FieldError[];
  /** Identifies the call in the service's log. */
  readonly requestId: string | undefined;
  /** True if the same call may succeed later, although `maxRetries` retries failed. */
  readonly retryable: boolean;
  /** The wait that the service asks for, in ms. */
  readonly retryAfterMs: number | undefined;
  /** All members of the answer, such as `order_id`. */
  readonly problem: Readonly<Record<string, unknown>>;
  /** The call's idempotency key: the service carries out calls with the same key only once. */
  idempotencyKey: string | undefined;

  constructor(facts: ErrorFacts) {
    const { code, detail, cause } = facts;
    super(`${code}: ${detail}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.detail = detail;
    this.status = facts.status;
    this.errors = facts.errors ?? [];
    this.requestId = facts.requestId;
    this.retryable = facts.retryable ?? false;
    this.retryAfterMs = facts.retryAfterMs;
    this.problem = facts.problem ?? {};
  }
}

/** The request is invalid, or names something that does not exist. */
export class VezneRequestError extends VezneError {
  override readonly name = "VezneRequestError";
}

/** The API key is missing or not valid (401), or may not make this call (403). */
export class VezneAuthenticationError extends VezneError {
  override readonly name = "VezneAuthenticationError";
}

/** The session, payment or refund is in a state that does not allow the call. */
export class VezneConflictError extends VezneError {
  override readonly name = "VezneConflictError";
}

/** Too many calls; `retryAfterMs` says when to go on. */
export class VezneRateLimitError extends VezneError {
  override readonly name = "VezneRateLimitError";
}

/** The service failed, or a proxy in front of it. */
export class VezneServerError extends VezneError {
  override readonly name = "VezneServerError";
}

/** No answer arrived; the call may have been carried out. */
export class VezneConnectionError extends VezneError {
  override readonly name = "VezneConnectionError";
}

/** A redirect or webhook without a valid, recent signature by the merchant's secret. */
export class VezneSignatureError extends VezneError {
  override readonly name = "VezneSignatureError";
}
