import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NOTICED_AFTER_MS } from "../../jobs/notice.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../kernel/clock.ts";
import { JOBS } from "./jobs.ts";

const PAGE = join(import.meta.dirname, "../../../docs/operations/jobs.md");
const UNITS = [
  [DAY, "d"],
  [HOUR, "h"],
  [MINUTE, "min"],
  [SECOND, "s"],
  [1, "ms"],
] as const;

function pauseText(ms: number): string {
  const [length, unit] = UNITS.find(([candidate]) => ms % candidate === 0) ?? [1, "ms"];
  return `${ms / length} ${unit}`;
}

describe("the table of background jobs", () => {
  it("names each job once", () => {
    const names = JOBS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it("is the table of docs/operations/jobs.md", () => {
    const [, text = ""] = readFileSync(PAGE, "utf8").split("| job | pause | purpose | runs if |\n");
    const [table = ""] = text.split("\n\n");
    const rows = JOBS.map(
      ({ name, everyMs, purpose, condition = "always" }) =>
        `| \`${name}\` | ${pauseText(everyMs)} | ${purpose} | ${condition} |`,
    );
    expect(table.split("\n").slice(1)).toEqual(rows);
  });

  it.each(["follow-clocks", "reload-bins", "reload-connections", "look-for-work"])(
    "lets %s look in time for those who wait until each process has noticed a change",
    (name) => {
      const job = JOBS.find((one) => one.name === name);
      const longest = Math.max(job?.everyMs ?? Infinity, job?.restsUpToMs ?? 0);
      expect(longest).toBeLessThanOrEqual(NOTICED_AFTER_MS - SECOND / 2);
    },
  );
});
