export type RedirectMethod = "wallet" | "shopping_credit" | "papel";

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
