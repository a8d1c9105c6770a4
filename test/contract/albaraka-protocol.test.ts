// tier: core
import { albaraka } from "../../src/acquirer/albaraka/adapter.ts";
import { protocolContract } from "./protocol-contract.ts";

protocolContract({
  protocol: albaraka,
  bank: "albaraka",
  credentials: {
    merchant_no: "6700950031",
    terminal_no: "67540050",
    key: "10,10,10,10,10,10,10,10",
  },
  secret: "key",
  model: "none",
  features: { withoutChallenge: true, preauth: true },
  paths: { api: "/doors/albaraka/MerchantJSONAPI.svc" },
});
