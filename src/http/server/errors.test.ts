import type { FastifyError } from "fastify";
import { describe, expect, it } from "vitest";
import {
  isReadOnly,
  isUnavailable,
  mayBeExecuted,
} from "../../database/connection/database-error.ts";
import { problemOf } from "./errors.ts";
import { createProblemSender } from "../problem/problem-sender.ts";

describe("the problem of an error", () => {
  const sendProblem = createProblemSender("https://pay.example/docs");
  const deps = { isUnavailable, isReadOnly, mayBeExecuted, sendProblem };
  const reset = (facts: object) =>
    Object.assign(new Error("aborted"), { code: "ECONNRESET" }, facts);

  it("does not mistake a client that hangs up in its body for a database that is away", () => {
    expect(problemOf(deps, reset({ name: "Error", statusCode: 400 }))).toMatchObject({
      code: "bad_request",
    });
  });

  it.each([
    ["25006", "database_read_only"],
    ["40001", "database_unavailable"],
    ["40P01", "database_unavailable"],
    ["53100", "database_unavailable"],
    ["53300", "database_unavailable"],
    ["55P03", "database_unavailable"],
    ["57014", "database_unavailable"],
    ["57P03", "database_unavailable"],
    ["42601", "internal_error"],
  ])("of a statement that fails with %s is %s", (sqlState, code) => {
    const problem = problemOf(deps, reset({ name: "error", code: sqlState }));
    expect(problem.code).toBe(code);
    expect(problem.retryAfterS === undefined).toBe(code === "internal_error");
  });

  it("tells that a call may have been carried out, if its connection to the database broke", () => {
    for (const error of [reset({ name: "Error" }), new Error("Query read timeout")]) {
      const problem = problemOf(deps, Object.assign(error, { name: "Error" }) as FastifyError);
      expect(problem.code).toBe("database_unavailable");
      expect(problem.detail).toContain("it is not known whether this was done");
      expect(problem.retryAfterS).toBeGreaterThan(0);
    }
  });
});
