import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Idleness } from "./idleness.ts";
import type { Job, JobContext } from "./job-row.ts";
import { startJobs } from "./job-runner.ts";

const IDLE_AFTER_MS = 10_000;

describe("the jobs of a process that was idle", () => {
  let now = 0;
  const rounds: string[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    rounds.length = 0;
  });
  afterEach(() => vi.useRealTimers());

  const jobOf = (name: string, rest: Pick<Job, "restsWhenIdle">): Job => ({
    name,
    everyMs: 600_000,
    purpose: "",
    failure: { level: "error", sentence: "" },
    run: () => () => {
      rounds.push(name);
      return Promise.resolve(false);
    },
    ...rest,
  });

  it("begin at once if they rest while it is idle; the others keep their pauses", async () => {
    const idleness = new Idleness(() => now);
    const context = {
      installation: { writer: { isBusy: () => false } },
      runtime: {
        idleness,
        jobRecords: { begin: () => undefined, succeed: () => undefined },
        metrics: { observeJob: () => undefined },
      },
    } as unknown as JobContext;
    const jobs = startJobs([jobOf("resting", { restsWhenIdle: true }), jobOf("rare", {})], context);
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds).toEqual(["resting", "rare"]);
    now += IDLE_AFTER_MS;
    idleness.note();
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds).toEqual(["resting", "rare", "resting"]);
    await jobs.stop();
  });
});
