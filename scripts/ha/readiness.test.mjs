import { describe, expect, it } from "vitest";
import { outages } from "./readiness.mjs";

const write = (sent, { isAnswered = true, ms = 100 } = {}) => {
  return { sent, done: sent + ms, isAnswered, text: isAnswered ? "{}" : "no" };
};
const failed = (sent) => write(sent, { isAnswered: false });
const look = (at, isReady = true) => ({ at, isReady });

describe("the spans without writes", () => {
  it("begin with the first write that failed and end with the next that was answered", () => {
    const writes = [write(0), failed(250), failed(500), write(1_000)];
    const looks = [look(100), look(260), look(300, false), look(400), look(1_000)];
    expect(outages({ name: "vezne1", looks, writes })).toEqual([
      { name: "vezne1", lasted: 750, noticedAfter: 50, again: [{ after: 150, refusal: "no" }] },
    ]);
  });

  it("blame no readiness after which the next write was answered in time", () => {
    const writes = [failed(0), failed(250), write(500), write(750)];
    const looks = [look(100, false), look(260), look(400)];
    expect(outages({ name: "vezne1", looks, writes })).toMatchObject([{ lasted: 500, again: [] }]);
  });

  it("tell how long a write took that was sent after readiness and answered late", () => {
    const writes = [failed(0), write(250, { ms: 2_000 }), write(500, { ms: 3_000 })];
    const looks = [look(100, false), look(150), look(600)];
    expect(outages({ name: "vezne1", looks, writes })).toMatchObject([
      { lasted: 2_250, again: [{ after: 150, took: 2_000 }] },
    ]);
  });

  it("are found in whatever order the answers came", () => {
    const writes = [write(750), failed(500), write(250), failed(0)];
    const spans = outages({ name: "vezne1", looks: [], writes });
    expect(spans.map(({ lasted }) => lasted)).toEqual([250, 250]);
  });

  it("end with the answer to a write that waited", () => {
    const writes = [write(0, { ms: 5_000 }), failed(3_000), write(4_900, { ms: 1_500 })];
    const spans = outages({ name: "vezne1", looks: [], writes });
    expect(spans.map(({ lasted }) => lasted)).toEqual([5_000]);
  });
});
