import { catalogue } from "../catalogue.ts";

export const clockWords = catalogue(
  {
    title: "Sınama saati",
    intro:
      "Sınama ortamının saatini ileri alın: oturumlar sona erer, havale süreleri dolar, webhook'lar " +
      "yeniden denenir – beklemeden ve gerçekte olacağı sırayla. Bu kurulumdaki bütün sınamalar aynı " +
      "saate uyar; oturumunuz ve denetim kaydı gerçek saatte kalır.",
    now: "Sınama saati",
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
    resetHint: "Olanlar olduğu gibi kalır; ileri tarihli kayıtlar ileri tarihli kalır.",
    byWrong: "Listeden bir süre seçin.",
    advanced: (stops: number) => `Saat ilerledi; yolda beklenen an: ${stops}.`,
    wasReset: "Saat gerçek saate döndü.",
    live: "Bu kurulumda canlı oturumlar var; canlı ödemeler gerçek saate uyar, o yüzden saat ilerlemez.",
    link: "Saati ilerlet",
    moved: (time: string) => `Sınama saati: ${time}`,
  },
  {
    title: "Sandbox clock",
    intro:
      "Move the sandbox's time ahead: sessions expire, transfers run out of time, webhooks come again – " +
      "without waiting, and in the order in which it would have happened. Every test in this " +
      "installation goes by the same time; your sign-in and the audit log keep to the real one.",
    now: "Sandbox time",
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
    resetHint: "What has happened stays; records of the future keep their dates.",
    byWrong: "Choose one of the listed times.",
    advanced: (stops: number) => `The clock has moved; moments waited for on the way: ${stops}.`,
    wasReset: "The clock is back at the real time.",
    live: "This installation has live sessions. Live payments go by the real time, so the clock stays.",
    link: "Move the clock",
    moved: (time: string) => `Sandbox time: ${time}`,
  },
);

/** How far the clock can be moved at once. */
export type Span = keyof (typeof clockWords)["en"]["spans"];
