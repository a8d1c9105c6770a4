import { BANK_NAMES, type BankCode } from "../../kernel/bank-names.ts";
import { isCurrency, type Currency } from "../../kernel/currency.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { Merchant, Mode } from "../merchant/merchant.ts";
import { turkishIban } from "./iban.ts";

/** A merchant's bank account to which customers send money. */
export type ReceivingAccount = {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly iban: string;
  /** EFT code, four digits. */
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountHolder: string;
  readonly currency: Currency;
  /** The account's position in the list that customers see. */
  readonly position: number;
};

/** The account number at the test bank for each currency; the IBANs differ by this digit. */
const ACCOUNT_NUMBERS = { TRY: "1", EUR: "2", USD: "3", GBP: "4" } as const satisfies Record<
  Currency,
  string
>;
const FOREIGN = Object.keys(ACCOUNT_NUMBERS)
  .filter(isCurrency)
  .filter((code) => code !== "TRY");
const SANDBOX: readonly (readonly [code: BankCode, Currency])[] = [
  ["0062", "TRY"],
  ["0064", "TRY"],
  ["0067", "TRY"],
  ...FOREIGN.map((currency) => ["0062", currency] as const),
];

/**
 * The accounts that every merchant has at the test bank. Their IBANs are valid, but no real
 * account has them.
 */
export function sandboxAccounts(merchant: Merchant): readonly ReceivingAccount[] {
  return SANDBOX.map(([bankCode, currency], position) => ({
    merchantId: merchant.merchantId,
    mode: "test",
    iban: sandboxIban(bankCode, currency),
    bankCode,
    bankName: BANK_NAMES[bankCode],
    accountHolder: merchant.name,
    currency,
    position,
  }));
}

/** Returns the IBAN of the test bank's account in a currency, under a bank's EFT code. */
export function sandboxIban(bankCode: string, currency: Currency): string {
  return turkishIban(bankCode, ACCOUNT_NUMBERS[currency]);
}
