import type { BankOfProtocol } from "../kit/protocol.ts";

export const GARANTI_BANKS: readonly BankOfProtocol[] = [
  {
    name: "garanti",
    title: "Garanti BBVA",
    eftCode: "0062",
    live: {
      api: "https://sanalposprov.garanti.com.tr/VPServlet",
      threeD: "https://sanalposprov.garanti.com.tr/servlet/gt3dengine",
    },
    test: {
      api: "https://sanalposprovtest.garantibbva.com.tr/VPServlet",
      threeD: "https://sanalposprovtest.garantibbva.com.tr/servlet/gt3dengine",
    },
    evidence: "published_clients",
  },
];

/** The time after which a sale can only be refunded. The bank does not publish its hour. */
export const GARANTI_DAY_END = "23:59";
