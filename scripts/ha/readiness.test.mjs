import { describe, expect, it } from "vitest";
import { outages } from "./readiness.mjs";

const write = (sent, isGood) => ({ sent, done: sent + 100, isGood });
const look = (at, isReady = true) => ({ at, isReady });

describe("the spans without writes", () => {
  it("begin with the first write that failed and end with the last, for each instance", () => {
    const writes = [write(0, true), write(250, false), write(500, false), write(1_000, true)];
    const looks = [look(100), look(260), look(300, false), look(400), look(1_000)];
    expect(outages({ name: "vezne1", looks, writes })).toEqual([
      { name: "vezne1", lasted: 250, noticedAfter: 50, again: [150] },
    ]);
  });

  it("are found in whatever order the answers came", () => {
    const writes = [write(750, true), write(500, false), write(250, true), write(0, false)];
    const spans = outages({ name: "vezne1", looks: [], writes });
    expect(spans.map(({ lasted }) => lasted)).toEqual([100, 100]);
  });
});
