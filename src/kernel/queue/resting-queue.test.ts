import { describe, expect, it } from "vitest";
import { RestingQueue } from "./resting-queue.ts";

function queueOf() {
  const log: string[] = [];
  let time = 0;
  const queue = new RestingQueue({
    factor: 3,
    mostMs: 100,
    now: () => time,
    wait: (ms) => {
      log.push(`rest ${ms}`);
      time += ms;
      return Promise.resolve();
    },
  });
  const take = (name: string, ms: number) => async (): Promise<string> => {
    log.push(`${name} at ${time}`);
    time += ms;
    return name;
  };
  return { log, queue, take };
}

describe("work that rests", () => {
  it("is done in order, with rests in proportion", async () => {
    const { log, queue, take } = queueOf();
    const done = await Promise.all([
      queue.run("one", take("a", 10)),
      queue.run("one", take("b", 2)),
    ]);
    expect(done).toEqual(["a", "b"]);
    expect(log.slice(0, 3)).toEqual(["a at 0", "rest 30", "b at 40"]);
  });

  it("is done in turns among subjects", async () => {
    const { log, queue, take } = queueOf();
    const ofOne = ["a", "b", "c"].map((name) => queue.run("one", take(name, 1)));
    await Promise.all([...ofOne, queue.run("other", take("d", 1))]);
    expect(log.flatMap((line) => line.match(/^[a-d](?= at)/) ?? [])).toEqual(["a", "b", "d", "c"]);
  });

  it("rests for a limited time", async () => {
    const { log, queue, take } = queueOf();
    await Promise.all([queue.run("one", take("a", 8_000)), queue.run("one", take("b", 1))]);
    expect(log).toContain("b at 8100");
  });

  it("goes on after work that failed", async () => {
    const { log, queue, take } = queueOf();
    const failing = queue.run("one", () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(await queue.run("one", take("b", 1))).toBe("b");
    expect(log).toContain("b at 0");
  });
});
