import { describe, expect, it } from "vitest";
import { RecentMap } from "./recent-map.ts";

function remembered(map: RecentMap<number, string>, keys: number): number[] {
  return Array.from({ length: keys }, (_, key) => key).filter((key) => map.get(key) !== undefined);
}

describe("the map of recent entries", () => {
  it.each([3, 5, 6, 7, 100])("keeps the three newest of %s, and six at most", (count) => {
    const map = new RecentMap<number, string>(3);
    for (let key = 0; key < count; key += 1) map.set(key, `value ${key}`);
    const newest = [count - 1, count - 2, count - 3];
    expect(newest.map((key) => map.get(key))).toEqual(newest.map((key) => `value ${key}`));
    expect(remembered(map, count).length).toBeLessThanOrEqual(6);
  });

  it("keeps an entry that is read again and again", () => {
    const map = new RecentMap<number, string>(3);
    map.set(0, "read");
    for (let key = 1; key < 100; key += 1) {
      map.set(key, "not read");
      expect(map.get(0)).toBe("read");
    }
    expect(map.get(50)).toBeUndefined();
  });

  it("gives the last value of a key", () => {
    const map = new RecentMap<number, string>(2);
    map.set(1, "first");
    map.set(2, "other");
    map.set(1, "second");
    expect(map.get(1)).toBe("second");
  });

  it("forgets entries of both ages", () => {
    const map = new RecentMap<number, string>(2);
    for (const key of [1, 2, 3]) map.set(key, key === 2 ? "kept" : "dropped");
    map.deleteWhere((value) => value === "dropped");
    expect(remembered(map, 4)).toEqual([2]);
    map.delete(2);
    expect(remembered(map, 4)).toEqual([]);
  });
});
