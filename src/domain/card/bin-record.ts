import { brandOf, type CardBrand } from "./card-number.ts";

export const CARD_TYPES = ["credit", "debit", "prepaid"] as const;
export const CARD_CATEGORIES = ["individual", "commercial"] as const;

export type CardType = (typeof CARD_TYPES)[number];
export type CardCategory = (typeof CARD_CATEGORIES)[number];

/**
 * The facts of a card that its first digits reveal (spec 2.6). A field is absent if it is unknown,
 * or if cards with these digits differ in it.
 */
export type CardFacts = {
  readonly bankName: string | undefined;
  /** EFT code of the issuer: four digits. */
  readonly bankCode: string | undefined;
  readonly brand: CardBrand;
  readonly type: CardType | undefined;
  readonly category: CardCategory | undefined;
  readonly program: string | undefined;
  /** ISO 3166-1, two letters; most tables leave it out for cards of Turkish banks. */
  readonly country: string | undefined;
};

/**
 * A row of the BIN table. It describes every card whose number begins with `bin`, unless a row with
 * a longer `bin` matches too.
 */
export type BinRecord = CardFacts & {
  /** Six to eight digits. */
  readonly bin: string;
  readonly type: CardType;
  readonly category: CardCategory;
};

/**
 * Returns the assumed facts of a card of which the BIN table has no row: a credit card of its brand
 * without a card program, which therefore gets no installments.
 */
export function unknownCard(digits: string): CardFacts {
  return {
    bankName: undefined,
    bankCode: undefined,
    brand: brandOf(digits),
    type: "credit",
    category: "individual",
    program: undefined,
    country: undefined,
  };
}

/**
 * True if nothing is known of a card but its brand and type, as for a card without a row in the
 * table.
 */
export function isUnknown({ bankName, bankCode, program, country }: CardFacts): boolean {
  return [bankName, bankCode, program, country].every((fact) => fact === undefined);
}

export function isForeign({ country }: CardFacts): boolean {
  return country !== undefined && country !== "TR";
}
