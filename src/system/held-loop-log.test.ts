import { describe, expect, it } from "vitest";
import { instant, SECOND, type Instant } from "../kernel/clock.ts";
import { createLogger } from "./logger.ts";
import { heldLoopLog } from "./held-loop-log.ts";

describe("the log of the held event loop", () => {
  it("logs each route once a minute, with the number of lines left out", () => {
    const lines: Record<string, unknown>[] = [];
    const destination = {
      write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    };
    let now: Instant = instant(0);
    const write = heldLoopLog({ now: () => now }, createLogger("info", destination));
    write({ work: "GET /a", ms: 60.4, cpuMs: 40 });
    write({ work: "GET /a", ms: 90, cpuMs: 40 });
    write({ work: "job b", ms: 70, cpuMs: 40 });
    write({ work: "GET /a", ms: 80, cpuMs: 40 });
    now = instant(60 * SECOND);
    write({ work: "GET /a", ms: 51, cpuMs: 40 });
    now = instant(120 * SECOND);
    write({ work: "GET /a", ms: 52, cpuMs: 40 });
    expect(lines.map((line) => ({ ...line, time: "" }))).toEqual([
      { level: 40, time: "", work: "GET /a", ms: 60, cpu_ms: 40, msg: "the event loop was held" },
      { level: 40, time: "", work: "job b", ms: 70, cpu_ms: 40, msg: "the event loop was held" },
      {
        level: 40,
        time: "",
        work: "GET /a",
        ms: 51,
        cpu_ms: 40,
        untold: 2,
        untold_longest_ms: 90,
        msg: "the event loop was held",
      },
      { level: 40, time: "", work: "GET /a", ms: 52, cpu_ms: 40, msg: "the event loop was held" },
    ]);
  });
});
