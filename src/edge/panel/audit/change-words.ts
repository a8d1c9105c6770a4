import { catalogue } from "../kit/catalogue.ts";
import { fieldWords } from "./field-words.ts";

type Names = Readonly<Record<string, string>>;

type ChangeWords = {
  readonly sentences: typeof SENTENCES_TR;
  /** The names of the fields that entries of the audit log have. */
  readonly fields: Names;
  /** The names of values, under `field.value`. */
  readonly values: Names;
  readonly objects: Names;
};

const SENTENCES_TR = {
  refundMade: (amount: string) => `${amount} iade edildi`,
  refundedBefore: (amount: string) => `daha önce iade edilen ${amount}`,
  refundRequested: (amount: string) => `${amount} iadesi için onay istendi`,
  refundApproved: (amount: string) => `${amount} iadesi onaylandı`,
  refundRejected: (amount: string) => `${amount} iadesi reddedildi`,
  captured: (amount: string) => `${amount} tahsil edildi`,
  voided: (amount: string) => `${amount} tutarındaki bloke kaldırıldı`,
  assigned: (amount: string) => `${amount} siparişe yazıldı`,
  clockMoved: (length: string) => `Test saati ${length} ilerletildi`,
  clockReset: () => "Test saati gerçek saate döndürüldü",
};

const SENTENCES_EN: typeof SENTENCES_TR = {
  refundMade: (amount) => `${amount} was refunded`,
  refundedBefore: (amount) => `${amount} had been refunded before`,
  refundRequested: (amount) => `Approval was asked for a refund of ${amount}`,
  refundApproved: (amount) => `The refund of ${amount} was approved`,
  refundRejected: (amount) => `The refund of ${amount} was rejected`,
  captured: (amount) => `${amount} was captured`,
  voided: (amount) => `The hold of ${amount} was released`,
  assigned: (amount) => `${amount} was assigned to the order`,
  clockMoved: (length) => `The test clock was moved by ${length}`,
  clockReset: () => "The test clock was set to the real time",
};

export const changeWords = catalogue<ChangeWords>(
  {
    sentences: SENTENCES_TR,
    fields: fieldWords.tr,
    values: {
      "state.enabled": "Açık",
      "state.disabled": "Kapalı",
      "state.active": "Açık",
      "state.retired": "Sonlandırıldı",
      "state.withdrawn": "Kaldırıldı",
      "language.tr": "Türkçe",
      "language.en": "İngilizce",
      "events.all": "Hepsi",
      "second_factor.wrong": "Yanlış kod",
      "threeDSecure.always": "Her zaman",
      "threeDSecure.optional": "İsteğe bağlı",
      "old_key_until.now": "Hemen",
      "card_bank.own": "Kendi bankası",
      "card_bank.partner": "Ortak banka",
      "card_bank.foreign": "Yurt dışı",
      "card_category.individual": "Bireysel",
      "card_category.commercial": "Ticari",
      "borne_by.customer": "Müşteri",
      "borne_by.merchant": "Üye iş yeri",
      "brand.changed": "Değişti",
      "reason.unused for 90 days": "90 gün kullanılmadı",
      "by.identity provider": "Kurumsal hesap",
      "by.another sign-in in the same browser": "Aynı tarayıcıda başka bir giriş",
    },
    objects: {
      account: "Banka hesabı",
      operator_key: "İşletmen anahtarı",
      booking: "Bankadaki kayıt",
      brand: "Marka",
      card: "Kayıtlı kart",
      clock: "Test saati",
      connection: "Banka bağlantısı",
      customer: "Müşteri",
      endpoint: "Uç nokta",
      key: "API anahtarı",
      line: "Havale satırı",
      merchant: "Üye iş yeri",
      payment: "Ödeme",
      payments: "Ödeme listesi",
      routing: "Yönlendirme kuralları",
      settlement: "Mutabakat dosyası",
      statement: "Ekstre",
      table: "Tablo",
      user: "Kullanıcı",
      view: "Görünüm",
    },
  },
  {
    sentences: SENTENCES_EN,
    fields: fieldWords.en,
    values: {
      "state.enabled": "On",
      "state.disabled": "Off",
      "state.active": "On",
      "state.retired": "Retired",
      "state.withdrawn": "Withdrawn",
      "language.tr": "Turkish",
      "language.en": "English",
      "events.all": "All",
      "second_factor.wrong": "Wrong code",
      "threeDSecure.always": "Always",
      "threeDSecure.optional": "Optional",
      "old_key_until.now": "At once",
      "card_bank.own": "Own bank",
      "card_bank.partner": "Partner bank",
      "card_bank.foreign": "Abroad",
      "card_category.individual": "Individual",
      "card_category.commercial": "Commercial",
      "borne_by.customer": "Customer",
      "borne_by.merchant": "Merchant",
      "brand.changed": "Changed",
      "reason.unused for 90 days": "Unused for 90 days",
      "by.identity provider": "Company account",
      "by.another sign-in in the same browser": "Another sign-in in the same browser",
    },
    objects: {
      account: "Bank account",
      operator_key: "Operator key",
      booking: "Booking at the bank",
      brand: "Brand",
      card: "Stored card",
      clock: "Test clock",
      connection: "Bank connection",
      customer: "Customer",
      endpoint: "Endpoint",
      key: "API key",
      line: "Transfer line",
      merchant: "Merchant",
      payment: "Payment",
      payments: "List of payments",
      routing: "Routing rules",
      settlement: "Settlement file",
      statement: "Statement",
      table: "Table",
      user: "User",
      view: "View",
    },
  },
);
