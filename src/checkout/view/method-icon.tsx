import type { VNode } from "preact";
import type { PaymentType } from "../../domain/payment/payment.ts";
import { isRedirect } from "../../domain/payment/outcome/redirect-deadline.ts";
import type { Method } from "../../page/method.ts";
import { BankIcon, CardIcon, PapelIcon, PercentIcon, WalletIcon } from "../../page/parts/icons.tsx";

const ICONS: Readonly<Record<Method, () => VNode>> = {
  card: CardIcon,
  bank_transfer: BankIcon,
  wallet: WalletIcon,
  shopping_credit: PercentIcon,
  papel: PapelIcon,
};

export function MethodIcon({ method }: { readonly method: Method }) {
  const Icon = ICONS[method];
  return <Icon />;
}

/** The icon of the page that a payment waits for: the one of its method, or that of a bank. */
export function AwaitedIcon({ paymentType }: { readonly paymentType: PaymentType }) {
  return isRedirect(paymentType) ? <MethodIcon method={paymentType} /> : <BankIcon />;
}
