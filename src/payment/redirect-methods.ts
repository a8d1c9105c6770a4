import type { Currency } from "../kernel/currency.ts";
import type { Instant } from "../kernel/clock.ts";
import type { OrderId } from "../kernel/ids.ts";
import type { Money } from "../kernel/money.ts";
import type { AttemptReference, ChallengeOutcome } from "./acquirer.ts";

export type RedirectMethod = "wallet" | "shopping_credit" | "papel";

/**
 * The part of an acquirer that sends customers to a page of a wallet, a lender or Papel, where the
 * money moves when they approve. What became of it is told by the acquirer's `inquire`; `unknown`
 * is also the answer of a lender that is still deciding. `reverse` takes back what was approved too
 * late.
 */
export interface RedirectMethods {
  /** What customers may choose from in that currency. */
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

/** A bank that lends the price of a purchase; bounds in minor units, both included. */
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
  /** Where the bank sends the browser back, by GET or POST. */
  readonly returnUrl: string;
  readonly merchantName: string;
  readonly language: "tr" | "en";
  /** Until when the customer may approve. */
  readonly expiresAt: Instant;
};
