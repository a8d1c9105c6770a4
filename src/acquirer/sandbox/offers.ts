import { BANK_NAMES } from "../../kernel/bank-names.ts";
import type { Currency } from "../../kernel/currency.ts";
import type {
  LenderOffer,
  RedirectOffers,
  WalletOffer,
} from "../../domain/payment/redirect-methods.ts";

const WALLETS: readonly WalletOffer[] = [
  { walletId: "hepsipay", name: "Hepsipay" },
  { walletId: "paycell", name: "Paycell" },
  { walletId: "tosla", name: "Tosla" },
];

/** The first lender approves at once; the second approves and the third declines after a while. */
const LENDERS: readonly LenderOffer[] = [
  {
    bankCode: "0062",
    bankName: BANK_NAMES["0062"],
    minMinor: 10_000n,
    maxMinor: 10_000_000n,
    maxInstallments: 36,
  },
  {
    bankCode: "0064",
    bankName: BANK_NAMES["0064"],
    minMinor: 50_000n,
    maxMinor: 5_000_000n,
    maxInstallments: 24,
  },
  {
    bankCode: "0067",
    bankName: BANK_NAMES["0067"],
    minMinor: 100_000n,
    maxMinor: 7_500_000n,
    maxInstallments: 12,
  },
];

/** The redirect methods of the test bank; loans are in lira only. */
export function sandboxOffers(currency: Currency): RedirectOffers {
  return { wallets: WALLETS, lenders: currency === "TRY" ? LENDERS : [], papel: true };
}
