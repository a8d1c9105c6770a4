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

  it("recognizes a database whose connection breaks", () => {
    expect(problemOf(deps, reset({ name: "Error" }))).toMatchObject({
      code: "database_unavailable",
    });
  });
});
