import { expect } from "vitest";

/** Expects the output of the steps of the quickstart, which ends with the number of events. */
export function expectQuickstart(printed: string): void {
  const lines = printed.split("\n").filter((line) => line !== "");
  expect(lines.map((line) => line.replace(/(ses_|ORD-)\w+/, "$1…"))).toEqual([
    "session: ses_…",
    "order: ORD-…",
    "completed",
    "partially_refunded",
    "refunded",
    expect.stringMatching(/^[1-9]\d*$/),
  ]);
}
