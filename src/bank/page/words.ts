import type { Language } from "../challenge.ts";

export type Words = {
  readonly bank: string;
  readonly simulated: string;
  readonly otherLanguage: string;
  readonly errorTitle: string;
  readonly challenge: {
    readonly title: string;
    readonly intro: string;
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
  readonly expired: { readonly title: string; readonly text: string; readonly back: string };
  readonly unknown: { readonly title: string; readonly text: string };
};

/** Everything that the bank's pages say. */
export const WORDS: Readonly<Record<Language, Words>> = {
  tr: {
    bank: "Deneme Bankası",
    simulated: "Test ortamı: bu sayfa simülasyondur, para hareketi olmaz.",
    otherLanguage: "English",
    errorTitle: "Hata",
    challenge: {
      title: "3-D Secure doğrulaması",
      intro: "Ödemeyi onaylamak için tek kullanımlık kodu girin.",
      merchant: "İş yeri",
      amount: "Tutar",
      card: "Kart",
      date: "Tarih",
      code: "Tek kullanımlık kod",
      codeHint: "Bankanız kodu telefonunuza gönderirdi. Test kodunuz:",
      approve: "Onayla",
      decline: "Reddet",
      cancel: "Vazgeç",
      wrongCode: (left) => `Kod doğru değil. ${left} deneme hakkınız kaldı.`,
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
    bank: "Sandbox Bank",
    simulated: "Test environment: this page is simulated, no money moves.",
    otherLanguage: "Türkçe",
    errorTitle: "Error",
    challenge: {
      title: "3-D Secure verification",
      intro: "Enter the one-time code to approve the payment.",
      merchant: "Merchant",
      amount: "Amount",
      card: "Card",
      date: "Date",
      code: "One-time code",
      codeHint: "Your bank would send the code to your phone. Your test code:",
      approve: "Approve",
      decline: "Decline",
      cancel: "Cancel",
      wrongCode: (left) =>
        `The code is not right. ${left} ${left === 1 ? "attempt" : "attempts"} left.`,
    },
    expired: {
      title: "Verification timed out",
      text: "This payment was not approved. You can go back to the merchant and try again.",
      back: "Back to the merchant",
    },
    unknown: {
      title: "Page not found",
      text: "Nothing is under way at this address.",
    },
  },
};
