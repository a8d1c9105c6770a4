import type { HostCode } from "../kit/host-codes.ts";
import type { BankOfProtocol } from "../kit/protocol.ts";

/** The differences between the banks beyond their addresses. */
export type Dialect = {
  /** The bank's number in every message. */
  readonly mbrId: string;
  /** False where the formula of the return's hash is not confirmed: the inquiry decides. */
  readonly hasReturnHash: boolean;
  readonly hostDeviations: Readonly<Record<string, HostCode>>;
};

const QNB_HOST_CODES: Readonly<Record<string, HostCode>> = {
  "06": { charged: "no", reason: "card_blocked", retry: "no" },
  "34": { charged: "no", reason: "invalid_cvc", retry: "no" },
  "92": { charged: "no", reason: "invalid_card_number", retry: "later" },
};

const DIALECTS: Readonly<Record<string, Dialect>> = {
  qnb: {
    mbrId: "5",
    hasReturnHash: true,
    hostDeviations: QNB_HOST_CODES,
  },
  ziraat_katilim: {
    mbrId: "12",
    hasReturnHash: false,
    hostDeviations: {},
  },
};

/** For a bank that the table does not have: nothing is taken on trust. */
const STRICT: Dialect = {
  mbrId: "",
  hasReturnHash: true,
  hostDeviations: {},
};

export function dialectOf(bank: string): Dialect {
  return DIALECTS[bank] ?? STRICT;
}

export const BANKS: readonly BankOfProtocol[] = [
  {
    name: "qnb",
    title: "QNB",
    eftCode: "0111",
    live: hostsOf("https://vpos.qnb.com.tr/Gateway"),
    test: hostsOf("https://vpostest.qnb.com.tr/Gateway"),
    evidence: "measured",
  },
  {
    name: "ziraat_katilim",
    title: "Ziraat Katılım",
    eftCode: "0209",
    live: hostsOf("https://vpos.ziraatkatilim.com.tr/Mpi"),
    test: hostsOf("https://payfortestziraatkatilim.cordisnetwork.com/Mpi"),
    evidence: "published_clients",
  },
];

function hostsOf(base: string): Readonly<Record<string, string>> {
  return { api: `${base}/XMLGate.aspx`, threeD: `${base}/Default.aspx` };
}
