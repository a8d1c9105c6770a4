import { describe, expect, it } from "vitest";
import { Idleness } from "./idleness.ts";

const SECOND = 1_000;

function process() {
  let now = 0;
  let woken = 0;
  const idleness = new Idleness(() => now);
  idleness.onActive(() => (woken += 1));
  return { idleness, move: (ms: number) => (now += ms), woken: () => woken };
}

describe("a process", () => {
  it("is idle ten seconds after its last call, and wakes its jobs at the next one", () => {
    const { idleness, move, woken } = process();
    move(9 * SECOND);
    idleness.note();
    move(9 * SECOND);
    expect([idleness.isIdle(), woken()]).toEqual([false, 0]);
    move(SECOND);
    expect(idleness.isIdle()).toBe(true);
    idleness.note();
    expect([idleness.isIdle(), woken()]).toEqual([false, 1]);
  });

  it("stops being idle when work is due or a table in memory has changed", () => {
    for (const found of [
      { isDue: true, mark: "1" },
      { isDue: false, mark: "2" },
    ]) {
      const { idleness, move, woken } = process();
      idleness.learn({ isDue: false, mark: "1" });
      move(11 * SECOND);
      idleness.learn({ isDue: false, mark: "1" });
      expect(idleness.isIdle()).toBe(true);
      idleness.learn(found);
      expect([idleness.isIdle(), woken()]).toEqual([false, 1]);
    }
  });

  it("leaves out a job's rounds only while idle, and not for longer than the job permits", () => {
    const { idleness, move } = process();
    expect(idleness.mayRest(0, 30 * SECOND)).toBe(false);
    move(11 * SECOND);
    expect(idleness.mayRest(29 * SECOND, 30 * SECOND)).toBe(true);
    expect(idleness.mayRest(30 * SECOND, 30 * SECOND)).toBe(false);
  });
});
