import { catalogue } from "../../page/kit/catalogue.ts";

/** The end of a hold, on the page of its payment and in the settings. */
export const holdWords = catalogue({
  captureBefore: ["Blokenin sonu", "End of the hold"],
  byItself: {
    void: ["Son saatinde iptal edilir", "Voided in its last hour"],
    capture: ["Son saatinde tahsil edilir", "Captured in its last hour"],
    keep: ["Bankaya bir şey gönderilmez", "Nothing is sent to the bank"],
  },
  setting: ["Ön provizyonun son saatinde", "In the last hour of a hold"],
  hint: [
    "Ne tahsil ne iptal edilen tutarlar için. Oturumdaki on_hold_end değeri önceliklidir.",
    "For amounts that were neither captured nor voided. A session's on_hold_end comes first.",
  ],
  choices: {
    void: ["İptal et: müşterinin limiti açılır", "Void it: the customer's limit is released"],
    capture: ["Tahsil et", "Capture it"],
    keep: ["Bankaya bir şey gönderme", "Send nothing to the bank"],
  },
});
