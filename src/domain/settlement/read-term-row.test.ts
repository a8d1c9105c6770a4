import { describe, expect, it } from "vitest";
import { checkTerms } from "./read-term-row.ts";

const TERM = {
  payment_type: "creditcard",
  commission_rate: "2,99",
  value_days: "1",
  program: "bonus",
  valid_from: "2026-01-01",
};

const check = (changed: Partial<typeof TERM>) =>
  checkTerms([{ line: 2, fields: new Map(Object.entries({ ...TERM, ...changed })) }]);

describe("lines of a contract", () => {
  it("name a program as the card table does", () => {
    expect(check({})).toMatchObject({ value: [{ program: "Bonus" }] });
    expect(check({ program: "" })).toMatchObject({ value: [{ program: undefined }] });
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "＝1", "x".repeat(65)])(
    "are refused with the program %j, which is no name",
    (program) => {
      const refusal = [{ line: 2, column: "program" }];
      expect(check({ program })).toMatchObject({ ok: false, refusal });
    },
  );
});
