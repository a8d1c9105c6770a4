import type { FastifyError, FastifyInstance } from "fastify";
import { Busy } from "../../kernel/queue/admission.ts";
import { KeyTakenOver } from "../../kernel/keyed-answer.ts";
import { Restore } from "../../domain/payment/restoration.ts";
import { NOT_JSON } from "../body/body-parser.ts";
import { KEY_IN_USE } from "../idempotency/idempotency-key.ts";
import { statusOf } from "../problem/problem-codes.ts";
import type { Problem } from "../problem/problem.ts";
import type { ProblemSender } from "../problem/problem-sender.ts";
import { RequestProblem } from "../problem/request-problem.ts";
import { fieldErrors, sentenceOf } from "../problem/validation-message.ts";

/** The `Retry-After` of answers while the database is away, in seconds. */
const RETRY_AFTER_S = 2;

export type ErrorDeps = {
  readonly sendProblem: ProblemSender;
  /** True if an error means that the database can't be reached and may be back soon. */
  readonly isUnavailable: (error: unknown) => boolean;
  /** True if an error means that the database answers but accepts no writes. */
  readonly isReadOnly: (error: unknown) => boolean;
  /** True if a call may have been carried out although it failed with this error. */
  readonly mayBeExecuted: (error: unknown) => boolean;
  /** Counts a failed call; true if its error belongs to an outage, which is reported as a whole. */
  readonly countFailure: (error: unknown) => boolean;
};

/** Answers every thrown error with a problem; the problem of a fault carries no details. */
export function handleErrors(app: FastifyInstance, deps: ErrorDeps): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemOf(deps, error);
    const isRefused = REFUSALS.some((kind) => error instanceof kind);
    if (statusOf(problem) >= 500 && !isRefused) {
      const level = deps.countFailure(error) ? "debug" : "error";
      request.log[level]({ err: error }, "request failed");
    }
    return deps.sendProblem(reply, problem);
  });
}

/** Errors that are answers, and no faults. */
const REFUSALS = [RequestProblem, Busy, Restore];

/** The problem for an error that was thrown before a handler or in it. */
export function problemOf(deps: Omit<ErrorDeps, "countFailure">, error: FastifyError): Problem {
  if (error instanceof RequestProblem) return error.problem;
  if (error instanceof Busy) return BUSY;
  if (error instanceof Restore) return restoredProblem(error);
  if (error instanceof KeyTakenOver) return KEY_IN_USE;
  if (error.validation !== undefined) {
    const errors = fieldErrors(error.validation, error.validationContext);
    return { code: "validation_failed", detail: sentenceOf(errors), errors };
  }
  const known = KNOWN[error.code];
  if (known !== undefined) return known;
  // Checked before the database errors: a client that disconnects causes an error that
  // `isUnavailable` would take for a lost connection to the database.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return { code: "bad_request", detail: "The request is malformed." };
  }
  if (deps.isReadOnly(error)) return DATABASE_READ_ONLY;
  if (deps.mayBeExecuted(error)) return DATABASE_UNANSWERED;
  if (deps.isUnavailable(error)) return DATABASE_UNAVAILABLE;
  return { code: "internal_error", detail: "The service failed to do this." };
}

/**
 * The `Retry-After` of a call that was refused because too many calls are under way, in seconds.
 */
const BUSY_RETRY_AFTER_S = 1;

const BUSY: Problem = {
  code: "service_busy",
  detail:
    "More calls of yours are under way than the service can serve beside those of others. " +
    `Try again in ${BUSY_RETRY_AFTER_S} s.`,
  retryAfterS: BUSY_RETRY_AFTER_S,
};

/** The `Retry-After` of calls that wait for an operator or a person, in seconds. */
const PERSON_RETRY_AFTER_S = 60;

function restoredProblem({ orderId }: Restore): Problem {
  const why =
    orderId === undefined
      ? "The service runs on restored data, and moves no money until they were compared with the banks."
      : "The bank has a booking of this order that is missing in the restored data. A person must clear it first.";
  const detail = `${why} Nothing was done. Try again later.`;
  return { code: "database_unavailable", detail, retryAfterS: PERSON_RETRY_AFTER_S };
}

const DATABASE_READ_ONLY: Problem = {
  code: "database_read_only",
  detail: "The service's database takes no writes at the moment. Try again shortly.",
  retryAfterS: RETRY_AFTER_S,
};

const DATABASE_UNANSWERED: Problem = {
  code: "database_unavailable",
  detail:
    "The service's database did not answer, so it is not known whether this was done. Send the " +
    "same request again with the same Idempotency-Key, or ask for the state, before another one.",
  retryAfterS: RETRY_AFTER_S,
};

const DATABASE_UNAVAILABLE: Problem = {
  code: "database_unavailable",
  detail: "The service's database can't do this at the moment. Try again shortly.",
  retryAfterS: RETRY_AFTER_S,
};

const KNOWN: Readonly<Record<string, Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: "body_too_large",
    detail: "The body must be at most 256 KiB.",
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: NOT_JSON,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: "malformed_body",
    detail: "The body's length must be that of Content-Length.",
  },
  FST_ERR_BAD_URL: {
    code: "malformed_request",
    detail: "The path must be percent-encoded UTF-8.",
  },
  FST_ERR_MAX_PARAM_LENGTH: {
    code: "not_found",
    detail: "There is nothing at this path.",
  },
};
