import type { ErrorCode } from "./error-codes.ts";

/** A field that a refusal is about; `message` completes a sentence that begins with it. */
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
 * Whatever went wrong with a call. No card number, key or body of a request is ever in it, so it
 * may be logged as it is.
 */
export class VezneError extends Error {
  override readonly name: string = "VezneError";
  /** Stable; decide by this, not by `detail`. */
  readonly code: ErrorCode;
  /** The HTTP status; absent where there was no answer. */
  readonly status: number | undefined;
  /** For people. */
  readonly detail: string;
  /** The fields concerned, if any. */
  readonly errors: readonly FieldError[];
  /** Names the call in the service's log. */
  readonly requestId: string | undefined;
  /** Whether the same call may well succeed later; `maxRetries` further tries did not. */
  readonly retryable: boolean;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** All members of the answer, such as the `order_id` concerned. */
  readonly problem: Readonly<Record<string, unknown>>;
  /** With this key the call can be made again without being done twice. */
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

/** The request is wrong as it is, or names something that does not exist. */
export class VezneRequestError extends VezneError {
  override readonly name = "VezneRequestError";
}

/** The API key is missing or not valid. */
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

/** The service failed, or something between it and us did. */
export class VezneServerError extends VezneError {
  override readonly name = "VezneServerError";
}

/** No answer arrived; whether the call was carried out is unknown. */
export class VezneConnectionError extends VezneError {
  override readonly name = "VezneConnectionError";
}

/** A redirect or a webhook that was not signed with the merchant's secret, or not recently. */
export class VezneSignatureError extends VezneError {
  override readonly name = "VezneSignatureError";
}
