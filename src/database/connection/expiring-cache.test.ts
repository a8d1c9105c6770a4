import { expect, it } from "vitest";
import { instant, later, SECOND } from "../../kernel/clock.ts";
import { createExpiringCache } from "./expiring-cache.ts";

const NOON = instant(Date.UTC(2026, 10, 21, 9));

it.each([
  ["is kept for its lifetime", SECOND - 1, "first"],
  ["is read again after it", SECOND, "second"],
  ["is read again if the clock was set back meanwhile", -3_600 * SECOND, "second"],
])("a cached value %s", async (_, ms, expected) => {
  let now = NOON;
  const cache = createExpiringCache<string>({ now: () => now }, SECOND);
  await cache.get("key", () => Promise.resolve("first"));
  now = later(NOON, ms);
  expect(await cache.get("key", () => Promise.resolve("second"))).toBe(expected);
});
