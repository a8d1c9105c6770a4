import { saveJobRuns } from "../../store/job/job-run-store.ts";
import type { JobStatus } from "../../system/job-metrics.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round } from "./job.ts";

type JobRecord = {
  /** The last success, or the start of the job before its first; in ms of `performance.now`. */
  succeededAt: number;
  failedAt: number | undefined;
  failures: number;
  isFailing: boolean;
};

/** The last runs of the jobs of this process. */
export class JobRecords {
  readonly #records = new Map<string, JobRecord>();

  begin(name: string): void {
    const succeededAt = performance.now();
    this.#records.set(name, { succeededAt, failedAt: undefined, failures: 0, isFailing: false });
  }

  succeed(name: string): void {
    const record = this.#records.get(name);
    if (record === undefined) return;
    record.succeededAt = performance.now();
    record.isFailing = false;
  }

  /** Counts a failed round; returns true for the first one after a success. */
  fail(name: string): boolean {
    const record = this.#records.get(name);
    if (record === undefined) return true;
    const wasFailing = record.isFailing;
    record.failedAt = performance.now();
    record.failures += 1;
    record.isFailing = true;
    return !wasFailing;
  }

  all(): readonly JobStatus[] {
    const now = performance.now();
    return [...this.#records].map(([name, { succeededAt, failedAt, failures }]) => ({
      name,
      sinceSuccessMs: now - succeededAt,
      sinceFailureMs: failedAt === undefined ? undefined : now - failedAt,
      failures,
    }));
  }
}

/** Writes the last runs of all jobs in one statement, for `vezne doctor`. */
export function noteJobRuns({ pool }: Pick<Installation, "pool">, records: JobRecords): Round {
  return async () => {
    await saveJobRuns(pool, records.all());
    return false;
  };
}
