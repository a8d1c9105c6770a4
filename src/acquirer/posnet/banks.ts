import type { BankOfProtocol } from "../kit/protocol.ts";

export const BANKS: readonly BankOfProtocol[] = [
  {
    name: "yapikredi",
    title: "Yapı Kredi",
    eftCode: "0067",
    live: {
      api: "https://posnet.yapikredi.com.tr/PosnetWebService/XML",
      threeD: "https://posnet.yapikredi.com.tr/3DSWebService/YKBPaymentService",
    },
    test: {
      api: "https://setmpos.ykb.com/PosnetWebService/XML",
      threeD: "https://setmpos.ykb.com/3DSWebService/YKBPaymentService",
    },
    evidence: "document",
  },
];
