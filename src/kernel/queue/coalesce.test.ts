import { describe, expect, it } from "vitest";
import { Coalescer } from "./coalesce.ts";

describe("batches", () => {
  it("take one merchant's single item next, however many items of another merchant wait", async () => {
    const batches: (readonly string[])[] = [];
    const gates: (() => void)[] = [];
    const writer = new Coalescer<string, string>(
      async (items) => {
        batches.push(items);
        await new Promise<void>((open) => gates.push(open));
        return items;
      },
      { cap: 4, concurrency: 1, subjectOf: (item) => item.charAt(0) },
    );
    const flood = Array.from({ length: 2_000 }, (_, index) => writer.submit(`a${index}`));
    await Promise.resolve();
    const single = writer.submit("b0");
    gates.shift()?.();
    await Promise.all(flood.slice(0, 4));
    // The queue is free a few microtasks after its answers.
    await new Promise((resolve) => setImmediate(resolve));
    expect(batches.map((batch) => batch.length)).toEqual([4, 4]);
    expect(batches[1]).toContain("b0");
    gates.shift()?.();
    expect(await single).toBe("b0");
    expect(writer.depth).toBeLessThan(2_000);
  });
});
