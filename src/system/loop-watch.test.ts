import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import {
  enterJob,
  enterWork,
  keepWork,
  watchLoop,
  type HeldLoop,
  type LoopWatch,
} from "./loop-watch.ts";

const THRESHOLD_MS = 30;
/** Much longer than the scheduler of a busy machine suspends this process. */
const HOLD_MS = 300;

function hold(): void {
  const until = performance.now() + HOLD_MS;
  while (performance.now() < until);
}

describe("the event loop watch", () => {
  let watch: LoopWatch | undefined;
  const held: HeldLoop[] = [];
  const start = (thresholdMs = THRESHOLD_MS): void => {
    held.length = 0;
    watch = watchLoop({ thresholdMs, onHeld: (one) => void held.push(one) });
  };
  const longest = (): string | undefined =>
    held.toSorted((one, other) => other.ms - one.ms).find(({ ms }) => ms >= HOLD_MS)?.work;
  afterEach(() => watch?.stop());

  it("reports the work that held the loop, and for how long", () => {
    start();
    enterWork("GET /short");
    enterWork("GET /long");
    hold();
    enterWork("GET /next");
    expect(longest()).toBe("GET /long");
  });

  it("names the work that continues after it waited, with other work in between", async () => {
    start();
    let answer: (text: string) => void = () => undefined;
    const question = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const slow = async (): Promise<void> => {
      enterWork("POST /slow");
      await keepWork(question);
      hold();
    };
    const waiting = slow();
    enterWork("GET /quick");
    answer("rows");
    await waiting;
    enterWork("GET /next");
    expect(longest()).toBe("POST /slow");
  });

  it("keeps the name if the promise was rejected", async () => {
    start();
    enterWork("POST /failing");
    const failed = keepWork(Promise.reject(new Error("no answer"))).catch(() => hold());
    enterWork("GET /quick");
    await failed;
    enterWork("GET /next");
    expect(longest()).toBe("POST /failing");
  });

  it("gives a job the time until it waits, and again once it continues", async () => {
    start();
    let answer = (): void => undefined;
    const question = new Promise<void>((resolve) => (answer = resolve));
    const round = async (): Promise<void> => {
      enterJob("slow");
      await keepWork(question);
      await Promise.resolve();
      hold();
    };
    const waiting = round();
    await nextTurn();
    hold();
    enterWork("GET /quick");
    expect(longest()).toBe("other");
    held.length = 0;
    answer();
    await waiting;
    enterWork("GET /next");
    expect(longest()).toBe("job slow");
    await nextTurn();
    held.length = 0;
    enterJob("quick");
    await nextTurn();
    hold();
    enterWork("GET /next");
    expect(longest()).toBe("other");
  });

  it("does not count idle time", async () => {
    const thresholdMs = 5;
    start(thresholdMs);
    const startedAt = performance.now();
    const before = performance.eventLoopUtilization();
    while (performance.now() - startedAt < HOLD_MS) {
      enterWork("GET /waiting");
      await new Promise((resolve) => setTimeout(resolve, thresholdMs * 3));
    }
    const reportedMs = held.reduce((sum, { ms }) => sum + ms, 0);
    // Waiting for the processor is not idle time, and a busy machine causes much of it.
    const { active } = performance.eventLoopUtilization(before);
    expect(reportedMs).toBeLessThan(active + thresholdMs);
  });

  it("ends a stretch by its own timer if no other work comes", async () => {
    start();
    enterWork("job last");
    hold();
    while (longest() === undefined) await nextTurn();
    expect(longest()).toBe("job last");
  });
});
