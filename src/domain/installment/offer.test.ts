import { describe, expect, it } from "vitest";
import { unknownCard, type CardFacts } from "../card/bin-record.ts";
import { SANDBOX_BINS } from "../card/sandbox-bins.ts";
import { dayInTurkey, parseCalendarDay, type CalendarDay } from "../../kernel/calendar-day.ts";
import { instant } from "../../kernel/clock.ts";
import { money } from "../../kernel/money.ts";
import { NO_TERMS, type CommissionRate, type InstallmentTerms } from "./commission.ts";
import { offersFor, type OfferQuestion } from "./offer.ts";
import { SANDBOX_RATES } from "./sandbox-terms.ts";

const day = (text: string): CalendarDay => {
  const read = parseCalendarDay(text);
  if (read === undefined) throw new Error(`${text} is no day`);
  return read;
};

const SANDBOX: InstallmentTerms = { rates: SANDBOX_RATES, limits: [] };

const garantiBonus: CardFacts = {
  ...unknownCard("540036"),
  bankName: "Garanti",
  bankCode: "0062",
  program: "Bonus",
  country: "TR",
};

const RATE: CommissionRate = {
  program: "Bonus",
  cardBank: "own",
  terminalBankCode: "0062",
  category: undefined,
  count: 3,
  rateBasisPoints: 299,
  bearer: "customer",
  validFrom: day("2026-01-01"),
  validTo: undefined,
};

const question = (changed: Partial<OfferQuestion> = {}): OfferQuestion => ({
  amount: money(100_000n, "TRY"),
  possible: [garantiBonus],
  categories: [],
  day: day("2026-11-21"),
  ...changed,
});

const counts = (terms: InstallmentTerms, changed: Partial<OfferQuestion> = {}) =>
  offersFor(terms, question(changed)).map(({ count }) => count);

const terms = (...rates: readonly Partial<CommissionRate>[]): InstallmentTerms => ({
  rates: rates.map((changed) => ({ ...RATE, ...changed })),
  limits: [],
});

describe("the sandbox's installment offers", () => {
  it.each(SANDBOX_BINS.records().map((record) => [record.bin, record] as const))(
    "for %s fit its program, type and country",
    (_, record) => {
      const offered = counts(SANDBOX, { possible: [record] });
      const isProgram = record.program !== undefined;
      if (record.type !== "credit") expect(offered).toEqual([]);
      else expect(offered).toEqual(isProgram ? [1, 2, 3, 6, 9, 12] : [1]);
    },
  );

  it("cost nothing in a single charge and more with each count", () => {
    const offers = offersFor(SANDBOX, question());
    expect(offers[0]).toEqual({
      count: 1,
      total: money(100_000n, "TRY"),
      installment: money(100_000n, "TRY"),
      commissionBasisPoints: 0,
    });
    const totals = offers.map(({ total }) => total.minor);
    expect(totals).toEqual([100_000n, 101_990n, 102_990n, 105_990n, 108_990n, 111_990n]);
  });

  it("leave out installments of zero and totals above the largest amount", () => {
    expect(counts(SANDBOX, { amount: money(5n, "TRY") })).toEqual([1, 2, 3]);
    expect(counts(SANDBOX, { amount: money(999_999_999_999n, "TRY") })).toEqual([1]);
  });
});

describe("a merchant's own rates", () => {
  it("apply only to their program, bank and days", () => {
    expect(counts(terms({}))).toEqual([1, 3]);
    expect(counts(terms({ program: "World" }))).toEqual([1]);
    expect(counts(terms({ cardBank: "partner" }))).toEqual([1]);
    expect(counts(terms({ cardBank: "partner", terminalBankCode: "0134" }))).toEqual([1, 3]);
    expect(counts(terms({ validFrom: day("2026-11-22") }))).toEqual([1]);
    expect(counts(terms({ validTo: day("2026-11-20") }))).toEqual([1]);
    expect(counts(terms({ validFrom: day("2026-11-21"), validTo: day("2026-11-21") }))).toEqual([
      1, 3,
    ]);
  });

  it("never change a single charge", () => {
    const [single] = offersFor(
      terms({ count: 1, rateBasisPoints: 150, bearer: "merchant" }),
      question(),
    );
    expect(single).toMatchObject({ count: 1, total: money(100_000n, "TRY") });
  });

  it("borne by the merchant leave the total at the price", () => {
    const [, offer] = offersFor(terms({ bearer: "merchant" }), question());
    expect(offer).toEqual({
      count: 3,
      total: money(100_000n, "TRY"),
      installment: money(33_333n, "TRY"),
      commissionBasisPoints: 0,
    });
  });

  it("for commercial cards take precedence over those for all cards", () => {
    const both = terms({ category: "commercial", rateBasisPoints: 400 }, {});
    const commercial: CardFacts = { ...garantiBonus, category: "commercial" };
    const [, general] = offersFor(both, question());
    const [, special] = offersFor(both, question({ possible: [commercial] }));
    expect(general?.commissionBasisPoints).toBe(299);
    expect(special?.commissionBasisPoints).toBe(400);
  });

  it("do not exist for foreign cards and for cards without a program", () => {
    const all = terms({}, { cardBank: "partner", count: 6 });
    expect(counts(all, { possible: [{ ...garantiBonus, country: "DE" }] })).toEqual([1]);
    expect(counts(all, { possible: [{ ...garantiBonus, program: undefined }] })).toEqual([1]);
    expect(counts(NO_TERMS)).toEqual([1]);
  });
});

describe("limits by category of the basket's items", () => {
  const limited: InstallmentTerms = {
    rates: SANDBOX_RATES,
    limits: [
      {
        category: 10,
        countMax: 1,
        kind: undefined,
        validFrom: day("2026-01-01"),
        validTo: day("2026-06-30"),
      },
      {
        category: 10,
        countMax: 6,
        kind: undefined,
        validFrom: day("2026-07-01"),
        validTo: undefined,
      },
      {
        category: 20,
        countMax: 3,
        kind: undefined,
        validFrom: day("2026-07-01"),
        validTo: undefined,
      },
    ],
  };

  it("apply on their days, and the strictest one counts", () => {
    expect(counts(limited, { categories: [10] })).toEqual([1, 2, 3, 6]);
    expect(counts(limited, { categories: [10, 20, 30] })).toEqual([1, 2, 3]);
    expect(counts(limited, { categories: [30] })).toEqual([1, 2, 3, 6, 9, 12]);
    expect(counts(limited, { categories: [10], day: day("2026-06-30") })).toEqual([1]);
  });

  it.each([
    ["electronics", undefined, "2026-07-10", 3],
    ["electrical_appliances", 6, "2026-07-10", 6],
    ["electrical_appliances", undefined, "2026-07-10", 9],
    ["other", undefined, "2026-07-10", 12],
    // The list of 2018 is too old to refuse anything by it, and the guide of 2025 is in 2028.
    ["jewellery", undefined, "2026-07-10", 12],
    ["electronics", undefined, "2028-01-01", 12],
  ] as const)(
    "are the law's for %s as well, with a limit of %j, on %s",
    (kind, countMax, on, most) => {
      const row = {
        category: 10,
        countMax,
        kind,
        validFrom: day("2026-01-01"),
        validTo: undefined,
      };
      const found = counts({ ...limited, limits: [row] }, { categories: [10], day: day(on) });
      expect(found.at(-1)).toBe(most);
    },
  );

  it("change at midnight in Turkey", () => {
    const lastMoment = instant(Date.UTC(2026, 5, 30, 20, 59, 59, 999));
    expect(dayInTurkey(lastMoment)).toBe("2026-06-30");
    expect(dayInTurkey(instant(lastMoment + 1))).toBe("2026-07-01");
  });
});

describe("an offer for the first six digits", () => {
  it("is valid for every card that begins with them", () => {
    const debit: CardFacts = { ...garantiBonus, type: "debit", program: undefined };
    const partner: CardFacts = { ...garantiBonus, bankCode: "0032" };
    const twice = terms({}, { cardBank: "partner" }, { cardBank: "partner", count: 6 });
    expect(counts(twice, { possible: [garantiBonus, partner] })).toEqual([1, 3]);
    expect(counts(SANDBOX, { possible: [garantiBonus, partner] })).toEqual([1]);
    expect(counts(twice, { possible: [garantiBonus, debit] })).toEqual([1]);
    expect(counts(twice, { possible: [debit, debit] })).toEqual([]);
  });
});
