// tier: core
import { afterAll, beforeAll, expect, it } from "vitest";
import { packState } from "../../src/acquirer/kit/state.ts";
import { nestpay } from "../../src/acquirer/nestpay/adapter.ts";
import {
  cardOf,
  order,
  type ProtocolUnderTest,
  type ProtocolWorld,
  startProtocolWorld,
} from "../support/protocol-world.ts";
import { captured } from "./protocol-captures.ts";
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

let world: ProtocolWorld;
beforeAll(async () => {
  world = await startProtocolWorld({ ...NESTPAY, model: "3d" });
});
afterAll(() => world.close());

it("a card number that the gate refuses is declined as such, unless the gate charges", async () => {
  const request = order(world, { isChallenged: true, card: cardOf("552879") });
  const outcome = await world.acquirer.authorize(request);
  expect(outcome).toMatchObject({ kind: "declined", reason: "invalid_card_number" });
  const charging = world.connect({ model: "3d_pay" });
  expect(await charging.authorize(request)).toMatchObject({ kind: "unknown" });
});

it("a capture of an earlier version, whose state has no order, is refunded", async () => {
  const { request, refund } = await captured(world);
  const state = packState({ type: "capture", transactionId: "26221TQTHAkhihr0055" });
  const { reference: authorizationReference } = request;
  const original = { ...refund.original, state, authorizationReference };
  expect(await world.acquirer.refund({ ...refund, original })).toMatchObject({ kind: "approved" });
});
