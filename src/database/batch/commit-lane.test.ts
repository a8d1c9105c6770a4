import { describe, expect, it } from "vitest";
import { CommitLane, type LaneKind } from "./commit-lane.ts";
import type { Call, TextRows } from "../connection/statement.ts";

const LOST = Object.assign(new Error("connection terminated"), { code: "57P01" });

/** A kind of numbers; its statement returns them, and `99` makes it fail. */
function numbers(
  name: string,
  afterBreak?: (items: readonly number[]) => Promise<readonly string[]>,
): LaneKind<number, string> {
  return {
    subjectOf: () => "",
    call: (items) => ({ statement: { name, text: name }, values: [...items] }),
    read: (rows) => rows.map(([value]) => `${name} ${value}`),
    ...(afterBreak === undefined ? {} : { afterBreak }),
  };
}

function laneOf(fails: (calls: readonly Call[]) => Error | undefined) {
  const sent: string[] = [];
  const runTogether = async (calls: readonly Call[]): Promise<readonly TextRows[]> => {
    sent.push(
      calls.map(({ statement, values }) => `${statement.name} ${values.join()}`).join("; "),
    );
    const error = fails(calls);
    if (error !== undefined) throw error;
    return calls.map(({ values }) => values.map((value) => [String(value)]));
  };
  return { lane: new CommitLane({ runTogether }, 64), sent };
}

const has = (item: number) => (calls: readonly Call[]) =>
  calls.some(({ values }) => values.includes(item)) ? new Error(`no ${item}`) : undefined;

async function endsOf(given: readonly Promise<string>[]): Promise<readonly string[]> {
  const ends = await Promise.allSettled(given);
  return ends.map((end) => (end.status === "fulfilled" ? end.value : String(end.reason)));
}

describe("a lane with two kinds of writes", () => {
  it("writes what waits in one transaction, in the order of the kinds", async () => {
    const { lane, sent } = laneOf(() => undefined);
    const [first, second] = [lane.add(numbers("first")), lane.add(numbers("second"))];
    const given = [second.submit(1), first.submit(2), second.submit(3)];
    expect([first.depth, second.depth]).toEqual([1, 2]);
    expect(await endsOf(given)).toEqual(["second 1", "first 2", "second 3"]);
    expect(sent).toEqual(["first 2; second 1,3"]);
    expect([first.depth, second.depth]).toEqual([0, 0]);
  });

  it("writes each kind alone if one of them fails, and fails only the faulty item", async () => {
    const { lane, sent } = laneOf(has(99));
    const [first, second] = [lane.add(numbers("first")), lane.add(numbers("second"))];
    const given = [first.submit(1), second.submit(2), second.submit(99)];
    expect(await endsOf(given)).toEqual(["first 1", "second 2", "Error: no 99"]);
    expect(sent).toEqual([
      "first 1; second 2,99",
      "first 1",
      "second 2,99",
      "second 2",
      "second 99",
    ]);
  });

  it("looks for the items that a broken connection may have written", async () => {
    const { lane, sent } = laneOf(() => LOST);
    const found = async (items: readonly number[]) => items.map((item) => `found ${item}`);
    const [first, second] = [lane.add(numbers("first")), lane.add(numbers("second", found))];
    const given = [first.submit(1), second.submit(2)];
    expect(await endsOf(given)).toEqual(["Error: connection terminated", "found 2"]);
    expect(sent).toEqual(["first 1; second 2"]);
  });
});
