import { expect, it } from "vitest";
import { Pace } from "./pace.ts";

it("tells the events of the last second, and forgets older ones", () => {
  let now = 0;
  const pace = new Pace(() => now);
  pace.note(30);
  pace.note(70);
  expect(pace.perSecond()).toBe(100);
  now = 1_500;
  pace.note(10);
  expect(pace.perSecond()).toBe(100);
  now = 2_600;
  expect(pace.perSecond()).toBe(10);
  now = 9_000;
  expect(pace.perSecond()).toBe(0);
});
