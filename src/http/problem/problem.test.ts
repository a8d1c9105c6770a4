import { describe, expect, it } from "vitest";
import { statusOf } from "./problem-codes.ts";
import { problemBody, type Problem } from "./problem.ts";

describe("statusOf", () => {
  it("looks the status up by the code", () => {
    expect(statusOf({ code: "order_not_found" })).toBe(404);
    expect(statusOf({ code: "session_expired" })).toBe(410);
  });

  it("is the only source of the status: a status beside a code does not compile", () => {
    const problem: Problem = {
      code: "order_not_found",
      detail: "There is no such order.",
      // @ts-expect-error The status belongs to the table of codes only.
      status: 418,
    };
    const body = problemBody(problem, { docs: "https://pay.example/docs", payment: false });
    expect(body).toMatchObject({ status: 404, title: "Not Found" });
  });
});
