import { describe, expect, it } from "vitest";
import { SweptMap } from "./swept-map.ts";

describe("the swept map", () => {
  it("keeps few idle entries, and drops them once there are many", () => {
    const map = new SweptMap<number>((value) => value === 0);
    map.set("busy", 1);
    for (let index = 0; index < 200; index += 1) map.set(`idle ${index}`, 0);
    expect(map.size).toBe(201);
    for (let index = 200; index < 300; index += 1) map.set(`idle ${index}`, 0);
    expect(map.size).toBeLessThan(100);
    expect(map.get("busy")).toBe(1);
    expect(map.get("idle 0")).toBeUndefined();
  });

  it("keeps busy entries, however many there are", () => {
    const map = new SweptMap<number>((value) => value === 0);
    for (let index = 0; index < 2_000; index += 1) map.set(`busy ${index}`, 1);
    expect([...map.values()]).toHaveLength(2_000);
  });
});
