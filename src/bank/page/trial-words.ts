import type { Language } from "../challenge.ts";
import type { Outcome, TrialName } from "../trial.ts";

type TrialWords = {
  readonly title: string;
  readonly intro: string;
  readonly outcome: string;
  readonly buttons: Readonly<Record<TrialName, string>>;
  readonly outcomes: Readonly<Record<Outcome, string>>;
  readonly endsAs: string;
  readonly twice: { readonly title: string; readonly text: string; readonly again: string };
  readonly lost: { readonly title: string; readonly text: string };
};

/** The texts of the developers' part of the bank's pages. */
export const TRIAL_WORDS: Readonly<Record<Language, TrialWords>> = {
  tr: {
    title: "Geliştirici araçları",
    intro: "Yalnızca testte. Kod girmek gerekmez.",
    outcome: "Bankanın yanıtı",
    buttons: {
      outcome: "Onayla, banka böyle yanıtlasın",
      timeout: "Süre dolsun",
      wrong_code: "Üç kez yanlış kod",
      lost: "Bankada onayla, yanıtı kaybet",
      twice: "Onayla, iki kez dön",
    },
    outcomes: {
      insufficient_balance: "bakiye yetersiz (−2)",
      do_not_honour: "onaylanmadı (−1)",
      lost_card: "kart engelli (−3)",
      expired_card: "kartın süresi dolmuş (−1)",
      wrong_cvc: "güvenlik kodu yanlış (−1)",
      fraud_suspect: "sahtecilik şüphesi (−1)",
      general_error: "genel hata (−1)",
      slow: "5 saniye sonra onay (0)",
    },
    endsAs: "Sonuç:",
    twice: {
      title: "Banka bir kez döndü",
      text: "İş yeri ilk dönüşü aldı. İkincisi sizinle gider; ödeme yine tek olmalı.",
      again: "İkinci kez dön",
    },
    lost: {
      title: "Dönüş yolda kayboldu",
      text: "Ödeme onaylandı, ama iş yeri bunu bu sayfadan öğrenmeyecek: bankaya kendisi soracak.",
    },
  },
  en: {
    title: "Developer tools",
    intro: "Test only. No code is needed.",
    outcome: "The bank’s answer",
    buttons: {
      outcome: "Approve, with this answer of the bank",
      timeout: "Let it time out",
      wrong_code: "Wrong code, three times",
      lost: "Approve, and lose the answer",
      twice: "Approve, and return twice",
    },
    outcomes: {
      insufficient_balance: "insufficient balance (−2)",
      do_not_honour: "do not honour (−1)",
      lost_card: "card blocked (−3)",
      expired_card: "expired card (−1)",
      wrong_cvc: "wrong security code (−1)",
      fraud_suspect: "suspected fraud (−1)",
      general_error: "general error (−1)",
      slow: "approved after 5 seconds (0)",
    },
    endsAs: "Ends as",
    twice: {
      title: "The bank has returned once",
      text: "The merchant has the first return. The second goes with you; it must stay one payment.",
      again: "Return a second time",
    },
    lost: {
      title: "The return was lost",
      text: "The payment was approved, but this page doesn’t inform the merchant: it has to ask the bank.",
    },
  },
};
