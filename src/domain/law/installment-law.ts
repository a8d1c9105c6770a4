import type { CardCategory } from "../card/bin-record.ts";
import type { CalendarDay } from "../../kernel/calendar-day.ts";
import { inForceOn, isToBeChecked, told, type DatedRule } from "./dated-rule.ts";

/** The kinds of goods for which the regulator (BDDK) limits the installments of card payments. */
export const GOODS_KINDS = [
  "other",
  "electrical_appliances",
  "electronics",
  "computers",
  "travel_domestic",
  "travel_abroad",
  "health",
  "education",
  "taxes",
  "associations",
  "transport",
  "jewellery",
  "telecom",
  "direct_marketing",
  "meals",
  "food",
  "alcohol",
  "fuel",
  "cosmetics",
  "office_supplies",
  "gift_cards",
] as const;
export type GoodsKind = (typeof GOODS_KINDS)[number];

/** The most installments for a kind of goods; 1 means none. */
export type InstallmentRule = DatedRule & {
  readonly kind: GoodsKind;
  /** Absent: cards of persons and of companies. */
  readonly cardCategory: CardCategory | undefined;
  readonly countMax: number;
};

/** Only the year of this list is known. */
const LIST_OF_2018 = told("2018-12-31", "BDDK's list of goods, as trthaber.com printed it");
const GUIDE_OF_2025 = told("2025-09-01", "guide of sondakika.com to installments");

const NONE: readonly GoodsKind[] = [
  "jewellery",
  "telecom",
  "direct_marketing",
  "meals",
  "food",
  "alcohol",
  "fuel",
  "cosmetics",
  "office_supplies",
  "gift_cards",
];

const ROWS_2018: readonly (readonly [GoodsKind, number])[] = [
  ["computers", 6],
  ["associations", 6],
  ["transport", 6],
  ["travel_abroad", 6],
  ["travel_domestic", 9],
  ["taxes", 9],
  ["health", 9],
  ["education", 12],
  ...NONE.map((kind) => [kind, 1] as const),
];

/** The rules, by kind. Limits by price, such as those of televisions, are left out. */
export const INSTALLMENT_RULES: readonly InstallmentRule[] = [
  { kind: "other", cardCategory: "individual", countMax: 12, ...GUIDE_OF_2025 },
  { kind: "other", cardCategory: "commercial", countMax: 18, ...GUIDE_OF_2025 },
  { kind: "electrical_appliances", cardCategory: undefined, countMax: 9, ...GUIDE_OF_2025 },
  { kind: "electronics", cardCategory: undefined, countMax: 4, ...GUIDE_OF_2025 },
  ...ROWS_2018.map(([kind, countMax]) => ({
    kind,
    cardCategory: undefined,
    countMax,
    ...LIST_OF_2018,
  })),
];

/** The rules for goods of a kind that are in force on a day. */
export function rulesFor(kind: GoodsKind, day: CalendarDay): readonly InstallmentRule[] {
  return inForceOn(INSTALLMENT_RULES, day).filter((rule) => rule.kind === kind);
}

/**
 * The most installments that the law allows for goods of a kind on any of the cards; undefined
 * without a rule, or if its source is too old to refuse anything by it.
 */
export function lawfulCount(
  kind: GoodsKind,
  cards: readonly (CardCategory | undefined)[],
  day: CalendarDay,
): number | undefined {
  const counts = rulesFor(kind, day)
    .filter((rule) => !isToBeChecked(rule, day))
    .filter(({ cardCategory }) => cardCategory === undefined || cards.includes(cardCategory))
    .map(({ countMax }) => countMax);
  return counts.length === 0 ? undefined : Math.min(...counts);
}
