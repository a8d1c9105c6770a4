import { assert, bigInt, boolean, constantFrom, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { CARD_PROGRAMS } from "../../src/domain/card/card-program.ts";
import { unknownCard } from "../../src/domain/card/bin-record.ts";
import { optionOf, offersFor } from "../../src/domain/installment/offer.ts";
import { SANDBOX_RATES } from "../../src/domain/installment/sandbox-terms.ts";
import { BOUNDS } from "../../src/kernel/bounds.ts";
import { dayInTurkey } from "../../src/kernel/calendar-day.ts";
import { instant } from "../../src/kernel/clock.ts";
import { money } from "../../src/kernel/money.ts";

const amounts = bigInt({ min: BigInt(BOUNDS.amountMin), max: BigInt(BOUNDS.amountMax) });
const counts = integer({ min: 1, max: BOUNDS.installmentsMax });
const rates = integer({ min: 0, max: 10_000 });

describe("installments of any amount, count and rate", () => {
  it("are the total divided and rounded down, which leaves less than a unit for each", () => {
    assert(
      property(amounts, counts, rates, (minor, count, rate) => {
        const { total, installment } = optionOf(money(minor, "TRY"), count, rate);
        const remainder = total.minor - installment.minor * BigInt(count);
        expect(remainder >= 0n && remainder < BigInt(count)).toBe(true);
      }),
    );
  });

  it("cost the amount and its commission, rounded half up once on the total", () => {
    assert(
      property(amounts, counts, rates, (minor, count, rate) => {
        const { total } = optionOf(money(minor, "TRY"), count, rate);
        const exact = minor * 10_000n + minor * BigInt(rate);
        const distance = total.minor * 10_000n - exact;
        expect(distance > -5_000n && distance <= 5_000n).toBe(true);
      }),
    );
  });

  it("survive JSON: every number in an answer is exact", () => {
    assert(
      property(amounts, counts, rates, (minor, count, rate) => {
        const { total, installment } = optionOf(money(minor, "TRY"), count, rate);
        for (const { minor: value } of [total, installment]) {
          expect(BigInt(JSON.parse(JSON.stringify(Number(value))) as number)).toBe(value);
        }
        expect(Math.round((rate / 100) * 100)).toBe(rate);
      }),
    );
  });
});

describe("sandbox offers for any amount", () => {
  it("grow with the count, begin at the amount, and have chargeable totals", () => {
    const program = constantFrom(...CARD_PROGRAMS);
    assert(
      property(amounts, program, boolean(), (minor, { name, ownerBankCode }, isOwn) => {
        const card = {
          ...unknownCard("540036"),
          program: name,
          bankCode: isOwn ? ownerBankCode : "0203",
        };
        const offers = offersFor(
          { rates: SANDBOX_RATES, limits: [] },
          {
            amount: money(minor, "TRY"),
            possible: [card],
            categories: [],
            day: dayInTurkey(instant(Date.UTC(2026, 10, 21))),
          },
        );
        expect(offers[0]?.total.minor).toBe(minor);
        for (const [index, { total, installment }] of offers.entries()) {
          expect(installment.minor).toBeGreaterThan(0n);
          expect(total.minor).toBeLessThanOrEqual(BigInt(BOUNDS.amountMax));
          expect(total.minor >= (offers[index - 1]?.total.minor ?? 0n)).toBe(true);
        }
      }),
    );
  });
});
