import type { Language } from "../../kernel/language.ts";
import type { RefundStatus, WaitsFor } from "../../domain/refund/refund.ts";

type Text = Readonly<Record<Language, string>>;

/** The `message` of a refund's answer, for people. */
export const REFUND_TEXTS = {
  refunded: {
    tr: "Ödemenin tamamı iade edildi. Müşteriye 1-10 iş gününde ulaşır.",
    en: "The payment was refunded in full. It reaches the customer in 1 to 10 business days.",
  },
  partially_refunded: {
    tr: "Tutar iade edildi. Müşteriye 1-10 iş gününde ulaşır.",
    en: "The amount was refunded. It reaches the customer in 1 to 10 business days.",
  },
  refund_pending: {
    tr: "İade başlatıldı, bankanın onayı bekleniyor.",
    en: "The refund was started and waits for the bank's approval.",
  },
  refund_failed: {
    tr: "Banka iadeyi yapmadı. Tutar yeniden iade edilebilir.",
    en: "The bank did not make the refund. The amount may be refunded again.",
  },
} as const satisfies Record<RefundStatus, Text>;

/** The `message` of a refund that is pending, by what it waits for. */
export const REFUND_WAIT_TEXTS = {
  bank: REFUND_TEXTS.refund_pending,
  day_end: {
    tr: "İade alındı, bankanın gün sonundan sonra gönderilecek.",
    en: "The refund was taken and is sent after the bank's day end.",
  },
  person: {
    tr: "Bankanın yanıtı alınamadı; iadenin sonucu bankayla netleştirilecek.",
    en: "The bank's answer was lost; a person clears the refund with the bank.",
  },
  transfer: {
    tr: "Ödeme havaleyle alındı; iade, havaleyle geri gönderilmeyi bekliyor.",
    en: "The payment came by bank transfer; the refund waits to be sent back by bank transfer.",
  },
} as const satisfies Record<WaitsFor, Text>;

export const VOIDED_TEXT: Text = {
  tr: "Ödeme iptal edildi, kart üzerindeki bloke kaldırıldı.",
  en: "The payment was cancelled and the hold on the card released.",
};

export const UNDECIDED_TEXT: Text = {
  tr: "Banka henüz yanıt vermedi. Sonucu ödeme durumundan izleyin.",
  en: "The bank has not answered yet. Follow the payment's status for the outcome.",
};
