import type { Language } from "../kernel/language.ts";

/**
 * Words by which people look for a subject, without case and diacritics. A word of a query counts
 * if it begins with the given one, because Turkish adds endings: `taksitli`, `iadesi`.
 */
type Subject = {
  readonly spoken: readonly string[];
  /** Phrases of the English pages, any of which has to be on a page that is found. */
  readonly written: readonly string[];
  /** The page or part that explains the subject and is found first. */
  readonly explainedAt: Readonly<Record<Language, string>>;
};

export const SUBJECTS: readonly Subject[] = [
  {
    spoken: ["taksit", "vade farki", "instalment"],
    written: ["installment"],
    explainedAt: {
      tr: "/docs/sunucudan-odeme#taksitler",
      en: "/docs/server-to-server#installments",
    },
  },
  {
    spoken: ["kismi iade", "iade", "geri odeme", "give back", "chargeback"],
    written: ["refund"],
    explainedAt: { tr: "/docs/odemeden-sonra#iade", en: "/docs/after-payment#refund" },
  },
  {
    spoken: [
      "kart sakla",
      "kartlari sakla",
      "karti sakla",
      "kayitli kart",
      "kart kaydet",
      "save card",
      "saved card",
      "tokenization",
    ],
    written: ["stored card", "card_token"],
    explainedAt: {
      tr: "/docs/sunucudan-odeme#kayitli-kartlar",
      en: "/docs/server-to-server#stored-cards",
    },
  },
  {
    spoken: ["havale", "eft", "fast", "wire transfer"],
    written: ["bank transfer"],
    explainedAt: { tr: "/docs/odemeden-sonra#havaleler", en: "/docs/after-payment#bank-transfers" },
  },
  {
    spoken: ["3d", "3ds", "uc boyutlu", "dogrulama", "guvenli odeme"],
    written: ["3-d secure"],
    explainedAt: {
      tr: "/docs/sunucudan-odeme#3-d-secure",
      en: "/docs/server-to-server#3-d-secure",
    },
  },
  {
    spoken: ["on provizyon", "provizyon", "preauth", "pre auth", "authorize only"],
    written: ["capture"],
    explainedAt: {
      tr: "/docs/odemeden-sonra#on-provizyon-kapama-iptal",
      en: "/docs/after-payment#hold-capture-void",
    },
  },
  {
    spoken: ["iptal", "cancel"],
    written: ["void"],
    explainedAt: {
      tr: "/docs/odemeden-sonra#on-provizyon-kapama-iptal",
      en: "/docs/after-payment#hold-capture-void",
    },
  },
  {
    spoken: ["tutar", "amount too", "minimum amount", "minor unit", "kurus", "lira"],
    written: ["amount"],
    explainedAt: { tr: "/docs/kurallar#istekler", en: "/docs/conventions#requests" },
  },
  {
    spoken: ["php", "python", "csharp", "dotnet", "java", "ruby", "golang", "curl"],
    written: ["curl"],
    explainedAt: { tr: "/docs/hizli-baslangic", en: "/docs/quickstart" },
  },
  {
    spoken: ["node", "javascript", "typescript", "sdk", "npm", "kutuphane"],
    written: ["client"],
    explainedAt: { tr: "/docs/istemci", en: "/docs/client" },
  },
  {
    spoken: ["bildirim", "callback", "ipn", "geri bildirim"],
    written: ["webhook"],
    explainedAt: { tr: "/docs/webhooklar", en: "/docs/webhooks" },
  },
  {
    spoken: ["imza", "hmac", "hash"],
    written: ["signature"],
    explainedAt: {
      tr: "/docs/webhooklar#imzayi-denetleyin",
      en: "/docs/webhooks#check-the-signature",
    },
  },
  {
    spoken: ["test kart", "deneme kart", "test card"],
    written: ["test card"],
    explainedAt: { tr: "/docs/test-ortami#test-kartlari", en: "/docs/sandbox#test-cards" },
  },
  {
    spoken: ["ortak odeme sayfasi", "odeme sayfasi", "payment page", "checkout page", "hosted"],
    written: ["hosted page"],
    explainedAt: { tr: "/docs/odeme-sayfasi", en: "/docs/hosted-page" },
  },
  {
    spoken: ["iframe", "gomulu", "gomme", "embed"],
    written: ["widget"],
    explainedAt: { tr: "/docs/gomulu-form", en: "/docs/widget" },
  },
  {
    spoken: ["sanal pos", "banka baglanti", "virtual pos", "acquirer"],
    written: ["connect your bank", "virtual pos"],
    explainedAt: { tr: "/docs/bankanizi-baglayin", en: "/docs/connect-your-bank" },
  },
  {
    spoken: ["canliya gec", "canli ortam", "go live", "production"],
    written: ["going live"],
    explainedAt: { tr: "/docs/canliya-gecis", en: "/docs/going-live" },
  },
  {
    spoken: ["anahtar", "api key", "apikey", "sifre"],
    written: ["api key", "keys"],
    explainedAt: { tr: "/docs/anahtarlar", en: "/docs/keys" },
  },
  {
    spoken: ["rapor", "mutabakat", "disa aktar", "reconciliation"],
    written: ["report", "export"],
    explainedAt: { tr: "/docs/raporlar", en: "/docs/reports" },
  },
  {
    spoken: ["hata kod", "hata", "error code"],
    written: ["error"],
    explainedAt: { tr: "/docs/errors", en: "/docs/errors" },
  },
  {
    spoken: ["red kod", "reddedil", "ret kod", "yetersiz bakiye", "insufficient funds"],
    written: ["decline"],
    explainedAt: { tr: "/docs/test-ortami#ret-kodlari", en: "/docs/sandbox#decline-codes" },
  },
  {
    spoken: ["tekrar dene", "mukerrer", "cift odeme", "double payment", "duplicate", "retry"],
    written: ["idempotency"],
    explainedAt: { tr: "/docs/kurallar#yineleme-anahtari", en: "/docs/conventions#idempotency" },
  },
  {
    spoken: ["cuzdan"],
    written: ["wallet"],
    explainedAt: {
      tr: "/docs/sunucudan-odeme#odeme-turleri",
      en: "/docs/server-to-server#payment-types",
    },
  },
  {
    spoken: ["alisveris kredisi", "kredi"],
    written: ["shopping credit"],
    explainedAt: {
      tr: "/docs/sunucudan-odeme#odeme-turleri",
      en: "/docs/server-to-server#payment-types",
    },
  },
  {
    spoken: [
      "iyzico",
      "iyzipay",
      "paytr",
      "stripe",
      "gecis",
      "migrate",
      "migration",
      "switch from",
    ],
    written: ["iyzico"],
    explainedAt: { tr: "/docs/gecis-rehberi", en: "/docs/switching" },
  },
];
