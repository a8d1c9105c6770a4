import { describe, expect, it } from "vitest";
import { instant } from "../kernel/clock.ts";
import { money } from "../kernel/money.ts";
import {
  applyModification,
  type Entry,
  isSameRequest,
  judgeModification,
  judgeReversal,
} from "./entry.ts";

function entry(over: Partial<Entry> = {}): Entry {
  return {
    terminal: "t",
    requestId: "r",
    type: "sale",
    orderId: "o",
    originalRequestId: undefined,
    amount: money(100n, "TRY"),
    installments: 1,
    state: "approved",
    code: "00",
    reference: "1",
    authCode: "1",
    card: { bin: "552879", lastFour: "0008", fingerprint: "f", behaviour: "approved" },
    challengeId: undefined,
    capturedMinor: 0n,
    refundedMinor: 0n,
    voided: false,
    version: 0,
    bookedAt: instant(0),
    ...over,
  };
}

const sale = entry({ capturedMinor: 100n });
const hold = entry({ type: "preauth" });

const ORIGINALS: Readonly<Record<string, Entry | undefined>> = {
  nothing: undefined,
  "a refund": entry({ type: "refund" }),
  "a tombstone": entry({ type: "reverse", state: "reversed" }),
  "a sale": sale,
  "a sale, 60 refunded": { ...sale, refundedMinor: 60n },
  "a sale, declined": { ...sale, state: "declined", capturedMinor: 0n },
  "a sale, reversed": { ...sale, state: "reversed" },
  "a hold": hold,
  "a hold, 70 captured": { ...hold, capturedMinor: 70n },
  "a hold, voided": { ...hold, voided: true },
  "a hold, reversed": { ...hold, state: "reversed" },
};

describe("the bank's rules for modifications", () => {
  it("allow or refuse modifications of 50 and of 101 by the state of the authorization", () => {
    const lines = Object.entries(ORIGINALS).map(([name, original]) => {
      const codes = (["capture", "void", "refund"] as const).flatMap((type) =>
        [50n, 101n].map((minor) =>
          judgeModification(original, { type, amount: money(minor, "TRY") }),
        ),
      );
      const reversal = original === undefined ? "" : judgeReversal(original);
      return `${name.padEnd(20)} ${codes.join(" ")} ${reversal}`;
    });
    const head = "                     capture void refund, each of 50 and 101; reversal";
    expect([head, ...lines].join("\n")).toMatchInlineSnapshot(`
      "                     capture void refund, each of 50 and 101; reversal
      nothing              25 25 25 25 25 25 
      a refund             25 25 25 25 25 25 refuse
      a tombstone          25 25 25 25 25 25 nothing
      a sale               12 12 12 12 00 13 undo
      a sale, 60 refunded  12 12 12 12 13 13 refuse
      a sale, declined     12 12 12 12 12 12 nothing
      a sale, reversed     12 12 12 12 12 12 nothing
      a hold               00 13 00 00 12 12 undo
      a hold, 70 captured  12 12 12 12 00 13 refuse
      a hold, voided       12 12 12 12 12 12 nothing
      a hold, reversed     12 12 12 12 12 12 nothing"
    `);
  });

  it("refuse another currency", () => {
    for (const type of ["capture", "void", "refund"] as const) {
      const original = type === "refund" ? sale : hold;
      expect(judgeModification(original, { type, amount: money(50n, "EUR") })).toBe("13");
    }
  });

  it("refuse refund and void for the test card that forbids them", () => {
    const card = { bin: "540667", lastFour: "0009", fingerprint: "f" } as const;
    const stubborn = { card: { ...card, behaviour: "refund_and_void_fail" as const } };
    const amount = money(50n, "TRY");
    expect(judgeModification({ ...sale, ...stubborn }, { type: "refund", amount })).toBe("57");
    expect(judgeModification({ ...hold, ...stubborn }, { type: "void", amount })).toBe("57");
    expect(judgeModification({ ...hold, ...stubborn }, { type: "capture", amount })).toBe("00");
  });

  it("change the authorization by the approved modification", () => {
    const amount = money(50n, "TRY");
    expect(applyModification(hold, { type: "capture", amount }).capturedMinor).toBe(50n);
    expect(applyModification(hold, { type: "void", amount }).voided).toBe(true);
    const refunded = { ...sale, refundedMinor: 10n };
    expect(applyModification(refunded, { type: "refund", amount }).refundedMinor).toBe(60n);
  });
});

describe("the same request", () => {
  it("is recognised although the bank has added fields to the entry", () => {
    const answered = { ...sale, reference: "2", version: 3, refundedMinor: 5n };
    expect(isSameRequest(sale, { ...answered, state: "reversed", voided: true })).toBe(true);
    const others: Partial<Entry>[] = [
      { type: "preauth" },
      { orderId: "p" },
      { originalRequestId: "q" },
      { amount: money(101n, "TRY") },
      { amount: money(100n, "USD") },
      { installments: 2 },
      { challengeId: "c" },
      { card: undefined },
    ];
    for (const other of others) expect(isSameRequest(sale, { ...sale, ...other })).toBe(false);
  });
});
