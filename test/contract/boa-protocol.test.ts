import { expect, it } from "vitest";
import { boa } from "../../src/edge/acquirer/boa/boa.ts";
import { order, startProtocolWorld } from "../support/protocol-world.ts";
import { chargedMutationContract } from "./protocol-charged-mutations.ts";
import { protocolContract } from "./protocol-contract.ts";

const KUVEYT_TURK = {
  protocol: boa,
  bank: "kuveytturk",
  credentials: {
    merchant_id: "496",
    customer_id: "400235",
    user_name: "apitest",
    password: "api123",
  },
  secret: "password",
  model: "3d",
  features: { withoutChallenge: false, preauth: false },
  paths: { api: "/doors/boa" },
};

const VAKIF_KATILIM = {
  ...KUVEYT_TURK,
  bank: "vakifkatilim",
  credentials: {
    merchant_id: "1",
    customer_id: "11111",
    user_name: "APIUSER",
    password: "api123",
  },
};

protocolContract(KUVEYT_TURK);
protocolContract(VAKIF_KATILIM);
// The hash of neither dialect covers the value `MD`, by which the bank finds the authentication.
chargedMutationContract(KUVEYT_TURK);
chargedMutationContract(VAKIF_KATILIM);

it("boa reaches nothing where no address of the bank is known, and says so", async () => {
  const world = await startProtocolWorld({ ...VAKIF_KATILIM, paths: {} });
  const request = order(world, { isChallenged: true });
  expect(await world.acquirer.authorize(request)).toMatchObject({
    kind: "declined",
    reason: "bank_unreachable",
    bankMessage: "no_address",
  });
  expect(await world.acquirer.check?.()).toMatchObject({ kind: "unknown" });
  await world.close();
});
