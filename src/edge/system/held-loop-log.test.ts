import { describe, expect, it } from "vitest";
import { instant, SECOND, type Instant } from "../../kernel/clock.ts";
import { createLogger } from "./logger.ts";
import { heldLoopLog } from "./held-loop-log.ts";

describe("the log of what held the event loop", () => {
  it("tells each route once a minute, and then what it left out", () => {
    const lines: Record<string, unknown>[] = [];
    const destination = {
      write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    };
    let now: Instant = instant(0);
    const write = heldLoopLog({ now: () => now }, createLogger("info", destination));
    write({ work: "GET /a", ms: 60.4 });
    write({ work: "GET /a", ms: 90 });
    write({ work: "job b", ms: 70 });
    write({ work: "GET /a", ms: 80 });
    now = instant(60 * SECOND);
    write({ work: "GET /a", ms: 51 });
    now = instant(120 * SECOND);
    write({ work: "GET /a", ms: 52 });
    expect(lines.map((line) => ({ ...line, time: "" }))).toEqual([
      { level: 40, time: "", work: "GET /a", ms: 60, msg: "the event loop was held" },
      { level: 40, time: "", work: "job b", ms: 70, msg: "the event loop was held" },
      {
        level: 40,
        time: "",
        work: "GET /a",
        ms: 51,
        untold: 2,
        untold_longest_ms: 90,
        msg: "the event loop was held",
      },
      { level: 40, time: "", work: "GET /a", ms: 52, msg: "the event loop was held" },
    ]);
  });
});
