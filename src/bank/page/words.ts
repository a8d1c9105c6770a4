import type { Language } from "../challenge.ts";
import type { HostedMethod } from "../providers.ts";

export type Words = {
  readonly bank: string;
  readonly simulated: string;
  readonly otherLanguage: string;
  readonly errorTitle: string;
  readonly challenge: {
    readonly title: string;
    readonly merchant: string;
    readonly amount: string;
    readonly card: string;
    readonly date: string;
    readonly code: string;
    readonly codeHint: string;
    readonly approve: string;
    readonly decline: string;
    readonly cancel: string;
    readonly wrongCode: (attemptsLeft: number) => string;
  };
  readonly hosted: Readonly<Record<HostedMethod, HostedWords>> & {
    readonly installments: string;
  };
  readonly expired: { readonly title: string; readonly text: string; readonly back: string };
  readonly unknown: { readonly title: string; readonly text: string };
};

export type HostedWords = {
  readonly title: (provider: string) => string;
  readonly provider: string;
  readonly approve: string;
};

/** The texts of the bank's pages. */
export const WORDS: Readonly<Record<Language, Words>> = {
  tr: {
    bank: "Test Bankası",
    simulated: "Simülasyon: burası gerçek bir banka değil, gerçek para çekilmez.",
    otherLanguage: "English",
    errorTitle: "Hata",
    challenge: {
      title: "3-D Secure doğrulaması",
      merchant: "İş yeri",
      amount: "Tutar",
      card: "Kart",
      date: "Tarih",
      code: "Tek kullanımlık kod",
      codeHint: "Test kodunuz:",
      approve: "Onayla",
      decline: "Reddet",
      cancel: "Vazgeç",
      wrongCode: (left) => `Kod doğru değil. ${left} deneme hakkınız kaldı.`,
    },
    hosted: {
      wallet: { title: (name) => `${name} ile ödeme`, provider: "Cüzdan", approve: "Öde" },
      shopping_credit: {
        title: () => "Alışveriş kredisi başvurusu",
        provider: "Krediyi veren",
        approve: "Başvur",
      },
      papel: { title: () => "Papel ile ödeme", provider: "Hesap", approve: "Öde" },
      installments: "Taksit",
    },
    expired: {
      title: "Doğrulama süresi doldu",
      text: "Bu ödeme onaylanmadı. İş yerine dönüp yeniden deneyebilirsiniz.",
      back: "İş yerine dön",
    },
    unknown: {
      title: "Sayfa bulunamadı",
      text: "Bu adreste süren bir işlem yok.",
    },
  },
  en: {
    bank: "Test Bank",
    simulated: "Simulated: this is no real bank, and no real money is taken.",
    otherLanguage: "Türkçe",
    errorTitle: "Error",
    challenge: {
      title: "3-D Secure verification",
      merchant: "Merchant",
      amount: "Amount",
      card: "Card",
      date: "Date",
      code: "One-time code",
      codeHint: "Your test code:",
      approve: "Approve",
      decline: "Decline",
      cancel: "Cancel",
      wrongCode: (left) =>
        `The code is not right. ${left} ${left === 1 ? "attempt" : "attempts"} left.`,
    },
    hosted: {
      wallet: { title: (name) => `Pay with ${name}`, provider: "Wallet", approve: "Pay" },
      shopping_credit: {
        title: () => "Shopping credit application",
        provider: "Lender",
        approve: "Apply",
      },
      papel: { title: () => "Pay with Papel", provider: "Account", approve: "Pay" },
      installments: "Installments",
    },
    expired: {
      title: "Verification timed out",
      text: "This payment was not approved. You can go back to the merchant and try again.",
      back: "Back to the merchant",
    },
    unknown: {
      title: "Page not found",
      text: "There is no open payment at this address.",
    },
  },
};
