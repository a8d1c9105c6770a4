import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { summarize } from "../../src/bank/book.ts";
import type { FaultBehaviour } from "../../src/bank/faults.ts";
import { DAY } from "../../src/kernel/clock.ts";
import { parseAttemptId } from "../../src/kernel/ids.ts";
import type { Acquirer } from "../../src/domain/payment/acquirer.ts";
import { applyLateCharge } from "../../src/domain/payment/outcome/late-charge.ts";
import { recoverPayments } from "../../src/service/runtime/payments.ts";
import { challenged, finish } from "../contract/protocol-challenges.ts";
import { charge, fail } from "../contract/protocol-steps.ts";
import { DOOR_TERMINALS } from "../support/door-terminals.ts";
import { query } from "../support/merchant-calls.ts";
import {
  inquiryOf,
  order as newOrder,
  type ProtocolWorld,
  startProtocolWorld,
} from "../support/protocol-world.ts";
import { ROUND_MS } from "../support/scripted-acquirer.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";

/** The protocols whose inquiry shows refunds, with the paths of their doors. */
const SEEING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nestpay: { api: "/doors/nestpay/fim/api", threeD: "/doors/nestpay/fim/est3Dgate" },
  akbank: { api: "/doors/akbank/transaction/process", threeD: "/doors/akbank/securepay" },
  payfor: { api: "/doors/payfor/XMLGate.aspx", threeD: "/doors/payfor/Default.aspx" },
};

describe.each(Object.keys(SEEING))("the refund of an undo at a bank of %s", (name) => {
  let shop: TestService;
  let world: ProtocolWorld;
  let acquirer: Acquirer;
  let round: () => Promise<boolean>;
  beforeAll(async () => {
    shop = await startTestService();
    round = recoverPayments(shop.service.deps, { refreshClocks: () => Promise.resolve() }).round;
    const terminal = DOOR_TERMINALS.find(({ protocol }) => protocol.name === name);
    if (terminal === undefined) throw new Error(`no terminal of ${name}`);
    const model = terminal.protocol.models[0] ?? "";
    const features = { withoutChallenge: true, preauth: true };
    const paths = SEEING[name] ?? {};
    world = await startProtocolWorld({ ...terminal, model, features, secret: "", paths });
    world.clock.move(shop.clock.now() - world.clock.now());
    acquirer = unreachable(world.acquirer);
    const { acquirers } = shop.service.deps;
    vi.spyOn(acquirers, "choose").mockImplementation(() => Promise.resolve([acquirer]));
    vi.spyOn(acquirers, "byName").mockImplementation(() => Promise.resolve(acquirer));
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await world.close();
    await shop.close();
  });

  function move(ms: number): void {
    shop.clock.move(ms);
    world.clock.move(ms);
  }
  const undoOf = async (order: string) =>
    (await query(shop, "select * from attempt where order_id = $1 and kind = 'undo'", [order]))[0];

  /** A failed payment whose charge the bank has booked all the same, a day ago. */
  async function lateCharge(): Promise<{ readonly order: string; readonly reference: string }> {
    const { body } = await shop.api.pay(await shop.api.session(), CARD);
    const order = String(body["order_id"]);
    const [row] = await query(shop, "select * from attempt where order_id = $1", [order]);
    const attemptId = parseAttemptId(String(row?.["attempt_id"]));
    const attempt = attemptId && (await shop.service.deps.payments.findAttempt(attemptId));
    expect(attempt).toMatchObject({ state: "declined" });
    if (attempt === undefined) throw new Error("The payment has no attempt.");
    const reference = String(row?.["acquirer_reference"]);
    const wish = { minor: attempt.amount.minor, reference };
    await book(world, wish);
    move(DAY);
    const asked = newOrder(world, wish);
    const found = await world.acquirer.inquire(inquiryOf(world, asked));
    if (found.kind !== "approved") throw new Error(`the charge is ${found.kind}`);
    await applyLateCharge(shop.service.deps, attempt, found);
    return { order, reference };
  }

  async function settles(order: string): Promise<void> {
    for (let step = 0; step < 12; step += 1) {
      move(ROUND_MS);
      await round();
      if ((await undoOf(order))?.["state"] !== "open") return;
    }
  }

  it.each(["cut", "cutBeforeBooking"] as const)("returns the money once after %s", async (lost) => {
    const { order, reference } = await lateCharge();
    fail(world, "refund", lost satisfies FaultBehaviour);
    await settles(order);
    expect(await undoOf(order)).toMatchObject({ state: "approved" });
    const entries = (await world.book.list()).filter(({ requestId }) => requestId === reference);
    expect(summarize(entries).netMinor.get("TRY") ?? 0n).toBe(0n);
  });

  it("is left to a person where the bank does not tell it for days", async () => {
    const { order } = await lateCharge();
    fail(world, "refund", "cut");
    const { inquire } = acquirer;
    const silent = vi.spyOn(acquirer, "inquire");
    silent.mockImplementation((inquiry) =>
      inquiry.kind === "refund"
        ? Promise.resolve({ kind: "unknown", cause: "down" })
        : inquire(inquiry),
    );
    await settles(order);
    expect(await undoOf(order)).toMatchObject({ state: "open", pending_until: "bank" });
    move(2 * DAY);
    await settles(order);
    silent.mockRestore();
    expect(await undoOf(order)).toMatchObject({ state: "needs_person" });
  });
});

/** The acquirer, whose charges do not reach the bank. */
function unreachable(bank: Acquirer): Acquirer {
  return {
    name: bank.name,
    capabilities: { ...bank.capabilities, withoutChallenge: true },
    referenceOf: (attemptId) => bank.referenceOf(attemptId),
    authorize: () =>
      Promise.resolve({
        kind: "declined",
        reason: "bank_unreachable",
        bankCode: "",
        bankMessage: "refused",
        retry: "same_request",
      }),
    readReturn: (request) => bank.readReturn(request),
    authorizeChallenged: (request) => bank.authorizeChallenged(request),
    capture: (request) => bank.capture(request),
    void: (request) => bank.void(request),
    refund: (request) => bank.refund(request),
    inquire: (inquiry) => bank.inquire(inquiry),
    undo: (inquiry) => bank.undo(inquiry),
  };
}

/** Books a charge at the bank under a reference; some banks take it after 3-D Secure only. */
async function book(
  world: ProtocolWorld,
  wish: { readonly minor: bigint; readonly reference: string },
): Promise<void> {
  if (world.acquirer.capabilities.withoutChallenge) {
    await charge(world, newOrder(world, wish));
    return;
  }
  const { request, challenge, returns } = await challenged(world, "approve", wish);
  const fields = returns[0];
  expect(await finish(world, { request, challenge, fields })).toMatchObject({ kind: "approved" });
}
