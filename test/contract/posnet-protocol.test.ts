// tier: core
import { posnet } from "../../src/acquirer/posnet/adapter.ts";
import type { ProtocolUnderTest } from "../support/protocol-world.ts";
import { protocolContract } from "./protocol-contract.ts";
import { mutationContract } from "./protocol-mutations.ts";

const UNDER: ProtocolUnderTest = {
  protocol: posnet,
  bank: "yapikredi",
  credentials: {
    merchant_no: "6706598320",
    terminal_no: "67005551",
    posnet_id: "9644",
    key: "10,10,10,10,10,10,10,10",
  },
  secret: "terminal_no",
  model: "3D",
  features: { withoutChallenge: true, preauth: true },
  paths: {
    api: "/doors/posnet/PosnetWebService/XML",
    threeD: "/doors/posnet/3DSWebService/YKBPaymentService",
  },
};

protocolContract(UNDER);
// The adapter asks the bank about each return whose packets have their form.
mutationContract(UNDER, 5_000);
