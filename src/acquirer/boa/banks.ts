import type { BankOfProtocol } from "../kit/protocol.ts";

/** `json` is KTPay of Kuveyt Türk, `xml` the older form that Vakıf Katılım has. */
export type BoaDialectName = "json" | "xml";

const DIALECTS: Readonly<Record<string, BoaDialectName>> = {
  kuveytturk: "json",
  vakifkatilim: "xml",
};

/** Returns the dialect of a bank; undefined for a bank that is not in the list. */
export function dialectNameOf(bank: string): BoaDialectName | undefined {
  return DIALECTS[bank];
}

/** `api` is the address below which every operation has its own path. */
export const BOA_BANKS: readonly BankOfProtocol[] = [
  {
    name: "kuveytturk",
    title: "Kuveyt Türk (KTPay)",
    eftCode: "0205",
    live: { api: "https://sanalpos.kuveytturk.com.tr/ServiceGateWay" },
    test: { api: "https://boatest.kuveytturk.com.tr/boa.virtualpos.services" },
    evidence: "document",
  },
  {
    name: "vakifkatilim",
    title: "Vakıf Katılım",
    eftCode: "0210",
    live: { api: "https://boa.vakifkatilim.com.tr/VirtualPOS.Gateway" },
    // No address of a test system is public.
    test: {},
    evidence: "published_clients",
  },
];
