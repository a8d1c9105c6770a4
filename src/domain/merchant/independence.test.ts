import { describe, expect, it } from "vitest";
import { DAY, instant } from "../../kernel/clock.ts";
import type { MerchantId, UserId } from "../../kernel/ids.ts";
import { independentFrom, type AccessGrant, type Actor } from "./independence.ts";

const KEY = `opk_${"0".repeat(16)}`;
const NEVER_TIED = 0;

const grants = (...rows: readonly [by: string, to: string, at: number][]): readonly AccessGrant[] =>
  rows.map(([by, to, at]) => ({ by: by as Actor, userId: to as UserId, at: instant(at) }));

const from = (requester: string, decider: string, given: readonly AccessGrant[]) => {
  const merchantId = decider === "operator" ? undefined : ("mer_a" as MerchantId);
  const person = { userId: decider as UserId, merchantId };
  return independentFrom({ requester: requester as Actor, decider: person }, given);
};

describe("a requester and a decider", () => {
  it("are two persons where neither gave the other access", () => {
    expect(from("ada", "banu", [])).toBe(NEVER_TIED);
    expect(from("ada", "banu", grants(["cem", "banu", 5]))).toBe(NEVER_TIED);
    expect(from("ada", "ada", [])).toBe(undefined);
  });

  it.each<[string, number, ReturnType<typeof grants>]>([
    ["who gave the decider access", 7, grants(["ada", "banu", 7])],
    ["who got access from the decider", 7, grants(["banu", "ada", 7])],
    ["who gave access to the giver", 7, grants(["ada", "cem", 7], ["cem", "banu", 9])],
    ["who got access from the same user", 7, grants(["cem", "ada", 9], ["cem", "banu", 7])],
    [
      "whose tie is renewed over others",
      8,
      grants(["ada", "banu", 2], ["ada", "c", 8], ["c", "banu", 9]),
    ],
    ["of a decider with access from an operator key", 7, grants([KEY, "banu", 7])],
    ["with access from an operator key", 7, grants([KEY, "ada", 7])],
    ["of a decider whose giver has it from a key", 7, grants([KEY, "cem", 7], ["cem", "banu", 9])],
  ])("are tied for a day with a requester %s", (_, at, given) => {
    expect(from("ada", "banu", given)).toBe(at + DAY);
  });

  it("are tied where an operator key asks and the decider is an operator, or got access lately", () => {
    expect(from(KEY, "operator", [])).toBe(undefined);
    expect(from(KEY, "banu", [])).toBe(NEVER_TIED);
    expect(from(KEY, "banu", grants(["cem", "banu", 7]))).toBe(7 + DAY);
  });
});
