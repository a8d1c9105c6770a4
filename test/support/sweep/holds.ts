import { expect } from "vitest";

/** Set by `npm run sweep`, in milliseconds; a test compares times of one run only. */
const { VEZNE_SWEEP_HELD_MS } = process.env;
/** Shorter holds are not printed, in milliseconds. */
const SHOWN_FROM_MS = 5;

/** The longest hold of the event loop, in milliseconds, by name. */
export type Holds = Map<string, number>;

export function noteHold(holds: Holds, name: string, ms: number): void {
  holds.set(name, Math.max(holds.get(name) ?? 0, ms));
}

/** Prints the longest holds, and checks them where `npm run sweep` asks for it. */
export function judgeHolds(title: string, holds: Holds): void {
  if (VEZNE_SWEEP_HELD_MS === undefined) return;
  const longest = [...holds].toSorted(([, one], [, other]) => other - one);
  const lines = longest.filter(([, ms]) => ms >= SHOWN_FROM_MS).map(lineOf);
  const rest = longest.length - lines.length;
  console.log([`${title}:`, ...lines, `${rest} others below ${SHOWN_FROM_MS} ms`].join("\n"));
  const tooLong = longest.filter(([, ms]) => ms >= Number(VEZNE_SWEEP_HELD_MS)).map(lineOf);
  expect(tooLong.join("\n")).toBe("");
}

function lineOf([name, ms]: readonly [string, number]): string {
  return `${ms.toFixed(1).padStart(8)} ms  ${name}`;
}
