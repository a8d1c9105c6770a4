import type { Installation } from "../installation/installation.ts";
import type { Round, Rounds } from "../runtime/job.ts";
import type { Runtime } from "../runtime/runtime.ts";

export type JobContext = {
  readonly installation: Installation;
  readonly runtime: Runtime;
  /** Lets the next round of a job begin at once. */
  readonly wake: (name: string) => void;
  readonly wakeAll: () => void;
};

/** A background job of the service. The reasons are in docs/decisions/installation.md. */
export type Job = {
  readonly name: string;
  /** The pause between two rounds, in ms. */
  readonly everyMs: number;
  /**
   * The longest time, in ms, for which the job rests while many payments are written; a job without
   * this field does not rest.
   */
  readonly restsUpToMs?: number;
  /**
   * True if the job pauses while this process is idle, until `look-for-work` finds work for it. A
   * number is the longest pause in ms, for a job that can't wait for the usual one.
   */
  readonly restsWhenIdle?: true | number;
  /** A sentence for docs/operations/jobs.md and `vezne doctor`. */
  readonly purpose: string;
  /** The log line of a round that failed. */
  readonly failure: {
    readonly level: "error" | "warn" | "debug";
    readonly sentence: string;
    /** True if only the first failed round after a success is logged. */
    readonly isLoggedOnce?: true;
  };
  /** The configuration with which the job runs; a job without this field always runs. */
  readonly condition?: string;
  /** Begins the job; returns undefined if the configuration turns it off. */
  readonly run: (context: JobContext) => Round | Rounds | undefined;
};
