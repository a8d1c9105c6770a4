// tier: core
import { iyzico } from "../../src/acquirer/iyzico/adapter.ts";
import type { ProtocolUnderTest } from "../support/protocol-world.ts";
import { answerContract } from "./protocol-answers.ts";
import { protocolContract } from "./protocol-contract.ts";
import { mutationContract } from "./protocol-mutations.ts";

const IYZICO: ProtocolUnderTest = {
  protocol: iyzico,
  bank: "iyzico",
  credentials: { api_key: "sandbox-api-key", secret_key: "sandbox-secret-key" },
  secret: "secret_key",
  model: "3d",
  features: { withoutChallenge: true, preauth: true },
  chargesAgain: true,
  paths: { api: "/doors/iyzico" },
};

protocolContract(IYZICO);
mutationContract(IYZICO);
answerContract(IYZICO);
