import { expect, it } from "vitest";
import { DAY, HOUR, instant, later, MINUTE, type Instant } from "../../../kernel/clock.ts";
import type { Place } from "../../merchant/clocks.ts";
import type { Acquirer } from "../acquirer.ts";
import type { Attempt } from "../payment.ts";
import {
  watchAttempt,
  watchUntold,
  type WatchedAttempts,
  type WatchDeps,
} from "./attempt-watch.ts";

const REAL = instant(1_000 * DAY);
const AHEAD_MS = 30 * DAY;
const ATTEMPT = { merchantId: "mer_1", createdAt: later(REAL, AHEAD_MS) } as Attempt;

type Watch = Parameters<WatchedAttempts["add"]>[1];

/** The dependencies in a sandbox that is ahead, and the watches that are stored. */
function sandboxAhead() {
  const added: Watch[] = [];
  const clocks = {
    now: ({ mode }: Place): Instant => (mode === "live" ? REAL : later(REAL, AHEAD_MS)),
  };
  const add: WatchedAttempts["add"] = (_attempt, watch) => {
    added.push(watch);
    return Promise.resolve();
  };
  const deps = { clocks, watchedAttempts: { add } } as unknown as WatchDeps;
  return { deps, added };
}

it("watches a failed attempt of a sandbox that is ahead by the real time", async () => {
  const { deps, added } = sandboxAhead();
  const capabilities = { undo: { blocksLate: false }, dayEnd: "00:00" };
  await watchAttempt(deps, ATTEMPT, { capabilities } as Acquirer);
  const [watch] = added;
  expect(watch?.dueAt).toBe(later(REAL, 10 * MINUTE));
  expect(watch?.endsAt).toBeLessThanOrEqual(later(REAL, 2 * DAY));
});

it("goes on asking for a person's attempt by the real time", async () => {
  const { deps, added } = sandboxAhead();
  const recordNow = later(ATTEMPT.createdAt, DAY);
  await watchUntold(deps, ATTEMPT, recordNow);
  expect(added).toEqual([{ dueAt: later(REAL, HOUR), endsAt: later(REAL, 13 * DAY) }]);
  await watchUntold(deps, ATTEMPT, later(ATTEMPT.createdAt, 14 * DAY));
  expect(added).toHaveLength(1);
});
