import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const SOURCE = join(import.meta.dirname, "../..");
/** Statements that write counted values: a new payment, its state, its refunds. */
const WRITES = new RegExp(
  [
    /\b(?:insert into payment\s*\(|delete from payment\b)/,
    /\bupdate payment\s+set\b[^`;]*?(?=\s(?:from|where)\b|[`;])/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gi",
);
const COUNTED = /^insert|^delete|\b(state|refunded_amount|payment_type|created_at)\s*=/i;

describe("the payment roll-up", () => {
  it("is updated by every statement that writes a counted value", () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter(
      (path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.startsWith("bank"),
    );
    const writers = files.filter((path) => {
      const text = readFileSync(join(SOURCE, path), "utf8");
      return [...text.matchAll(WRITES)].some(([statement]) => COUNTED.test(statement));
    });
    expect(writers.toSorted()).toEqual([
      "store/payment/apply-changes.ts",
      "store/payment/record-intents.ts",
      "store/refund/refund-statements.ts",
    ]);
    for (const path of writers) {
      expect(readFileSync(join(SOURCE, path), "utf8"), path).toContain("${rollupChange(");
    }
  });
});
