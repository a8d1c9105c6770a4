import type { BankOfProtocol } from "../kit/protocol.ts";

export const BANKS: readonly BankOfProtocol[] = [
  {
    name: "denizbank",
    title: "DenizBank",
    eftCode: "0134",
    live: {
      api: "https://inter-vpos.com.tr/mpi/Default.aspx",
      threeD: "https://inter-vpos.com.tr/mpi/Default.aspx",
    },
    test: {
      api: "https://test.inter-vpos.com.tr/mpi/Default.aspx",
      threeD: "https://test.inter-vpos.com.tr/mpi/Default.aspx",
    },
    evidence: "published_clients",
  },
];
