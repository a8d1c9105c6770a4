import { describe, expect, it } from "vitest";
import { readNumberAmount } from "./number-amount.ts";

describe("an amount of JSON", () => {
  it.each([
    ["1234.10", 123_410n],
    ["1234.1", 123_410n],
    ["1234", 123_400n],
    ["1e3", 100_000n],
    ["1.2341E3", 123_410n],
    ["123410e-2", 123_410n],
    ["1234.1000", 123_410n],
    ["0.07", 7n],
    ["0", 0n],
    ["9999999999999.99", 999_999_999_999_999n],
  ])("is read exactly from %s", (text, minor) => {
    expect(readNumberAmount(text, "TRY")).toEqual({ minor, currency: "TRY" });
  });

  it.each(["", "-5", "1,5", "0.001", "1e-3", "1e99", "12345678901234.00", "abc", "1e+"])(
    "is refused for %j, because it is no amount of the currency",
    (text) => {
      expect(readNumberAmount(text, "TRY")).toBeUndefined();
    },
  );
});
