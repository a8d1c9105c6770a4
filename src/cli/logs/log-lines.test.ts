import { describe, expect, it } from "vitest";
import { logText, wantedRecord, type LogFilter } from "./log-lines.ts";

const ALL: LogFilter = { leastLevel: 0, status: undefined, path: undefined, requestId: undefined };
const REQUEST = JSON.stringify({
  level: 30,
  time: "2026-11-21T09:00:00.000Z",
  request_id: "req_1",
  method: "POST",
  path: "/api/v1/payment/pay",
  status: 402,
  ms: 12,
  msg: "request",
});

describe("log lines of `vezne logs`", () => {
  it.each([
    [{}, true],
    [{ status: "402" }, true],
    [{ status: "4xx" }, true],
    [{ status: "5xx" }, false],
    [{ path: "/payment/" }, true],
    [{ path: "/refund" }, false],
    [{ requestId: "req_1" }, true],
    [{ requestId: "req_2" }, false],
    [{ leastLevel: 40 }, false],
  ])("are selected by %j: %s", (filter, isWanted) => {
    expect(wantedRecord(REQUEST, { ...ALL, ...filter }) !== undefined).toBe(isWanted);
  });

  it("are printed in one line each", () => {
    expect(logText(wantedRecord(REQUEST, ALL) ?? {})).toBe(
      "2026-11-21T09:00:00.000Z         402     12 ms  POST  /api/v1/payment/pay  req_1",
    );
    const failed = { level: 50, time: "2026-11-21T09:00:00.000Z", msg: "lost", err: { type: "E" } };
    expect(logText(failed)).toBe('2026-11-21T09:00:00.000Z  ERROR  lost  err={"type":"E"}');
  });

  it("show what a terminal would act on as escapes, and stay one line", () => {
    const path = "/a\u009b2J";
    const record = { level: 50, time: "2026-11-21T09:00:00.000Z", msg: "\u001b[2J\nok", path };
    expect(logText(record)).toBe(String.raw`2026-11-21T09:00:00.000Z  ERROR  \u001b[2J\u000aok`);
  });

  it("are skipped when they are no log record", () => {
    for (const line of ["", "Vezne is ready", "{", "[]", '{"msg":"x"}']) {
      expect(wantedRecord(line, ALL)).toBeUndefined();
    }
  });
});
