import type { Currency } from "../kernel/currency.ts";
import type { Instant } from "../kernel/clock.ts";
import type { OrderId } from "../kernel/ids.ts";
import type { Money } from "../kernel/money.ts";
import type { AttemptReference, ChallengeOutcome } from "./acquirer.ts";

export type RedirectMethod = "wallet" | "shopping_credit" | "papel";

/**
 * The redirect methods of an acquirer: the customer pays at the page of a wallet, a lender or
 * Papel, and the money moves with the approval there. `inquire` of the acquirer returns the result;
 * a lender that is still deciding answers `unknown` too. `reverse` cancels an approval that came
 * too late.
 */
export interface RedirectMethods {
  /** Returns the wallets and lenders that customers may choose from in that currency. */
  offers(currency: Currency): RedirectOffers;
  /** Opens a page: the customer's browser posts `fields` to `action`. No money moves yet. */
  begin(request: RedirectRequest): Promise<ChallengeOutcome>;
}

export type RedirectOffers = {
  readonly wallets: readonly WalletOffer[];
  readonly lenders: readonly LenderOffer[];
  readonly papel: boolean;
};

export type WalletOffer = { readonly walletId: string; readonly name: string };

/** A bank that lends the price of a purchase; bounds in minor units, inclusive. */
export type LenderOffer = {
  /** EFT code, four digits. */
  readonly bankCode: string;
  readonly bankName: string;
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
  readonly maxInstallments: number;
};

export type RedirectRequest = AttemptReference & {
  readonly orderId: OrderId;
  readonly method: RedirectMethod;
  /** The wallet id or the lender's EFT code; Papel has no choice. */
  readonly provider: string;
  readonly amount: Money;
  readonly installmentCount: number;
  /** The address to which the bank sends the browser back, by GET or POST. */
  readonly returnUrl: string;
  readonly merchantName: string;
  readonly language: "tr" | "en";
  /** The moment until which the customer may approve. */
  readonly expiresAt: Instant;
};
