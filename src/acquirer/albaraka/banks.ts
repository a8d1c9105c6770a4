import type { BankOfProtocol } from "../kit/protocol.ts";

export const ALBARAKA_BANKS: readonly BankOfProtocol[] = [
  {
    name: "albaraka",
    title: "Albaraka Türk",
    eftCode: "0203",
    live: { api: "https://epos.albarakaturk.com.tr/ALBMerchantService/MerchantJSONAPI.svc" },
    test: { api: "https://epostest.albarakaturk.com.tr/ALBMerchantService/MerchantJSONAPI.svc" },
    evidence: "published_clients",
  },
];

/** The time after which a sale can only be refunded. The bank does not publish its hour. */
export const ALBARAKA_DAY_END = "23:59";
