import type { BankOfProtocol } from "../kit/protocol.ts";

/** A payment company with one address; its institution has no EFT code of a card's bank. */
export const BANKS: readonly BankOfProtocol[] = [
  {
    name: "iyzico",
    title: "iyzico",
    eftCode: "0000",
    live: { api: "https://api.iyzipay.com" },
    test: { api: "https://sandbox-api.iyzipay.com" },
    evidence: "published_clients",
  },
];
