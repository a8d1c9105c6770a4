import type { BankOfProtocol } from "../kit/protocol.ts";

export const BANKS: readonly BankOfProtocol[] = [
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
