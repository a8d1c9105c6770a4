/** How much of the tests a run includes: VEZNE_FULL is unset, `1` or `all`. */
const full = process.env["VEZNE_FULL"];

/** Whether the long tests also run: `.ci/run` runs them, `npm test` leaves them out. */
export const isFullRun = full === "1" || full === "all";

/** Whether the longest tests also run, and each test with all of its cases: before a release. */
export const isWholeRun = full === "all";

/** Whether every case of the sweeps runs, and not a sample: `npm run sweep` does so. */
export const isSweep = process.env["VEZNE_SWEEP_HELD_MS"] !== undefined;
