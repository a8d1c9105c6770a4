import type { Currency } from "../kernel/currency.ts";
import type { Merchant, Mode } from "../merchant/merchant.ts";
import type { TransferStore } from "./ports.ts";
import { sandboxAccounts, type ReceivingAccount } from "./receiving-account.ts";

export type ReceivingAccountsDeps = { readonly transfers: TransferStore };

/**
 * The accounts of a merchant that take a currency. In test mode a merchant that has none is given
 * accounts at the simulated bank the first time that somebody asks.
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
