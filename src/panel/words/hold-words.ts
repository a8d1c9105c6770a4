import { catalogue } from "../../page/kit/catalogue.ts";

/** The end of a hold, on the page of its payment and in the settings. */
export const holdWords = catalogue(
  {
    captureBefore: "Blokenin sonu",
    byItself: {
      void: "Son saatinde iptal edilir",
      capture: "Son saatinde tahsil edilir",
      keep: "Bankaya bir şey gönderilmez",
    },
    setting: "Ön provizyonun son saatinde",
    hint: "Ne tahsil ne iptal edilen tutarlar için. Oturumdaki on_hold_end değeri önceliklidir.",
    choices: {
      void: "İptal et: müşterinin limiti açılır",
      capture: "Tahsil et",
      keep: "Bankaya bir şey gönderme",
    },
  },
  {
    captureBefore: "End of the hold",
    byItself: {
      void: "Voided in its last hour",
      capture: "Captured in its last hour",
      keep: "Nothing is sent to the bank",
    },
    setting: "In the last hour of a hold",
    hint: "For amounts that were neither captured nor voided. A session's on_hold_end comes first.",
    choices: {
      void: "Void it: the customer's limit is released",
      capture: "Capture it",
      keep: "Send nothing to the bank",
    },
  },
);
