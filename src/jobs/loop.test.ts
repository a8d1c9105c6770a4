import { describe, expect, it } from "vitest";
import { startLoop } from "./loop.ts";

describe("a loop", () => {
  it("reports a round that fails, before its first await or after, and goes on", async () => {
    const errors: unknown[] = [];
    let rounds = 0;
    let reach = (): void => {};
    const reached = new Promise<void>((resolve) => (reach = resolve));
    const loop = startLoop({
      name: "test",
      everyMs: 1,
      sleep: () => Promise.resolve(),
      round: () => {
        rounds += 1;
        if (rounds === 1) throw new Error("at once");
        if (rounds === 2) return Promise.reject(new Error("later"));
        reach();
        return Promise.resolve(false);
      },
      onError: (error) => void errors.push(error),
    });
    await reached;
    await loop.stop();
    expect(errors).toEqual([new Error("at once"), new Error("later")]);
  });
});
