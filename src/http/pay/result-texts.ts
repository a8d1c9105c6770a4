import type { Language } from "../../kernel/language.ts";
import type { DeclineReason } from "../../domain/payment/decline.ts";
import type { PaymentStatus } from "../../domain/payment/states.ts";

type Text = Readonly<Record<Language, string>>;

/** `message` of an answer about a payment, for people; never parsed. */
export const STATUS_TEXTS = {
  pending: { tr: "Havale bekleniyor.", en: "Waiting for the transfer." },
  processing: { tr: "Ödeme işleniyor.", en: "The payment is being processed." },
  authorized: { tr: "Tutar kartta bloke edildi.", en: "The amount is held on the card." },
  completed: { tr: "Ödeme tamamlandı.", en: "The payment is completed." },
  failed: { tr: "Ödeme başarısız.", en: "The payment failed." },
  cancelled: { tr: "Ödeme iptal edildi.", en: "The payment was cancelled." },
  refunded: { tr: "Ödeme iade edildi.", en: "The payment was refunded." },
} as const satisfies Record<PaymentStatus, Text>;

export const REDIRECT_TEXT: Text = {
  tr: "Müşteri bankaya yönlendirilmeli.",
  en: "The customer must be sent to the bank.",
};

export const DECLINE_TEXTS = {
  insufficient_balance: { tr: "Yetersiz bakiye.", en: "Insufficient balance." },
  card_blocked: {
    tr: "Banka bu kartla ödemeye izin vermedi.",
    en: "The bank does not allow payment with this card.",
  },
  invalid_card_number: { tr: "Kart numarası hatalı.", en: "The card number is not valid." },
  do_not_honour: { tr: "Banka ödemeyi onaylamadı.", en: "The bank did not approve the payment." },
  expired_card: { tr: "Kartın süresi dolmuş.", en: "The card has expired." },
  invalid_cvc: { tr: "Güvenlik kodu hatalı.", en: "The security code is not valid." },
  suspected_fraud: {
    tr: "Banka ödemeyi onaylamadı.",
    en: "The bank did not approve the payment.",
  },
  three_d_secure_failed: {
    tr: "3-D Secure doğrulaması başarısız.",
    en: "3-D Secure authentication failed.",
  },
  three_d_secure_unavailable: {
    tr: "3-D Secure başlatılamadı.",
    en: "3-D Secure could not be started.",
  },
  three_d_secure_timeout: {
    tr: "3-D Secure süresi doldu.",
    en: "3-D Secure was not finished in time.",
  },
  cancelled_by_customer: { tr: "Müşteri vazgeçti.", en: "The customer gave up." },
  authentication_failed: {
    tr: "Müşteri doğrulanamadı.",
    en: "The customer could not be authenticated.",
  },
  payment_timeout: {
    tr: "Ödeme süresi içinde onaylanmadı.",
    en: "The payment was not approved in time.",
  },
  transfer_not_received: {
    tr: "Havale süresi içinde gelmedi.",
    en: "The transfer did not arrive in time.",
  },
  bank_unreachable: { tr: "Bankaya ulaşılamadı.", en: "The bank could not be reached." },
  general_error: { tr: "Banka ödemeyi işleyemedi.", en: "The bank could not process the payment." },
} as const satisfies Record<DeclineReason, Text>;
