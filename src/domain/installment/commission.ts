import type { CardCategory } from "../card/bin-record.ts";
import type { GoodsKind } from "../law/installment-law.ts";
import type { Validity } from "../../kernel/validity.ts";

/**
 * The issuer of a card, as seen from the bank whose terminal takes it: the same bank, another bank
 * of the same program, or a bank abroad.
 */
export const CARD_BANKS = ["own", "partner", "foreign"] as const;
export type CardBank = (typeof CARD_BANKS)[number];

/** Who bears the commission: the customer, in addition to the price, or the merchant, out of it. */
export const BEARERS = ["customer", "merchant"] as const;
export type Bearer = (typeof BEARERS)[number];

/**
 * A row of a merchant's commission table: the commission of one installment count on some cards.
 */
export type CommissionRate = Validity & {
  /** Absent for `foreign`, where programs do not matter. */
  readonly program: string | undefined;
  readonly cardBank: CardBank;
  /** EFT code of the bank whose terminal takes the program; its cards are `own`. */
  readonly terminalBankCode: string | undefined;
  /** Absent: the row is for both categories. A row for one category takes precedence. */
  readonly category: CardCategory | undefined;
  readonly count: number;
  /** In hundredths of a percent. */
  readonly rateBasisPoints: number;
  readonly bearer: Bearer;
};

/**
 * The most installments for goods of a category; `category` is the integer that the basket's items
 * carry (spec 2.3). It has a limit of its own, the law's for its kind of goods, or both.
 */
export type CategoryLimit = Validity & {
  readonly category: number;
  readonly countMax: number | undefined;
  readonly kind: GoodsKind | undefined;
};

/** All tables that decide about the installments of a merchant in one mode. */
export type InstallmentTerms = {
  readonly rates: readonly CommissionRate[];
  readonly limits: readonly CategoryLimit[];
};

export const NO_TERMS: InstallmentTerms = { rates: [], limits: [] };
