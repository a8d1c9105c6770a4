import { catalogue } from "../../page/kit/catalogue.ts";

type Names = Readonly<Record<string, readonly [tr: string, en: string]>>;

/** The names of values, under `field.value`. */
const VALUES: Names = {
  "state.enabled": ["Açık", "On"],
  "state.disabled": ["Kapalı", "Off"],
  "state.active": ["Açık", "On"],
  "state.retired": ["Sonlandırıldı", "Retired"],
  "state.withdrawn": ["Kaldırıldı", "Withdrawn"],
  "language.tr": ["Türkçe", "Turkish"],
  "language.en": ["İngilizce", "English"],
  "events.all": ["Hepsi", "All"],
  "second_factor.wrong": ["Yanlış kod", "Wrong code"],
  "onHoldEnd.void": ["İptal", "Void"],
  "onHoldEnd.capture": ["Tahsil", "Capture"],
  "onHoldEnd.keep": ["Bankaya bir şey gönderilmez", "Nothing is sent to the bank"],
  "threeDSecure.always": ["Her zaman", "Always"],
  "threeDSecure.optional": ["İsteğe bağlı", "Optional"],
  "old_key_until.now": ["Hemen", "At once"],
  "card_bank.own": ["Kendi bankası", "Own bank"],
  "card_bank.partner": ["Ortak banka", "Partner bank"],
  "card_bank.foreign": ["Yurt dışı", "Abroad"],
  "card_category.individual": ["Bireysel", "Individual"],
  "card_category.commercial": ["Ticari", "Commercial"],
  "borne_by.customer": ["Müşteri", "Customer"],
  "borne_by.merchant": ["Üye iş yeri", "Merchant"],
  "brand.changed": ["Değişti", "Changed"],
  "reason.unused for 90 days": ["90 gün kullanılmadı", "Unused for 90 days"],
  "by.identity provider": ["Kurumsal hesap", "Company account"],
  "by.another sign-in in the same browser": [
    "Aynı tarayıcıda başka bir giriş",
    "Another sign-in in the same browser",
  ],
};

const OBJECTS: Names = {
  account: ["Banka hesabı", "Bank account"],
  operator_key: ["İşletmen anahtarı", "Operator key"],
  booking: ["Bankadaki kayıt", "Booking at the bank"],
  brand: ["Marka", "Brand"],
  card: ["Kayıtlı kart", "Stored card"],
  clock: ["Test saati", "Test clock"],
  connection: ["Banka bağlantısı", "Bank connection"],
  customer: ["Müşteri", "Customer"],
  endpoint: ["Uç nokta", "Endpoint"],
  key: ["API anahtarı", "API key"],
  line: ["Havale satırı", "Transfer line"],
  merchant: ["Üye iş yeri", "Merchant"],
  payment: ["Ödeme", "Payment"],
  payments: ["Ödeme listesi", "List of payments"],
  routing: ["Yönlendirme kuralları", "Routing rules"],
  settlement: ["Mutabakat dosyası", "Settlement file"],
  statement: ["Ekstre", "Statement"],
  table: ["Tablo", "Table"],
  user: ["Kullanıcı", "User"],
  view: ["Görünüm", "View"],
};

export const changeWords = catalogue({
  values: VALUES,
  objects: OBJECTS,
  sentences: {
    refundMade: [
      (amount: string) => `${amount} iade edildi`,
      (amount: string) => `${amount} was refunded`,
    ],
    refundedBefore: [
      (amount: string) => `daha önce iade edilen ${amount}`,
      (amount: string) => `${amount} had been refunded before`,
    ],
    refundRequested: [
      (amount: string) => `${amount} iadesi için onay istendi`,
      (amount: string) => `Approval was asked for a refund of ${amount}`,
    ],
    refundApproved: [
      (amount: string) => `${amount} iadesi onaylandı`,
      (amount: string) => `The refund of ${amount} was approved`,
    ],
    refundRejected: [
      (amount: string) => `${amount} iadesi reddedildi`,
      (amount: string) => `The refund of ${amount} was rejected`,
    ],
    captured: [
      (amount: string) => `${amount} tahsil edildi`,
      (amount: string) => `${amount} was captured`,
    ],
    voided: [
      (amount: string) => `${amount} tutarındaki bloke kaldırıldı`,
      (amount: string) => `The hold of ${amount} was released`,
    ],
    assigned: [
      (amount: string) => `${amount} siparişe yazıldı`,
      (amount: string) => `${amount} was assigned to the order`,
    ],
    clockMoved: [
      (length: string) => `Test saati ${length} ilerletildi`,
      (length: string) => `The test clock was moved by ${length}`,
    ],
    clockReset: [
      () => "Test saati gerçek saate döndürüldü",
      () => "The test clock was set to the real time",
    ],
  },
});
