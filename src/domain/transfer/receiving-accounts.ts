import type { Currency } from "../../kernel/currency.ts";
import type { Merchant, Mode } from "../merchant/merchant.ts";
import type { TransferStore } from "./ports.ts";
import { sandboxAccounts, type ReceivingAccount } from "./receiving-account.ts";

export type ReceivingAccountsDeps = { readonly transfers: TransferStore };

/**
 * Returns a merchant's accounts in a currency. In test mode, the first call for a merchant without
 * accounts creates some at the test bank.
 */
export async function receivingAccounts(
  deps: ReceivingAccountsDeps,
  query: { readonly merchant: Merchant; readonly mode: Mode; readonly currency: Currency },
): Promise<readonly ReceivingAccount[]> {
  const { merchant, mode, currency } = query;
  const accounts = await deps.transfers.accountsOf(merchant.merchantId, mode);
  if (accounts.length > 0 || mode === "live") return inCurrency(accounts, currency);
  await deps.transfers.addAccounts(sandboxAccounts(merchant));
  return inCurrency(await deps.transfers.accountsOf(merchant.merchantId, mode), currency);
}

function inCurrency(
  accounts: readonly ReceivingAccount[],
  currency: Currency,
): readonly ReceivingAccount[] {
  return accounts.filter((account) => account.currency === currency);
}
