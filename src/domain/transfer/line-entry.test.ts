import { describe, expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import type { MerchantId, OrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import { areCounted, isCountedBefore, returnEntry, verdictEntry } from "./line-entry.ts";
import type { BroughtLine, LineOwner, LineVerdict, StatementLine } from "./statement-line.ts";

const OWNER: LineOwner = { merchantId: "mer_1" as MerchantId, mode: "live" };
const ORDER = "ORD-1" as OrderId;

const LINE: StatementLine = {
  account: "TR1",
  bankKey: "7",
  source: "feed",
  amount: money(400n, "TRY"),
  description: "",
  senderName: undefined,
  senderIban: undefined,
  bookedAt: instant(0),
};
const OWN_LINE: StatementLine = { ...LINE, source: "camt053", scope: OWNER };

const MATCHED: LineVerdict = { kind: "matched", owner: OWNER, orderId: ORDER };
const UNMATCHED: LineVerdict = {
  kind: "unmatched",
  reason: "too_little",
  owner: OWNER,
  orderId: ORDER,
};
const UNKNOWN: LineVerdict = { ...UNMATCHED, owner: undefined, orderId: undefined };

describe("the entry of a line", () => {
  it.each([
    ["a matched line", LINE, MATCHED, undefined],
    ["a line of an unknown merchant", LINE, UNKNOWN, undefined],
    ["an unmatched line", LINE, UNMATCHED, "line TR1/7"],
    ["an unmatched line that the merchant brought", OWN_LINE, UNMATCHED, "line TR1/7 mer_1 live"],
  ] as const)("of %s", (_, line, verdict, entryId) => {
    const entry = verdictEntry(line, verdict);
    expect(entry?.entryId).toBe(entryId);
    if (entry === undefined) return;
    expect(entry.postings).toEqual([
      { debit: "bank_account", credit: "suspense", amount: LINE.amount },
    ]);
  });

  it("takes money that was sent back out of suspense", () => {
    const remaining = LINE.amount;
    expect(returnEntry(OWN_LINE, { owner: undefined, remaining })).toBeUndefined();
    expect(returnEntry(OWN_LINE, { owner: OWNER, remaining })).toEqual({
      owner: OWNER,
      entryId: "return TR1/7 mer_1 live",
      postings: [{ debit: "suspense", credit: "bank_account", amount: LINE.amount }],
    });
  });
});

describe("a line that was brought twice", () => {
  const brought = (change: Partial<BroughtLine>): BroughtLine => ({
    scope: "mer_1 live",
    state: "matched",
    isAssigned: false,
    merchantId: "mer_1",
    mode: "live",
    ...change,
  });
  const FRESH = { state: "new", merchantId: undefined, mode: undefined };

  it.each([
    ["and judged by another process meanwhile", MATCHED, brought({ scope: "" }), false],
    ["alone", MATCHED, brought({ scope: "", ...FRESH }), false],
    ["by another statement that is not applied yet", UNMATCHED, brought(FRESH), false],
    ["and paid before", MATCHED, brought({}), true],
    ["and paid before, and pays nothing now", UNMATCHED, brought({}), true],
    ["and lay in suspense before, and pays now", MATCHED, brought({ state: "unmatched" }), false],
    [
      "and a person assigned it to a payment",
      MATCHED,
      brought({ state: "unmatched", isAssigned: true }),
      true,
    ],
    ["and lies in suspense", UNMATCHED, brought({ state: "unmatched" }), true],
    ["and was sent back", UNMATCHED, brought({ state: "returned" }), true],
    ["and was sent back, and would pay now", MATCHED, brought({ state: "returned" }), true],
    [
      "and was sent back by another merchant",
      MATCHED,
      brought({ state: "returned", merchantId: "mer_2" }),
      false,
    ],
    ["for another merchant", MATCHED, brought({ merchantId: "mer_2" }), false],
    ["for the other mode", UNMATCHED, brought({ mode: "test" }), false],
    ["for a merchant, and belongs to none now", UNKNOWN, brought({}), true],
    ["for a merchant, and is not judged yet", UNKNOWN, brought(FRESH), false],
  ] as const)("%s", (_, verdict, other, isCounted) => {
    expect(isCountedBefore(LINE, verdict, [other])).toBe(isCounted);
  });

  it.each([
    ["waited for an operator who knew no merchant", "unmatched", false],
    ["was sent back by an operator who knew no merchant", "returned", true],
  ])("and %s", (_, state, isCounted) => {
    const other = brought({ scope: "", state, merchantId: undefined, mode: undefined });
    const counted = [MATCHED, UNMATCHED].map((one) => isCountedBefore(OWN_LINE, one, [other]));
    expect(counted).toEqual([isCounted, isCounted]);
  });

  it("counts once among lines that are judged together", () => {
    const copies = [brought({ scope: "", ...FRESH }), brought(FRESH)];
    const judge = (first: LineVerdict, second: LineVerdict) =>
      areCounted(
        [
          { line: LINE, verdict: first },
          { line: OWN_LINE, verdict: second },
        ],
        new Map([["TR1/7", copies]]),
      );
    expect(judge(MATCHED, MATCHED)).toEqual([true, false]);
    expect(judge(UNMATCHED, UNMATCHED)).toEqual([true, false]);
    expect(judge(UNMATCHED, MATCHED)).toEqual([true, true]);
    expect(judge(UNKNOWN, UNMATCHED)).toEqual([true, true]);
    const [own, other] = [
      { line: OWN_LINE, verdict: UNMATCHED },
      { line: LINE, verdict: UNKNOWN },
    ];
    expect(areCounted([own, other], new Map([["TR1/7", copies]]))).toEqual([true, false]);
  });
});
