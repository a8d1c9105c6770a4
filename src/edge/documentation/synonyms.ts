/**
 * Words by which people look for a subject, without case and diacritics. A word of a query counts
 * if it begins with the given one, because Turkish adds endings: `taksitli`, `iadesi`.
 */
type Subject = {
  readonly spoken: readonly string[];
  /** Phrases of the English pages, any of which has to be on a page that is found. */
  readonly written: readonly string[];
  /** The page or part that explains the subject and is found first. */
  readonly explainedAt: string;
};

export const SUBJECTS: readonly Subject[] = [
  {
    spoken: ["taksit", "vade farki", "instalment"],
    written: ["installment"],
    explainedAt: "/docs/server-to-server#installments",
  },
  {
    spoken: ["kismi iade", "iade", "geri odeme", "give back", "chargeback"],
    written: ["refund"],
    explainedAt: "/docs/after-payment#refund",
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
    explainedAt: "/docs/server-to-server#stored-cards",
  },
  {
    spoken: ["havale", "eft", "fast", "wire transfer"],
    written: ["bank transfer"],
    explainedAt: "/docs/after-payment#bank-transfers",
  },
  {
    spoken: ["3d", "3ds", "uc boyutlu", "dogrulama", "guvenli odeme"],
    written: ["3-d secure"],
    explainedAt: "/docs/server-to-server#3-d-secure",
  },
  {
    spoken: ["on provizyon", "provizyon", "preauth", "pre auth", "authorize only"],
    written: ["capture"],
    explainedAt: "/docs/after-payment#hold-capture-void",
  },
  {
    spoken: ["iptal", "cancel"],
    written: ["void"],
    explainedAt: "/docs/after-payment#hold-capture-void",
  },
  {
    spoken: ["tutar", "amount too", "minimum amount", "minor unit", "kurus", "lira"],
    written: ["amount"],
    explainedAt: "/docs/conventions#requests",
  },
  {
    spoken: ["php", "python", "csharp", "dotnet", "java", "ruby", "golang", "curl"],
    written: ["curl"],
    explainedAt: "/docs/quickstart",
  },
  {
    spoken: ["node", "javascript", "typescript", "sdk", "npm", "kutuphane"],
    written: ["client"],
    explainedAt: "/docs/client",
  },
  {
    spoken: ["bildirim", "callback", "ipn", "geri bildirim"],
    written: ["webhook"],
    explainedAt: "/docs/webhooks",
  },
  {
    spoken: ["imza", "hmac", "hash"],
    written: ["signature"],
    explainedAt: "/docs/webhooks#check-the-signature",
  },
  {
    spoken: ["test kart", "deneme kart", "test card"],
    written: ["test card"],
    explainedAt: "/docs/sandbox#test-cards",
  },
  {
    spoken: ["ortak odeme sayfasi", "odeme sayfasi", "payment page", "checkout page", "hosted"],
    written: ["hosted page"],
    explainedAt: "/docs/hosted-page",
  },
  {
    spoken: ["iframe", "gomulu", "gomme", "embed"],
    written: ["widget"],
    explainedAt: "/docs/widget",
  },
  {
    spoken: ["sanal pos", "banka baglanti", "virtual pos", "acquirer"],
    written: ["connect your bank", "virtual pos"],
    explainedAt: "/docs/connect-your-bank",
  },
  {
    spoken: ["canliya gec", "canli ortam", "go live", "production"],
    written: ["going live"],
    explainedAt: "/docs/going-live",
  },
  {
    spoken: ["anahtar", "api key", "apikey", "sifre"],
    written: ["api key", "keys"],
    explainedAt: "/docs/keys",
  },
  {
    spoken: ["rapor", "mutabakat", "disa aktar", "reconciliation"],
    written: ["report", "export"],
    explainedAt: "/docs/reports",
  },
  {
    spoken: ["hata kod", "hata", "error code"],
    written: ["error"],
    explainedAt: "/docs/errors",
  },
  {
    spoken: ["red kod", "reddedil", "ret kod", "yetersiz bakiye", "insufficient funds"],
    written: ["decline"],
    explainedAt: "/docs/sandbox#decline-codes",
  },
  {
    spoken: ["tekrar dene", "mukerrer", "cift odeme", "double payment", "duplicate", "retry"],
    written: ["idempotency"],
    explainedAt: "/docs/conventions#idempotency",
  },
  {
    spoken: ["cuzdan"],
    written: ["wallet"],
    explainedAt: "/docs/server-to-server#payment-types",
  },
  {
    spoken: ["alisveris kredisi", "kredi"],
    written: ["shopping credit"],
    explainedAt: "/docs/server-to-server#payment-types",
  },
];
