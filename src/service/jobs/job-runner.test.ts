import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Idleness } from "../runtime/idleness.ts";
import type { Job, JobContext } from "./job-row.ts";
import { startJobs } from "./job-runner.ts";

const IDLE_AFTER_MS = 10_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const jobOf = (
  { name, round }: { readonly name: string; readonly round: () => Promise<boolean> },
  pauses: Pick<Job, "everyMs" | "restsUpToMs" | "restsWhenIdle">,
): Job => ({
  name,
  purpose: "",
  failure: { level: "error", sentence: "" },
  run: () => round,
  ...pauses,
});

/** A pause by the fake timers, which a wake ends early. */
const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
    signal.addEventListener("abort", () => resolve());
  });

const contextOf = (idleness: Idleness, isBusy: () => boolean) => ({
  ...({
    installation: { writer: { isBusy }, databaseWatch: { fail: () => true } },
    runtime: {
      idleness,
      jobRecords: { begin: () => undefined, succeed: () => undefined, fail: () => true },
      metrics: { observeJob: () => undefined },
    },
  } as unknown as JobContext),
  sleep,
});

describe("the jobs of a process that was idle", () => {
  it("begin at once if they rest while it is idle; the others keep their pauses", async () => {
    let now = 0;
    const rounds: string[] = [];
    const counted = (name: string) => ({
      name,
      round: () => {
        rounds.push(name);
        return Promise.resolve(false);
      },
    });
    const idleness = new Idleness(() => now);
    const jobs = startJobs(
      [
        jobOf(counted("resting"), { everyMs: 600_000, restsWhenIdle: true }),
        jobOf(counted("rare"), { everyMs: 600_000 }),
      ],
      contextOf(idleness, () => false),
    );
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds).toEqual(["resting", "rare"]);
    now += IDLE_AFTER_MS;
    idleness.note();
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds).toEqual(["resting", "rare", "resting"]);
    await jobs.stop();
  });
});

describe("a job that rests while many payments are written", () => {
  /** Starts a job whose rounds end in turn as `ends` says; a round that leaves no work ends it. */
  const run = async (...ends: readonly (boolean | Error)[]) => {
    let rounds = 0;
    const round = (): Promise<boolean> => {
      const end = ends[rounds] ?? false;
      rounds += 1;
      return end instanceof Error ? Promise.reject(end) : Promise.resolve(end);
    };
    const job = jobOf({ name: "resting", round }, { everyMs: 500, restsUpToMs: 2_000 });
    const jobs = startJobs(
      [job],
      contextOf(new Idleness(() => 0), () => true),
    );
    await vi.advanceTimersByTimeAsync(1);
    return { jobs, rounds: () => rounds };
  };

  it("rests after a round that left no work", async () => {
    const { jobs, rounds } = await run(false);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(rounds()).toBe(1);
    await vi.advanceTimersByTimeAsync(600);
    expect(rounds()).toBe(2);
    await jobs.stop();
  });

  it("goes on at once with the work that a round left", async () => {
    const { jobs, rounds } = await run(true, true, false);
    expect(rounds()).toBe(3);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(rounds()).toBe(3);
    await jobs.stop();
  });

  it("rests after a round that failed", async () => {
    const { jobs, rounds } = await run(true, new Error("away"), false);
    expect(rounds()).toBe(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds()).toBe(2);
    await jobs.stop();
  });
});
