import { statusOf, type ProblemCode } from "./problem-codes.ts";

export type FieldError = { readonly field: string; readonly message: string };

/**
 * A refused request (RFC 9457). `code` is stable, and `statusOf` looks the HTTP status up by it;
 * `detail` is for people.
 */
export type Problem = {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  /** Seconds until the same request may succeed, for the header `Retry-After`. */
  readonly retryAfterS?: number;
  /** Further members of the document, such as the `order_id` concerned. */
  readonly extra?: Readonly<Record<string, unknown>>;
};

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  417: "Expectation Failed",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

export const UNKNOWN_SESSION: Problem = {
  code: "session_not_found",
  detail: "session_id is not the id of a session.",
};

/** The problem of one wrong field; `message` completes a sentence that begins with its name. */
export function invalidField(field: string, code: ProblemCode, message: string): Problem {
  return { code, detail: `${field} ${message}.`, errors: [{ field, message }] };
}

/** The address below which each code has a page at `/errors/<code>`. */
export function docsAddress(publicUrl: string): string {
  return `${publicUrl}/docs`;
}

/** The members of a problem document, in the order in which they are written. */
export function problemBody(
  problem: Problem,
  base: { readonly docs: string; readonly payment: boolean },
): Record<string, unknown> {
  const status = statusOf(problem);
  return {
    type: `${base.docs}/errors/${problem.code}`,
    title: TITLES[status] ?? "Error",
    status,
    detail: problem.detail,
    code: problem.code,
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
    ...(base.payment ? { success: false } : {}),
    ...problem.extra,
  };
}

/**
 * How a route writes its errors: session creation as `{ detail }` (spec 7.1), `pay` in the style of
 * its answers, other payment routes as a problem document with `success: false`.
 */
export type ErrorForm = "detail" | "problem" | "payment" | "pay";
