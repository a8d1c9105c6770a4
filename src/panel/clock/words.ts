import { catalogue } from "../../page/kit/catalogue.ts";

export const clockWords = catalogue({
  title: ["Test saati", "Test clock"],
  intro: [
    "Test ortamının saatini ileri alın: oturumlar sona erer, havale süreleri dolar, webhook'lar " +
      "yeniden denenir – beklemeden ve gerçekte olacağı sırayla. Yalnızca sizin test ortamınızın saati " +
      "ilerler; canlı ödemeler, öteki üye iş yerleri, panel oturumunuz ve denetim kaydı gerçek saatte kalır.",
    "Move the clock of the test mode ahead: sessions and transfers expire, webhooks are tried again – " +
      "without waiting, and in the order in which it would have happened. Only your own test mode moves; " +
      "live payments, other merchants, your sign-in and the audit log keep to the real time.",
  ],
  now: ["Test saati", "Test clock"],
  ahead: ["İleride", "Ahead by"],
  notMoved: ["Gerçek saatle aynı", "The real time"],
  by: ["Ne kadar ilerlesin", "How far"],
  spans: {
    "10m": ["10 dakika", "10 minutes"],
    "1h": ["1 saat", "1 hour"],
    "1d": ["1 gün", "1 day"],
    "3d": ["3 gün", "3 days"],
    "7d": ["7 gün", "7 days"],
    "30d": ["30 gün", "30 days"],
  },
  advance: ["Saati ilerlet", "Move the clock"],
  reset: ["Gerçek saate dön", "Back to the real time"],
  resetHint: [
    "Olanlar olduğu gibi kalır; ileri tarihli kayıtlar ileri tarihli kalır. Açık oturumlar sona erer.",
    "Records stay as they are, also those with a date in the future. Open sessions expire.",
  ],
  byWrong: ["Listeden bir süre seçin.", "Choose one of the listed times."],
  advanced: [
    (stops: number) => `Saat ilerledi; yolda zamanı gelen işler için durak: ${stops}.`,
    (stops: number) => `The clock has moved; stops for due work on the way: ${stops}.`,
  ],
  wasReset: ["Saat gerçek saate döndü.", "The clock is back at the real time."],
  refusals: {
    too_far: [
      "Test saati gerçek saatin en çok 366 gün ilerisinde olabilir.",
      "The test clock can be 366 days ahead of the real time at most.",
    ],
    already_moving: [
      "Saat şu anda ilerliyor; bitince yeniden deneyin.",
      "The clock is moving; try again when it has arrived.",
    ],
    went_back: [
      "Saat ilerlerken gerçek saate döndürüldü.",
      "The clock was put back to the real time while it was moving.",
    ],
  },
  link: ["Saati ilerlet", "Move the clock"],
  moved: [(time: string) => `Test saati: ${time}`, (time: string) => `Test clock: ${time}`],
});

/** A step by which the clock can be moved. */
export type Span = keyof (typeof clockWords)["en"]["spans"];
