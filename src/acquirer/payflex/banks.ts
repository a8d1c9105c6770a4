import type { BankOfProtocol } from "../kit/protocol.ts";

/** `vpos` takes charges and modifications, `mpi` opens 3-D Secure, `search` answers inquiries. */
export const BANKS: readonly BankOfProtocol[] = [
  {
    name: "vakifbank",
    title: "VakıfBank VPOS 7/24",
    eftCode: "0015",
    live: {
      vpos: "https://apigw.vakifbank.com.tr:8443/virtualPos/Vposreq",
      mpi: "https://inbound.apigateway.vakifbank.com.tr:8443/threeDGateway/Enrollment",
      search: "https://apigw.vakifbank.com.tr:8443/virtualPos/Search",
    },
    test: {
      vpos: "https://apiportalprep.vakifbank.com.tr:8443/virtualPos/Vposreq",
      mpi: "https://inbound.apigatewaytest.vakifbank.com.tr:8443/threeDGateway/Enrollment",
      search: "https://apiportalprep.vakifbank.com.tr:8443/virtualPos/Search",
    },
    evidence: "measured",
  },
  {
    name: "ziraat",
    title: "Ziraat Bankası (PayFlex)",
    eftCode: "0010",
    live: {
      vpos: "https://sanalpos.ziraatbank.com.tr/v4/v3/Vposreq.aspx",
      mpi: "https://mpi.ziraatbank.com.tr/Enrollment.aspx",
      search: "https://sanalpos.ziraatbank.com.tr/v4/UIWebService/Search.aspx",
    },
    test: {
      vpos: "https://preprod.payflex.com.tr/Ziraatbank/VposWeb/v3/Vposreq.aspx",
      mpi: "https://preprod.payflex.com.tr/ZiraatBank/MpiWeb/Enrollment.aspx",
      search: "https://preprod.payflex.com.tr/ZIRAATBANK/UIWebService/Search.aspx",
    },
    evidence: "measured",
  },
];
