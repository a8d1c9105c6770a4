// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { boa } from "../../src/acquirer/boa/adapter.ts";
import { DAY } from "../../src/kernel/clock.ts";
import type { Approved, AuthorizeRequest } from "../../src/domain/payment/acquirer.ts";
import {
  cardOf,
  inquiryOf,
  type ProtocolWorld,
  refundOf,
  startProtocolWorld,
} from "../support/protocol-world.ts";
import { challenged, finish } from "./protocol-challenges.ts";
import { expectRefundedOnce } from "./protocol-deliveries.ts";

const PASSWORD = "api123";
const BANKS = {
  kuveytturk: {
    merchant_id: "496",
    customer_id: "400235",
    user_name: "apitest",
    password: PASSWORD,
  },
  vakifkatilim: {
    merchant_id: "1",
    customer_id: "11111",
    user_name: "APIUSER",
    password: PASSWORD,
  },
};

describe.each(["kuveytturk", "vakifkatilim"] as const)("refunds of %s", (bank) => {
  let world: ProtocolWorld;
  beforeAll(async () => {
    world = await startProtocolWorld({
      protocol: boa,
      bank,
      credentials: BANKS[bank],
      secret: "password",
      model: "3d",
      features: { withoutChallenge: false, preauth: false },
      paths: { api: "/doors/boa" },
    });
  });
  afterAll(() => world.close());

  type Paid = { readonly request: AuthorizeRequest; readonly approved: Approved };

  async function pay(card = "5528790000000008"): Promise<Paid> {
    const opened = await challenged(world, "approve", { card: cardOf(card) });
    const approved = await finish(world, { ...opened, fields: opened.returns[0] });
    if (approved?.kind !== "approved") throw new Error(`not charged: ${approved?.kind}`);
    return { request: opened.request, approved };
  }

  const entryOf = async ({ request }: Paid) =>
    (await world.book.list()).find(({ requestId }) => requestId === request.reference);

  function refund(paid: Paid, minor: bigint, before = 0n) {
    const { request, approved } = paid;
    return world.acquirer.refund(refundOf(world, request, { approved, minor, before }));
  }

  it("of the whole amount cancel the sale before the day end", async () => {
    const paid = await pay();
    expect((await refund(paid, 12_550n)).kind).toBe("approved");
    expect(await entryOf(paid)).toMatchObject({ voided: true, refundedMinor: 0n });
  });

  it("of the whole amount are refunds after the day end", async () => {
    const paid = await pay();
    world.clock.move(DAY);
    expect((await refund(paid, 12_550n)).kind).toBe("approved");
    expect(await entryOf(paid)).toMatchObject({ voided: false, refundedMinor: 12_550n });
  });

  it("of parts are taken until nothing is left, on the same day too", async () => {
    const paid = await pay();
    expect((await refund(paid, 5_000n)).kind).toBe("approved");
    expect((await refund(paid, 7_550n, 5_000n)).kind).toBe("approved");
    expect(await refund(paid, 1n, 12_550n)).not.toMatchObject({ kind: "approved" });
    expect(await entryOf(paid)).toMatchObject({ voided: false, refundedMinor: 12_550n });
  });

  it.each([
    [12_550n, 0],
    [12_550n, 1],
    [12_000n, 0],
  ])(
    "of %s kuruş, %i days later, are made once where the message arrives twice",
    async (...part) => {
      const { request, approved } = await pay();
      const [minor, days] = part;
      await expectRefundedOnce(world, request, { approved, minor, days });
    },
  );

  it("are not sent while the bank's list does not answer", async () => {
    const paid = await pay();
    world.faults.next({ operation: "inquire", behaviour: "cut" });
    expect(await refund(paid, 12_550n)).toMatchObject({
      kind: "declined",
      retry: "same_request",
    });
    expect(await entryOf(paid)).toMatchObject({ voided: false, refundedMinor: 0n });
  });

  it("have an unknown outcome when the answer is lost, and are found where the list is clear", async () => {
    const paid = await pay();
    const { request, approved } = paid;
    const asked = refundOf(world, request, { approved, minor: 12_550n });
    const inquiry = {
      ...asked,
      kind: "refund",
      state: undefined,
      createdAt: world.clock.now(),
    } as const;
    expect(await world.acquirer.inquire(inquiry)).toEqual({ kind: "not_found" });
    world.faults.next({ operation: "void", behaviour: "cut" });
    expect((await world.acquirer.refund(asked)).kind).toBe("unknown");
    expect((await world.acquirer.inquire(inquiry)).kind).toBe("approved");
  });

  it("are refused by a card that takes none", async () => {
    const paid = await pay("5406670000000009");
    expect(await refund(paid, 12_550n)).toMatchObject({ kind: "declined", bankCode: "57" });
  });

  it("are made by an undo while the day is open, and no longer afterwards", async () => {
    const [open, closed] = [await pay(), await pay()];
    expect(await world.acquirer.undo(inquiryOf(world, open.request))).toEqual({ kind: "undone" });
    expect(await world.acquirer.undo(inquiryOf(world, open.request))).toEqual({ kind: "undone" });
    world.clock.move(DAY);
    expect(await world.acquirer.undo(inquiryOf(world, closed.request))).toMatchObject({
      kind: "stands",
      approved: { kind: "approved" },
    });
    expect(await entryOf(open)).toMatchObject({ voided: true });
    expect(await entryOf(closed)).toMatchObject({ voided: false });
  });

  it("leave nothing to undo of a purchase that never came", async () => {
    const opened = await challenged(world, "close");
    const undone = await world.acquirer.undo(inquiryOf(world, opened.request));
    expect(undone).toEqual({ kind: "nothing_there" });
  });
});
