import { describe, expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import { newMerchantId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import { lineText, readLineText } from "./line-text.ts";
import type { StatementLine } from "./statement-line.ts";

const line: StatementLine = {
  account: "TR330006100519786457841326",
  bankKey: "2026-11-21/7",
  source: "camt053",
  amount: money(9_007_199_254_740_993n, "TRY"),
  description: "VZ-ABC\u0000 Ödeme",
  senderName: undefined,
  senderIban: "TR320010009999901234567890",
  bookedAt: instant(1_763_683_200_000),
  scope: undefined,
};

describe("the text of a statement line", () => {
  it("is read as the same line, also with characters that a database refuses", () => {
    expect(readLineText(lineText(line))).toEqual(line);
    const merchantId = newMerchantId({ bytes: (count) => new Uint8Array(count) });
    const scoped = { ...line, scope: { merchantId, mode: "live" } as const };
    expect(readLineText(lineText(scoped))).toEqual(scoped);
  });

  it.each(["", "[]", "null", '{"account":1}', lineText(line).replace("TRY", "XXX")])(
    "is refused when it is invalid: %s",
    (text) => {
      expect(() => readLineText(text)).toThrow();
    },
  );
});
