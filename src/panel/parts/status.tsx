import { useLanguage } from "../kit/context.ts";
import type { Language } from "../../kernel/language.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { PUBLIC_STATUS, type PaymentStatus } from "../../domain/payment/states.ts";
import { brandName } from "../../page/parts/brand-mark.tsx";
import { paymentWords } from "../words/payment.ts";

const TONES: Readonly<Record<PaymentStatus, string>> = {
  pending: "warn",
  processing: "warn",
  authorized: "info",
  completed: "good",
  failed: "bad",
  cancelled: "mute",
  refunded: "mute",
};

/** A status as text; the colour is only an addition. */
export function Status({ status }: { readonly status: PaymentStatus }) {
  const language = useLanguage();
  return <span class={`badge ${TONES[status]}`}>{paymentWords[language].statuses[status]}</span>;
}

export function statusOf(payment: Payment): PaymentStatus {
  return PUBLIC_STATUS[payment.state];
}

/** The card's brand and last digits, or the name of the payment method. */
export function instrumentOf(payment: Payment, language: Language): string {
  const { card, paymentType } = payment;
  const type = paymentWords[language].types[paymentType];
  return card === undefined ? type : `${brandName(card.brand) ?? type} •••• ${card.lastFour}`;
}
