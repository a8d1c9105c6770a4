import { groupsOf } from "../../kernel/groups.ts";
import { PROBLEM_STATUS, type ProblemCode } from "../problem/problem-codes.ts";
import type { Operation } from "./operation.ts";
import type { CatalogRoute } from "./route-catalog.ts";

/** The problems of any call, before its handler runs or by a fault. */
const ANY_CALL: readonly ProblemCode[] = [
  "malformed_request",
  "validation_failed",
  "bad_request",
  "unsupported_media_type",
  "rate_limited",
  "internal_error",
  "database_unavailable",
  "service_stopping",
  "service_busy",
];

/** The problems of any call with a merchant's key. */
const WITH_KEY: readonly ProblemCode[] = ["missing_right", "network_not_allowed"];

const WITH_BODY: readonly ProblemCode[] = [
  "malformed_body",
  "body_too_large",
  "database_read_only",
];

const ANY_POST: readonly ProblemCode[] = [
  ...WITH_BODY,
  "invalid_idempotency_key",
  "idempotency_key_in_use",
  "idempotency_key_reused",
];

/**
 * The problems of a connection: the path is not known yet, so they are never in a route's error
 * form.
 */
export const OF_CONNECTION: readonly ProblemCode[] = [
  "malformed_request",
  "request_timeout",
  "body_too_large",
  "expectation_failed",
  "headers_too_large",
];

/** The codes with which an operation may refuse a call, by HTTP status. */
export function problemsOf(
  operation: Operation,
  route: CatalogRoute,
): ReadonlyMap<number, readonly ProblemCode[]> {
  const posted = route.method === "POST" ? ANY_POST : route.method === "GET" ? [] : WITH_BODY;
  const keyed = (route.right ?? route.operatorRight) === undefined ? [] : WITH_KEY;
  const codes = new Set([...operation.problems, ...keyed, ...posted, ...ANY_CALL]);
  const byStatus = groupsOf([...codes].map((code) => [PROBLEM_STATUS[code], code]));
  return new Map([...byStatus].toSorted(([left], [right]) => left - right));
}
