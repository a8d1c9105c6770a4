import type { Language } from "../kernel/language.ts";
import type { CardBehaviour } from "../kernel/card-behaviour.ts";
import type { DeclineReason } from "../domain/payment/decline.ts";
import type { RESULT_CODE } from "../http/schema/result-codes.ts";
import type { SandboxCard } from "../page/sandbox-card.ts";

type Texts = Readonly<Record<Language, string>>;

type CardText = Texts & {
  /** `code` in the `flags` style of a payment that ends without money. */
  readonly decline?: DeclineReason;
};

/** The behaviour and the answer of each kind of test card. */
export const CARD_TEXTS: Readonly<Record<CardBehaviour, CardText>> = {
  approved: { tr: "Onaylanır", en: "Approved" },
  insufficient_balance: {
    tr: "Bakiye yetersiz",
    en: "Insufficient balance",
    decline: "insufficient_balance",
  },
  do_not_honour: { tr: "Banka onaylamaz", en: "Do not honour", decline: "do_not_honour" },
  lost_card: { tr: "Kayıp kart", en: "Lost card", decline: "card_blocked" },
  stolen_card: { tr: "Çalıntı kart", en: "Stolen card", decline: "card_blocked" },
  pick_up_card: { tr: "El konulması istenen kart", en: "Pick up card", decline: "card_blocked" },
  expired_card: {
    tr: "Banka, süresi dolmuş diye reddeder",
    en: "Declined by the bank as expired",
    decline: "expired_card",
  },
  wrong_cvc: {
    tr: "Banka, CVC yanlış diye reddeder",
    en: "Declined by the bank for a wrong CVC",
    decline: "invalid_cvc",
  },
  fraud_suspect: {
    tr: "Sahtecilik şüphesi; sıradan bir ret olarak yanıtlanır",
    en: "Suspected fraud, answered as an ordinary decline",
    decline: "do_not_honour",
  },
  general_error: {
    tr: "Banka işlemi yapamaz",
    en: "The bank can't process it",
    decline: "general_error",
  },
  authentication_fails: {
    tr: "3-D Secure başarısız olur (mdStatus 0)",
    en: "3-D Secure fails (mdStatus 0)",
    decline: "three_d_secure_failed",
  },
  authentication_attempted: {
    tr: "3-D Secure yalnızca denenmiş sayılır (mdStatus 4), bu yetmez",
    en: "3-D Secure only attempted (mdStatus 4), which is not enough",
    decline: "three_d_secure_failed",
  },
  enrolment_fails: {
    tr: "3-D Secure başlayamaz",
    en: "3-D Secure can't start",
    decline: "three_d_secure_unavailable",
  },
  refund_and_void_fail: {
    tr: "Onaylanır; iade ve iptal bankada başarısız olur",
    en: "Approved; refund and void fail at the bank",
  },
  answer_lost: {
    tr: "Onaylanır ama yanıt kaybolur: bankaya sorulana kadar `processing`",
    en: "Approved, but the answer is lost: `processing` until the recovery inquiry",
  },
  slow: { tr: "5 saniye sonra onaylanır", en: "Approved after 5 seconds" },
};

export const CARD_TYPES: Readonly<Record<Language, Record<SandboxCard["type"], string>>> = {
  tr: { credit: "kredi kartı", debit: "banka kartı" },
  en: { credit: "credit", debit: "debit" },
};

type Heads = Readonly<Record<Language, readonly string[]>>;

type GroupTexts = { readonly title: Texts; readonly note: Texts; readonly head: Heads };

const DECLINE_HEADS: Heads = {
  tr: ["Numara", "Ret kodu", "Sonuç"],
  en: ["Number", "Decline code", "Result"],
};

/** The groups of the test cards in the order of the page. */
export const CARD_GROUPS = {
  approved: {
    title: { tr: "Onaylanan kartlar", en: "Cards that are approved" },
    note: {
      tr: "3-D Secure ile de onsuz da onaylanır.",
      en: "They are approved with 3-D Secure and without it.",
    },
    head: { tr: ["Numara", "Kart"], en: ["Number", "Card"] },
  },
  authentication: {
    title: { tr: "3-D Secure'ü başarısız olan kartlar", en: "Cards that fail at 3-D Secure" },
    note: {
      tr: "3-D Secure istenmezse onaylanır.",
      en: "They are approved without 3-D Secure.",
    },
    head: DECLINE_HEADS,
  },
  declined: {
    title: { tr: "Bankanın reddettiği kartlar", en: "Cards that the bank declines" },
    note: {
      tr: "Ret kodu, `codes` biçimindeki numarasına ve iletilerine götürür.",
      en: "A decline code leads to its number in the style `codes` and to its messages.",
    },
    head: DECLINE_HEADS,
  },
  faults: {
    title: { tr: "Aksaklık çıkaran kartlar", en: "Cards with faults" },
    note: {
      tr: "Ödeme alınır, ama bir aksaklık olur.",
      en: "The payment succeeds, but something else goes wrong.",
    },
    head: {
      tr: ["Numara", "`codes` biçiminde", "Sonuç"],
      en: ["Number", "In `codes`", "Result"],
    },
  },
} as const satisfies Readonly<Record<string, GroupTexts>>;

export const RESULT_TEXTS: Readonly<Record<keyof typeof RESULT_CODE, Texts>> = {
  success: {
    tr: "Başarılı: ödendi, ön provizyon alındı ya da havale bekleniyor",
    en: "Success: paid, preauthorised, or waiting for a bank transfer",
  },
  redirect: {
    tr: "Müşteri yönlendirilmeli: `redirect_url` ve `html_content`",
    en: "The customer must be redirected: `redirect_url` and `html_content`",
  },
  general: {
    tr: "Genel hata: kendi numarası olmayan her ret",
    en: "General error: every refusal without a number of its own",
  },
  insufficient_balance: { tr: "Bakiye yetersiz", en: "Insufficient balance" },
  card_blocked: { tr: "Kart kapalı", en: "Card blocked" },
  session_expired: { tr: "Oturumun süresi doldu", en: "Session expired" },
  invalid_card_number: { tr: "Kart numarası hatalı", en: "Invalid card number" },
};

export const HEADS = {
  declines: {
    tr: ["Kod", "`codes` biçiminde", "İngilizce ileti", "Türkçe ileti"],
    en: ["Code", "In `codes`", "Message, English", "Message, Turkish"],
  },
  results: { tr: ["Numara", "Anlamı"], en: ["Number", "Meaning"] },
} as const;
