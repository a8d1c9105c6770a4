import { statusOf } from "./problem-codes.ts";
import type { Problem } from "./problem.ts";

/** Thrown to refuse a request before its handler runs; carries the problem to answer with. */
export class RequestProblem extends Error {
  readonly problem: Problem;
  /** Read by error handlers that answer with a page instead of a problem document. */
  readonly statusCode: number;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
    this.statusCode = statusOf(problem);
  }
}

/** The refusal of one field whose value no route accepts. */
export function fieldProblem(field: string, message: string): RequestProblem {
  return new RequestProblem({
    code: "validation_failed",
    detail: `${field} ${message}.`,
    errors: [{ field, message }],
  });
}

const PLAIN_NAME = /^[A-Za-z_][\w.[\]-]{0,99}$/;
const NUMBER_LIKE = /\d{6}/;

/**
 * A field's name if it may be repeated in an error and a log line, else `otherwise`: a name that a
 * client made up may contain anything, such as a card number.
 */
export function safeName(name: string, otherwise: string): string {
  return PLAIN_NAME.test(name) && !NUMBER_LIKE.test(name) ? name : otherwise;
}
