import type { BankOfProtocol } from "../kit/protocol.ts";

export const BANKS: readonly BankOfProtocol[] = [
  {
    name: "akbank",
    title: "Akbank",
    eftCode: "0046",
    live: {
      api: "https://api.akbank.com/api/v1/payment/virtualpos/transaction/process",
      report: "https://api.akbank.com/api/v1/payment/virtualpos/portal/report/transaction",
      threeD: "https://virtualpospaymentgateway.akbank.com/securepay",
    },
    test: {
      api: "https://apipre.akbank.com/api/v1/payment/virtualpos/transaction/process",
      report: "https://apipre.akbank.com/api/v1/payment/virtualpos/portal/report/transaction",
      threeD: "https://virtualpospaymentgatewaypre.akbank.com/securepay",
    },
    evidence: "measured",
  },
];
