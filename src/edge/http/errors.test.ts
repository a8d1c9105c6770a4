import { describe, expect, it } from "vitest";
import { isReadOnly, isUnavailable } from "../store/sql/database-error.ts";
import { problemOf } from "./errors.ts";
import { createProblemSender } from "./problem.ts";

describe("the problem of an error", () => {
  const sendProblem = createProblemSender("https://pay.example/docs");
  const deps = { isUnavailable, isReadOnly, sendProblem };
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

  it("recognizes a database whose connection breaks", () => {
    expect(problemOf(deps, reset({ name: "Error" }))).toMatchObject({
      code: "database_unavailable",
    });
  });
});
