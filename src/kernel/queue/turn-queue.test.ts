import { describe, expect, it } from "vitest";
import { TurnQueue } from "./turn-queue.ts";

function queueOf(...items: readonly string[]): TurnQueue<string> {
  const queue = new TurnQueue<string>();
  for (const item of items) queue.add(item.charAt(0), item);
  return queue;
}

describe("the turn queue", () => {
  it("keeps the order of one subject", () => {
    const queue = queueOf("a1", "a2", "a3");
    expect(queue.take(2)).toEqual(["a1", "a2"]);
    expect(queue.take(2)).toEqual(["a3"]);
    expect(queue.length).toBe(0);
  });

  it("takes a late item of another subject second, however many items wait before it", () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `a${index}`);
    const queue = queueOf(...many, "b0", "c0");
    expect(queue.take(4)).toEqual(["a0", "b0", "c0", "a1"]);
    expect(queue.length).toBe(1_998);
  });

  it("takes from the longest line, oldest first", () => {
    const queue = queueOf("b1", "a1", "a2", "a3", "c1");
    expect(queue.takeFromLongest(2)).toEqual(["a1", "a2"]);
    expect(queue.take(9)).toEqual(["b1", "a3", "c1"]);
    expect(queue.takeFromLongest(2)).toEqual([]);
  });

  it("continues with the next subject, so that no subject is first every time", () => {
    const queue = queueOf("a1", "a2", "a3", "b1", "b2", "b3");
    expect(queue.take(1)).toEqual(["a1"]);
    expect(queue.take(1)).toEqual(["b1"]);
    expect(queue.take(3)).toEqual(["a2", "b2", "a3"]);
    queue.add("c", "c1");
    expect(queue.take(9)).toEqual(["b3", "c1"]);
    expect(queue.take(9)).toEqual([]);
  });
});
