import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { watchLag } from "./loop-lag.ts";

const HOLD_MS = 200;

async function hold(): Promise<void> {
  const until = performance.now() + HOLD_MS;
  while (performance.now() < until);
  // The histogram notices a delay when its timer runs.
  await pause(20);
}

it("measures the delay of the event loop, but not while it rests", async () => {
  const lag = watchLag();
  expect(lag.take()).toBe(0);
  await pause(20);
  await hold();
  expect(lag.take()).toBeGreaterThan(HOLD_MS / 20);
  lag.rest();
  await hold();
  expect(lag.take()).toBe(0);
  await pause(20);
  await hold();
  expect(lag.take()).toBeGreaterThan(HOLD_MS / 20);
  lag.rest();
});
