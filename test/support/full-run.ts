/**
 * Whether sweeps that repeat what shorter tests show are run too: `.ci/run` does, `npm test` leaves
 * them out to stay within minutes.
 */
export const isFullRun = process.env["VEZNE_FULL"] === "1";
