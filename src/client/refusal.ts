import { codeOfStatus } from "./error-codes.ts";
import {
  VezneAuthenticationError,
  VezneConflictError,
  VezneRateLimitError,
  VezneRequestError,
  VezneServerError,
  type ErrorFacts,
  type FieldError,
  type VezneError,
} from "./errors.ts";
import { isRecord, parseRecord, textMember, type JsonRecord } from "./record.ts";
import type { FetchResponse } from "./platform.ts";

export type Refusal = Pick<FetchResponse, "status" | "headers"> & {
  readonly text: string;
  readonly now: number;
};

/** The statuses of temporary problems: limits, restarts and proxies without a service behind. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Converts a problem answer to an error (RFC 9457, or the `detail` of session creation). */
export function errorOf(refusal: Refusal): VezneError {
  const { status, headers, text, now } = refusal;
  const problem = parseRecord(text) ?? {};
  const code = textMember(problem, "code") ?? codeOfStatus(status);
  return classed(status, {
    code,
    status,
    detail: textMember(problem, "detail") ?? `The service answered ${status}.`,
    errors: fieldErrors(problem),
    requestId: headers.get("x-request-id") ?? undefined,
    retryable: PASSING.has(status) || code === "idempotency_key_in_use",
    retryAfterMs: retryAfter(headers.get("retry-after"), now),
    problem,
  });
}

function classed(status: number, facts: ErrorFacts): VezneError {
  if (status === 401 || status === 403) return new VezneAuthenticationError(facts);
  if (status === 409) return new VezneConflictError(facts);
  if (status === 429) return new VezneRateLimitError(facts);
  return status < 500 ? new VezneRequestError(facts) : new VezneServerError(facts);
}

function fieldErrors(problem: JsonRecord): readonly FieldError[] {
  const { errors } = problem;
  if (!Array.isArray(errors)) return [];
  return errors.filter(isRecord).flatMap((error) => {
    const field = textMember(error, "field");
    return field === undefined ? [] : [{ field, message: textMember(error, "message") ?? "" }];
  });
}

/** The header is a number of seconds or a date (RFC 9110, 10.2.3); the result is in ms. */
function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
