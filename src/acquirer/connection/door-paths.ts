import type { ProtocolName } from "../../kernel/protocol-name.ts";

type Paths = Readonly<Record<string, string>>;

/**
 * The paths of the test bank's doors by protocol and purpose, below `/doors/<protocol>`. A
 * protocol that is not listed has a door for each purpose, named as the purpose.
 */
const PATHS: Readonly<Record<string, Paths>> = {
  nestpay: { api: "/fim/api", threeD: "/fim/est3Dgate" },
  garanti: { api: "/VPServlet", threeD: "/servlet/gt3dengine" },
  posnet: { api: "/PosnetWebService/XML", threeD: "/3DSWebService/YKBPaymentService" },
  albaraka: { api: "/MerchantJSONAPI.svc" },
  akbank: {
    api: "/transaction/process",
    report: "/portal/report/transaction",
    threeD: "/securepay",
  },
  payfor: { api: "/XMLGate.aspx", threeD: "/Default.aspx" },
  intervpos: { api: "/mpi/Default.aspx", threeD: "/mpi/Default.aspx" },
  payflex: { vpos: "/Vposreq", mpi: "/Enrollment", search: "/Search" },
  boa: { api: "" },
  iyzico: { api: "" },
} satisfies Readonly<Record<ProtocolName, Paths>>;

/** The address of a door of the test bank. */
export function doorUrl(
  bankUrl: string,
  door: { readonly protocol: string; readonly purpose: string },
): string {
  const { protocol, purpose } = door;
  return `${bankUrl}/doors/${protocol}${PATHS[protocol]?.[purpose] ?? `/${purpose}`}`;
}
