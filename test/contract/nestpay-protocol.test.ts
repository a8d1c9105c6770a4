import { nestpay } from "../../src/edge/acquirer/nestpay/nestpay.ts";
import type { ProtocolUnderTest } from "../support/protocol-world.ts";
import { protocolContract } from "./protocol-contract.ts";
import { mutationContract } from "./protocol-mutations.ts";

const NESTPAY: Omit<ProtocolUnderTest, "model"> = {
  protocol: nestpay,
  bank: "isbank",
  credentials: {
    client_id: "700655000200",
    user_name: "ISBANKAPI",
    password: "ISBANK07",
    store_key: "TRPS0200",
  },
  secret: "password",
  features: { withoutChallenge: true, preauth: true },
  paths: { api: "/doors/nestpay/fim/api", threeD: "/doors/nestpay/fim/est3Dgate" },
};

for (const model of nestpay.models) {
  protocolContract({ ...NESTPAY, model });
}
mutationContract({ ...NESTPAY, model: "3d" });
mutationContract({ ...NESTPAY, model: "3d_pay" });
