import type { CardCategory } from "../card/bin-record.ts";
import type { Validity } from "../kernel/validity.ts";

/**
 * Whose card it is, seen from the bank whose terminal takes it: its own; another bank's of the same
 * program; a bank's abroad.
 */
export const CARD_BANKS = ["own", "partner", "foreign"] as const;
export type CardBank = (typeof CARD_BANKS)[number];

/** Who pays for the installments: the customer, on top of the price, or the merchant out of it. */
export const BEARERS = ["customer", "merchant"] as const;
export type Bearer = (typeof BEARERS)[number];

/** A row of a merchant's commission table: what one number of installments costs on some cards. */
export type CommissionRate = Validity & {
  /** Absent for `foreign`, where programs don't count. */
  readonly program: string | undefined;
  readonly cardBank: CardBank;
  /** EFT code of the bank whose terminal takes the program; its cards are `own`. */
  readonly terminalBankCode: string | undefined;
  /** Absent: a row for both. A row for one of them goes before. */
  readonly category: CardCategory | undefined;
  readonly count: number;
  /** Hundredths of a percent. */
  readonly rateBasisPoints: number;
  readonly bearer: Bearer;
};

/** The most installments for goods of a category, the integer of basket items (spec 2.3). */
export type CategoryLimit = Validity & {
  readonly category: number;
  readonly countMax: number;
};

/** All that decides which installments a merchant offers, in one mode. */
export type InstallmentTerms = {
  readonly rates: readonly CommissionRate[];
  readonly limits: readonly CategoryLimit[];
};

export const NO_TERMS: InstallmentTerms = { rates: [], limits: [] };
