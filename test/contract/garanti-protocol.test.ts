// tier: core
import { garanti } from "../../src/acquirer/garanti/adapter.ts";
import type { ProtocolUnderTest } from "../support/protocol-world.ts";
import { protocolContract } from "./protocol-contract.ts";
import { mutationContract } from "./protocol-mutations.ts";

const UNDER: ProtocolUnderTest = {
  protocol: garanti,
  bank: "garanti",
  credentials: {
    merchant_id: "7000679",
    terminal_id: "30691298",
    store_key: "12345678",
    sale_password: "123qweASD/",
    refund_password: "123qweASD/",
  },
  secret: "sale_password",
  model: "3D",
  features: { withoutChallenge: true, preauth: true },
  unsignedFields: ["xid"],
  paths: { api: "/doors/garanti/VPServlet", threeD: "/doors/garanti/servlet/gt3dengine" },
};

protocolContract(UNDER);
mutationContract(UNDER);
