import type { Problem } from "./problem.ts";

/** A request that is refused before its route sees it; carries the problem to answer with. */
export class RequestProblem extends Error {
  readonly problem: Problem;
  /** Read by those who answer with something else than a problem document. */
  readonly statusCode: number;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
    this.statusCode = problem.status;
  }
}

/** The problem of one field that can't be right, whatever its route. */
export function fieldProblem(field: string, message: string): RequestProblem {
  return new RequestProblem({
    status: 400,
    code: "validation_failed",
    detail: `${field} ${message}.`,
    errors: [{ field, message }],
  });
}

const PLAIN_NAME = /^[A-Za-z_][\w.[\]-]{0,99}$/;
const NUMBER_LIKE = /\d{6}/;

/**
 * A field's name as it may be repeated in an error and a log line; a name that a client made up may
 * be anything, a card number included.
 */
export function safeName(name: string, otherwise: string): string {
  return PLAIN_NAME.test(name) && !NUMBER_LIKE.test(name) ? name : otherwise;
}
