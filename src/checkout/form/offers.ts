import type { SessionContext } from "../../domain/payment/open-session.ts";
import { offerQuery } from "../../domain/payment/acquirer-directory.ts";
import { redirectOffers } from "../../domain/payment/charge/redirect-offers.ts";
import type { LenderOffer, WalletOffer } from "../../domain/payment/redirect-methods.ts";
import type { ReceivingAccount } from "../../domain/transfer/receiving-account.ts";
import { receivingAccounts } from "../../domain/transfer/receiving-accounts.ts";
import { METHODS, type Method } from "../../page/method.ts";
import type { PageKit } from "../page-kit.ts";

/** The payment methods of a session, as in the option lists of the interface (spec 4.7). */
export type Offers = {
  readonly card: boolean;
  readonly accounts: readonly ReceivingAccount[];
  readonly wallets: readonly WalletOffer[];
  /** Lenders whose limits include the session's amount. */
  readonly lenders: readonly LenderOffer[];
  readonly papel: boolean;
};

export async function offersOf(
  kit: Pick<PageKit, "acquirers" | "transfers">,
  context: SessionContext,
): Promise<Offers> {
  const { session, merchant } = context;
  const { mode, amount } = session;
  const { currency, minor } = amount;
  const { wallets, lenders, papel } = await redirectOffers(kit, context);
  const acquirers = await kit.acquirers.choose(offerQuery(context));
  return {
    card: acquirers.length > 0,
    accounts: await receivingAccounts(kit, { merchant, mode, currency }),
    wallets,
    lenders: lenders.filter(({ minMinor, maxMinor }) => minor >= minMinor && minor <= maxMinor),
    papel,
  };
}

export function offeredMethods(offers: Offers): readonly Method[] {
  const isOffered: Readonly<Record<Method, boolean>> = {
    card: offers.card,
    bank_transfer: offers.accounts.length > 0,
    wallet: offers.wallets.length > 0,
    shopping_credit: offers.lenders.length > 0,
    papel: offers.papel,
  };
  return METHODS.filter((method) => isOffered[method]);
}
