// tier: core
import { describe, expect, it } from "vitest";
import { boa } from "../../src/acquirer/boa/adapter.ts";
import { order, startProtocolWorld } from "../support/protocol-world.ts";
import { challenged, read } from "./protocol-challenges.ts";
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

describe("a return of Kuveyt Türk", () => {
  it("is not forged while the bank's list has no purchase of ours", async () => {
    const world = await startProtocolWorld(KUVEYT_TURK);
    const { request, challenge, returns } = await challenged(world, "approve");
    const returned = { request, challenge, fields: returns[0] };
    world.faults.next({ operation: "inquire", behaviour: "notFound" });
    world.faults.next({ operation: "inquire", behaviour: "notFound" });
    expect(await read(world, returned)).toMatchObject({ kind: "unknown" });
    world.faults.next({ operation: "inquire", behaviour: "notFound" });
    expect(await read(world, returned)).toMatchObject({ kind: "authenticated" });
    await world.close();
  });

  it("is forged with the number of another purchase", async () => {
    const world = await startProtocolWorld(KUVEYT_TURK);
    const { request, challenge, returns } = await challenged(world, "approve");
    const other = await challenged(world, "approve");
    const fields = { ...returns[0], OrderId: other.returns[0]?.["OrderId"] ?? "" };
    expect(await read(world, { request, challenge, fields })).toEqual({ kind: "forged" });
    await world.close();
  });
});
