// tier: core
import { intervpos } from "../../src/acquirer/intervpos/adapter.ts";
import { answerContract } from "./protocol-answers.ts";
import { protocolContract } from "./protocol-contract.ts";
import { mutationContract } from "./protocol-mutations.ts";

const INTERVPOS = {
  protocol: intervpos,
  bank: "denizbank",
  credentials: {
    shop_code: "3123",
    user_code: "InterTestApi",
    user_password: "3",
    merchant_key: "gDg1N",
  },
  secret: "user_password",
  features: { withoutChallenge: true, preauth: true },
  paths: { api: "/doors/intervpos/mpi/Default.aspx", threeD: "/doors/intervpos/mpi/Default.aspx" },
  model: "3DModel",
};

protocolContract(INTERVPOS);
mutationContract(INTERVPOS, 10_000, ["PayerTxnId", "Eci", "PayerAuthenticationCode"]);
answerContract(INTERVPOS);
