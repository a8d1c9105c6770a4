import { describe, expect, it } from "vitest";
import { enumeratePoints, playPoints, sampleOf } from "../support/crash-points.ts";
import { isWholeRun } from "../support/full-run.ts";

/** `npm run soak -- --crash-points` sets it, to play every point instead of a sample. */
const isWhole = process.env["VEZNE_CRASH_POINTS"] === "all";
const SAMPLE = isWholeRun ? 25 : 4;
const seed = Number(process.env["VEZNE_CRASH_SEED"] ?? Date.now() % 2 ** 31);

const print = (text: string): void => void process.stderr.write(`${text}\n`);

describe("a process that dies at any call", () => {
  it(
    "loses nothing, charges nothing twice, and leaves nothing open for longer than a minute",
    async () => {
      const points = await enumeratePoints();
      const count = isWhole ? points.length : SAMPLE;
      const chosen = sampleOf(points, { count, seed });
      print(`${chosen.length} of ${points.length} crash points, seed ${seed}`);
      const result = await playPoints(chosen, (done, problems) => {
        if (isWhole) print([`${done} crash points`, ...problems].join("\n  "));
      });
      print([`${result.notReached.length} not reached`, ...result.notReached].join("\n  "));
      expect(result.problems).toEqual([]);
    },
    isWhole ? 7_200_000 : 600_000,
  );
});
