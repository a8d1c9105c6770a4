import type { Logger } from "../edge/system/logger.ts";
import type { Job } from "./job-row.ts";

type Part = { readonly what: string; readonly jobs: readonly string[] };

/**
 * The parts of the service that don't work on a distributed database yet, with their jobs, which
 * don't run there. docs/operations/distribution.md lists them, too.
 */
export const NOT_DISTRIBUTED: readonly Part[] = [
  {
    what: "bank transfers: statement lines are neither imported nor matched",
    jobs: ["collect-transfers", "import-statements"],
  },
  { what: "seals of the books, and proofs from them", jobs: ["seal-books"] },
  { what: "partitions by month", jobs: ["make-partitions"] },
  { what: "the comparison with the bookings of the banks", jobs: ["compare-bookings"] },
  { what: "the checks of `vezne verify`", jobs: [] },
  { what: "`vezne backup` and `vezne restore`", jobs: [] },
  { what: "the erasure of personal data", jobs: [] },
  { what: "advancing the clock of a sandbox", jobs: [] },
  { what: "the replacement of the vault's key", jobs: [] },
];

/** The jobs that work on a distributed database; the log names what does not. */
export function distributedJobs(jobs: readonly Job[], logger: Logger): readonly Job[] {
  const parts = NOT_DISTRIBUTED.map(({ what }) => what);
  logger.warn({ parts }, "the database is distributed; these parts don't work there yet");
  const left = new Set(NOT_DISTRIBUTED.flatMap((part) => part.jobs));
  return jobs.filter(({ name }) => !left.has(name));
}
