import { describe, expect, it } from "vitest";
import { manualAfter } from "../../../test/support/manual-after.ts";
import { Admission, Busy, shareOf, type Entry } from "./admission.ts";

function open(places: number, limits = { lineMax: 10, waitMs: 1_000 }) {
  const timers = manualAfter();
  const admission = new Admission({
    mayEnter: shareOf(places),
    ...limits,
    after: timers.after,
  });
  const takeAll = (subject: string): number => {
    let taken = 0;
    while (admission.tryEnter(subject)) taken += 1;
    return taken;
  };
  return { admission, timers, takeAll };
}

/** Reads the current state of a promise. */
async function stateNow(entry: Promise<Entry>): Promise<Entry | "waiting"> {
  return Promise.race([
    entry,
    new Promise<"waiting">((resolve) => setImmediate(resolve, "waiting")),
  ]);
}

describe("places shared by a dynamic threshold", () => {
  it("give one subject half of all, and further subjects their part without a release", () => {
    const { takeAll } = open(256);
    expect(takeAll("a")).toBe(128);
    expect(takeAll("b")).toBe(64);
    expect(takeAll("c")).toBe(32);
    expect(takeAll("d")).toBeGreaterThan(0);
  });

  it("keep a place free for a subject that holds none, however many subjects there are", () => {
    const { takeAll } = open(64);
    for (let subject = 0; subject < 20; subject += 1) {
      expect(takeAll(String(subject)), String(subject)).toBeGreaterThan(subject < 6 ? 0 : -1);
    }
  });

  it("approach equal parts as places are left and taken again", () => {
    const { admission, takeAll } = open(9);
    takeAll("a");
    takeAll("b");
    for (let round = 0; round < 20; round += 1) {
      for (const subject of ["a", "b"]) {
        if (admission.held(subject) > 0) admission.leave(subject);
        takeAll("b");
        takeAll("a");
      }
    }
    expect([admission.held("a"), admission.held("b")]).toEqual([3, 3]);
  });
});

describe("waiting for a place", () => {
  it("ends at the next release for its subject, regardless of other subjects' queues", async () => {
    const { admission, takeAll } = open(3);
    takeAll("a");
    takeAll("b");
    const own = Array.from({ length: 5 }, () => admission.enter("a"));
    const other = admission.enter("c");
    expect(await stateNow(other)).toBe("waiting");
    admission.leave("a");
    expect(await stateNow(other)).toBe("entered");
    expect(await Promise.all(own.map(stateNow))).toEqual(Array(5).fill("waiting"));
  });

  it("is in turns between subjects, those with the fewest places first", async () => {
    const { timers } = open(1);
    let free = 0;
    const admission = new Admission({
      mayEnter: (_held, taken) => taken < free,
      lineMax: 10,
      waitMs: 1_000,
      after: timers.after,
    });
    const order: string[] = [];
    for (const subject of ["a", "a", "a", "b", "c"]) {
      const entered = (): unknown => order.push(subject);
      admission.enter(subject).then(entered, entered);
    }
    for (free = 1; free <= 5; free += 1) {
      admission.reconsider();
      await stateNow(Promise.resolve("entered"));
    }
    expect(order).toEqual(["a", "b", "c", "a", "a"]);
  });

  it("ends on timeout, when the queue is full and on cancellation, without leftovers", async () => {
    const { admission, timers, takeAll } = open(2, { lineMax: 2, waitMs: 1_000 });
    takeAll("a");
    const gone = new AbortController();
    const first = admission.enter("a");
    const second = admission.enter("a", gone.signal);
    expect(await admission.enter("a")).toBe("line_full");
    gone.abort();
    expect(await second).toBe("given_up");
    timers.pass(1_000);
    expect(await first).toBe("waited_too_long");
    expect(timers.pending()).toBe(0);
    admission.leave("a");
    expect(admission.held("a")).toBe(0);
    expect(await admission.enter("a", gone.signal)).toBe("entered");
  });

  it("runs work in a place, and frees the place if the work fails, too", async () => {
    const { admission, timers } = open(2);
    await expect(admission.run("a", () => Promise.reject(new Error("failed")))).rejects.toThrow(
      "failed",
    );
    expect(admission.held("a")).toBe(0);
    await admission.run("a", async () => {
      const busy = admission.run("a", () => Promise.resolve(1));
      timers.pass(1_000);
      await expect(busy).rejects.toThrow(Busy);
    });
    expect(await admission.run("a", () => Promise.resolve(1))).toBe(1);
  });
});
