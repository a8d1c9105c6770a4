import type { ErrorDeps } from "../edge/http/errors.ts";
import { isReadOnly, isUnavailable, mayBeExecuted } from "../edge/store/sql/database-error.ts";
import type { Installation } from "./installation.ts";

/** How a server answers the errors of the database, and counts them as parts of an outage. */
export function databaseErrors({
  databaseWatch,
}: Pick<Installation, "databaseWatch">): Omit<ErrorDeps, "sendProblem"> {
  const countFailure = (error: unknown): boolean => databaseWatch.fail("requests", error);
  return { isUnavailable, isReadOnly, mayBeExecuted, countFailure };
}
