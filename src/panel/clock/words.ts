import { catalogue } from "../../page/kit/catalogue.ts";

export const clockWords = catalogue(
  {
    title: "Test saati",
    intro:
      "Test ortamının saatini ileri alın: oturumlar sona erer, havale süreleri dolar, webhook'lar " +
      "yeniden denenir – beklemeden ve gerçekte olacağı sırayla. Yalnızca sizin test ortamınızın saati " +
      "ilerler; canlı ödemeler, öteki üye iş yerleri, panel oturumunuz ve denetim kaydı gerçek saatte kalır.",
    now: "Test saati",
    ahead: "İleride",
    notMoved: "Gerçek saatle aynı",
    by: "Ne kadar ilerlesin",
    spans: {
      "10m": "10 dakika",
      "1h": "1 saat",
      "1d": "1 gün",
      "3d": "3 gün",
      "7d": "7 gün",
      "30d": "30 gün",
    },
    advance: "Saati ilerlet",
    reset: "Gerçek saate dön",
    resetHint:
      "Olanlar olduğu gibi kalır; ileri tarihli kayıtlar ileri tarihli kalır. Açık oturumlar sona erer.",
    byWrong: "Listeden bir süre seçin.",
    advanced: (stops: number) => `Saat ilerledi; yolda zamanı gelen işler için durak: ${stops}.`,
    wasReset: "Saat gerçek saate döndü.",
    refusals: {
      too_far: "Test saati gerçek saatin en çok 366 gün ilerisinde olabilir.",
      already_moving: "Saat şu anda ilerliyor; bitince yeniden deneyin.",
      went_back: "Saat ilerlerken gerçek saate döndürüldü.",
    },
    link: "Saati ilerlet",
    moved: (time: string) => `Test saati: ${time}`,
  },
  {
    title: "Test clock",
    intro:
      "Move the clock of the test mode ahead: sessions and transfers expire, webhooks are tried again – " +
      "without waiting, and in the order in which it would have happened. Only your own test mode moves; " +
      "live payments, other merchants, your sign-in and the audit log keep to the real time.",
    now: "Test clock",
    ahead: "Ahead by",
    notMoved: "The real time",
    by: "How far",
    spans: {
      "10m": "10 minutes",
      "1h": "1 hour",
      "1d": "1 day",
      "3d": "3 days",
      "7d": "7 days",
      "30d": "30 days",
    },
    advance: "Move the clock",
    reset: "Back to the real time",
    resetHint:
      "Records stay as they are, also those with a date in the future. Open sessions expire.",
    byWrong: "Choose one of the listed times.",
    advanced: (stops: number) => `The clock has moved; stops for due work on the way: ${stops}.`,
    wasReset: "The clock is back at the real time.",
    refusals: {
      too_far: "The test clock can be 366 days ahead of the real time at most.",
      already_moving: "The clock is moving; try again when it has arrived.",
      went_back: "The clock was put back to the real time while it was moving.",
    },
    link: "Move the clock",
    moved: (time: string) => `Test clock: ${time}`,
  },
);

/** A step by which the clock can be moved. */
export type Span = keyof (typeof clockWords)["en"]["spans"];
