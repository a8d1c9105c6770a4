import type { ErrorDeps } from "../../http/server/errors.ts";
import {
  isReadOnly,
  isUnavailable as isDatabaseAway,
  mayBeExecuted,
} from "../../database/connection/database-error.ts";
import { Restore } from "../../domain/payment/restoration.ts";
import type { Installation } from "../installation/installation.ts";

/** True if the same call may succeed later, so that it is answered with 503. */
function isUnavailable(error: unknown): boolean {
  return error instanceof Restore || isDatabaseAway(error);
}

/** How a server answers the errors of the database, and counts them as parts of an outage. */
export function databaseErrors({
  databaseWatch,
}: Pick<Installation, "databaseWatch">): Omit<ErrorDeps, "sendProblem"> {
  return { ...failures({ databaseWatch }), isReadOnly, mayBeExecuted };
}

/** The failures for pages, which tell customers and users less than the API tells programs. */
export function failures({ databaseWatch }: Pick<Installation, "databaseWatch">) {
  const countFailure = (error: unknown): boolean => databaseWatch.fail("requests", error);
  return { isUnavailable, countFailure };
}
