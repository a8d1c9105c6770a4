import { describe, expect, it } from "vitest";
import { MINUTE, SECOND } from "../../kernel/clock.ts";
import type { Job } from "../../service/jobs/job-row.ts";
import { judgeJobs } from "./check-jobs.ts";

const job = (name: string, everyMs: number, condition?: string): Job => ({
  name,
  everyMs,
  purpose: "does something",
  failure: { level: "warn", sentence: "it failed" },
  ...(condition === undefined ? {} : { condition }),
  run: () => undefined,
});
const JOBS = [
  job("seal", 5 * SECOND),
  job("sweep", 60 * MINUTE),
  job("folder", SECOND, "a folder"),
];

const run = (name: string, sinceSuccessMs: number, sinceFailureMs?: number) => ({
  job: name,
  sinceNoteMs: 30 * SECOND,
  sinceSuccessMs,
  sinceFailureMs,
});

describe("the doctor's check of the background jobs", () => {
  it("names the jobs that run in time", () => {
    const runs = [run("seal", 31 * SECOND), run("sweep", 59 * MINUTE, 70 * MINUTE)];
    expect(judgeJobs(JOBS, runs)).toEqual({
      name: "background jobs",
      status: "ok",
      detail: "2 run in time: seal, sweep",
    });
  });

  it.each([
    ["a job that hangs", [run("seal", 5 * MINUTE), run("sweep", MINUTE)], "seal has not succeeded"],
    ["a job that fails", [run("seal", 40_000, 31_000), run("sweep", MINUTE)], "seal fails"],
    ["a job that never began", [run("seal", MINUTE)], "sweep has not run"],
  ])("warns about %s", (_, runs, detail) => {
    const check = judgeJobs(JOBS, runs);
    expect(check.status).toBe("warning");
    expect(check.detail).toContain(detail);
  });

  it("blames no job while no service runs", () => {
    const runs = [{ ...run("seal", 60 * MINUTE), sinceNoteMs: 59 * MINUTE }];
    expect(judgeJobs(JOBS, runs).status).toBe("ok");
    expect(judgeJobs(JOBS, []).status).toBe("ok");
  });
});
