/**
 * Whether the sweeps that repeat shorter tests at length also run: `.ci/run` runs them, `npm test`
 * leaves them out to stay within minutes.
 */
export const isFullRun = process.env["VEZNE_FULL"] === "1";

/** Whether every case of the sweeps runs, and not a sample: `npm run sweep` does so. */
export const isSweep = process.env["VEZNE_SWEEP_HELD_MS"] !== undefined;
