/**
 * Whether the sweeps that repeat shorter tests at length also run: `.ci/run` runs them, `npm test`
 * leaves them out to stay within minutes.
 */
export const isFullRun = process.env["VEZNE_FULL"] === "1";
