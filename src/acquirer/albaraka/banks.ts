import type { BankOfProtocol } from "../kit/protocol.ts";

export const BANKS: readonly BankOfProtocol[] = [
  {
    name: "albaraka",
    title: "Albaraka Türk",
    eftCode: "0203",
    live: { api: "https://epos.albarakaturk.com.tr/ALBMerchantService/MerchantJSONAPI.svc" },
    test: { api: "https://epostest.albarakaturk.com.tr/ALBMerchantService/MerchantJSONAPI.svc" },
    evidence: "published_clients",
  },
];
