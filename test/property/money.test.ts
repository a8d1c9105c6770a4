import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { add, applyRate, compare, money, roundHalfUp, subtract } from "../../src/kernel/money.ts";

const amount = fc.bigInt({ min: 1n, max: 999_999_999_999n });

describe("money", () => {
  it("rounds half away from zero, and never by more than half a unit", () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 15n), 10n ** 15n), fc.bigInt(1n, 10n ** 6n), (top, bottom) => {
        const doubledError = 2n * (roundHalfUp(top, bottom) * bottom - top);
        expect(doubledError <= bottom && doubledError >= -bottom).toBe(true);
        expect(roundHalfUp(-top, bottom)).toBe(-roundHalfUp(top, bottom));
      }),
    );
    expect(roundHalfUp(5n, 10n)).toBe(1n);
    expect(roundHalfUp(4n, 10n)).toBe(0n);
  });

  it("has no share at a rate of zero, and its whole amount at a rate of one", () => {
    fc.assert(
      fc.property(amount, (minor) => {
        const whole = money(minor, "EUR");
        expect(applyRate(whole, 0n, roundHalfUp).minor).toBe(0n);
        expect(applyRate(whole, 10_000n, roundHalfUp)).toEqual(whole);
      }),
    );
  });

  it("gets its value back when an added amount is subtracted, and orders like integers", () => {
    fc.assert(
      fc.property(amount, amount, (left, right) => {
        const [a, b] = [money(left, "TRY"), money(right, "TRY")];
        expect(subtract(add(a, b), b)).toEqual(a);
        expect(Math.sign(compare(a, b))).toBe(left < right ? -1 : left > right ? 1 : 0);
      }),
    );
  });

  it("refuses to mix currencies", () => {
    const [lira, euro] = [money(1n, "TRY"), money(1n, "EUR")];
    for (const mix of [add, subtract, compare]) expect(() => mix(lira, euro)).toThrow(/do not mix/);
  });
});
