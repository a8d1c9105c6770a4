import type { BankOfProtocol } from "../kit/protocol.ts";

/** `api` is the address below which every operation has its own path. */
export const BANKS: readonly BankOfProtocol[] = [
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
