// tier: core
import { akbank } from "../../src/acquirer/akbank/adapter.ts";
import { AKBANK_TEST_TERMINAL } from "../support/vectors/akbank.ts";
import type { ProtocolUnderTest } from "../support/protocol-world.ts";
import { answerContract } from "./protocol-answers.ts";
import { protocolContract } from "./protocol-contract.ts";
import { mutationContract } from "./protocol-mutations.ts";

const { merchantSafeId, terminalSafeId, secretKey } = AKBANK_TEST_TERMINAL;

const AKBANK: Omit<ProtocolUnderTest, "model"> = {
  protocol: akbank,
  bank: "akbank",
  credentials: {
    merchant_safe_id: merchantSafeId,
    terminal_safe_id: terminalSafeId,
    secret_key: secretKey,
  },
  secret: "secret_key",
  features: { withoutChallenge: true, preauth: true },
  paths: {
    api: "/doors/akbank/transaction/process",
    threeD: "/doors/akbank/securepay",
  },
};

protocolContract({ ...AKBANK, model: "3D" });
protocolContract({ ...AKBANK, model: "3D_PAY" });
mutationContract({ ...AKBANK, model: "3D" });
answerContract({ ...AKBANK, model: "3D" });
