import { describe, expect, it } from "vitest";
import { pack, Unpacking } from "./parcel.ts";

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

function sent(value: unknown): unknown {
  const { left, lists } = pack(value, 3);
  const unpacking = new Unpacking(
    left,
    lists.map(({ length }) => length),
  );
  for (const list of lists) {
    expect(unpacking.isWhole).toBe(false);
    for (let start = 0; start < list.length; start += 3)
      unpacking.add(list.slice(start, start + 3));
  }
  expect(unpacking.isWhole).toBe(true);
  return unpacking.value();
}

describe("a value that is transferred in parts", () => {
  it.each([
    ["a long list alone", numbers(10)],
    [
      "long lists in an object",
      { ok: true, value: { rows: numbers(7), again: numbers(4), n: 1n } },
    ],
    ["short lists", { ok: false, refusal: numbers(3) }],
    ["no list", "text"],
  ])("arrives unchanged with %s", (_name, value) => {
    expect(sent(value)).toEqual(value);
  });

  it("has its long lists removed from the first part", () => {
    expect(pack({ rows: numbers(9), few: numbers(2) }, 3)).toEqual({
      left: { rows: { gapOfList: 0 }, few: [0, 1] },
      lists: [numbers(9)],
    });
  });
});
