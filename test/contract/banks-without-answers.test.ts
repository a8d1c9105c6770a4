// tier: night
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { unreachableAcquirer } from "../../src/acquirer/connection/unreachable-acquirer.ts";
import { CAPABILITIES } from "../../src/acquirer/intervpos/capabilities.ts";
import { capabilitiesOf } from "../../src/acquirer/kit/capabilities.ts";
import { DAY, HOUR, MINUTE } from "../../src/kernel/clock.ts";
import { parseAttemptId } from "../../src/kernel/ids.ts";
import type { Acquirer } from "../../src/domain/payment/acquirer.ts";
import type { Attempt } from "../../src/domain/payment/payment.ts";
import { clearAttempt } from "../../src/domain/refund/clear-attempt.ts";
import { recoverPayments, watchReferences } from "../../src/service/runtime/payments.ts";
import { HELD, merchantCalls, query, type MerchantCalls } from "../support/merchant-calls.ts";
import { PROMISES, ROUND_MS, ScriptedAcquirer } from "../support/scripted-acquirer.ts";
import { openConnection } from "../support/scripted-line.ts";
import { useBank } from "../support/scripted-shop.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const AMOUNT = 125_000;
const INTERVPOS = capabilitiesOf(openConnection({}), CAPABILITIES);

let shop: TestService;
let till: MerchantCalls;
let round: () => Promise<boolean>;

async function openShop(acquirer: Acquirer): Promise<void> {
  shop = await startTestService();
  till = merchantCalls(shop.api, shop.merchant.testApiKey);
  round = recoverPayments(shop.service.deps, { refreshClocks: () => Promise.resolve() }).round;
  useBank(shop, acquirer);
}

async function closeShop(): Promise<void> {
  vi.restoreAllMocks();
  await shop.close();
}

async function pay(fields = {}, more = {}): Promise<string> {
  const session = await shop.api.session(fields);
  return String((await shop.api.pay(session, CARD, { fields: more })).body["order_id"]);
}

async function pass(ms: number, stepMs = ROUND_MS): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    shop.clock.move(stepMs);
    await round();
  }
}

/** A round of the slow inquiries, an hour later. */
async function watch(): Promise<void> {
  shop.clock.move(HOUR);
  await watchReferences(shop.service.deps)();
}

async function referenceOf(order: string): Promise<string> {
  return (await attemptOf(order, "authorize")).acquirerReference ?? "";
}

async function attemptOf(order: string, kind: string): Promise<Attempt> {
  const sql = "select attempt_id from attempt where order_id = $1 and kind = $2";
  const [row] = await query(shop, sql, [order, kind]);
  const id = parseAttemptId(String(row?.["attempt_id"]));
  const attempt = id && (await shop.service.deps.payments.findAttempt(id));
  if (attempt === undefined) throw new Error(`The order has no ${kind}.`);
  return attempt;
}

async function stateOf(order: string): Promise<unknown> {
  return (await query(shop, "select state from payment where order_id = $1", [order]))[0]?.[
    "state"
  ];
}

describe("a bank whose inquiry never tells that it booked nothing", () => {
  let bank: ScriptedAcquirer;
  beforeEach(async () => {
    bank = new ScriptedAcquirer("intervpos:1", INTERVPOS, () => shop.clock.now());
    vi.spyOn(bank, "inquire").mockResolvedValue({ kind: "unknown", cause: "no_row" });
    await openShop(bank);
  });
  afterEach(closeShop);

  const waits = { state: "needs_person", personReason: "repeat_is_dangerous" };
  const clear = async (attempt: Attempt, isBooked: boolean): Promise<void> => {
    const found = { attempt, isBooked, bankReference: "B-1" };
    expect((await clearAttempt(shop.service.deps, found)).ok).toBe(true);
  };

  it.each([
    [true, "completed"],
    [false, "failed"],
  ])("leaves a charge to a person after a day: %s", async (isBooked, end) => {
    bank.next("authorize", "lost_after");
    const order = await pay();
    await pass(23 * HOUR, HOUR);
    expect(await stateOf(order)).toBe("unknown");
    await pass(2 * HOUR, HOUR);
    const attempt = await attemptOf(order, "authorize");
    expect(attempt).toMatchObject(waits);
    await clear(attempt, isBooked);
    expect(await stateOf(order)).toBe(end);
  });

  it("leaves a capture to a person at once, and a void and a whole refund after a day", async () => {
    const [captured, voided] = [await pay(HELD), await pay(HELD)];
    bank.next("capture", "lost_after");
    await till.capture(captured);
    bank.next("void", "lost_after");
    await till.void(voided);
    const refunded = await pay();
    bank.next("refund", "lost_after");
    await till.refund(refunded);
    await pass(6 * MINUTE);
    expect(await attemptOf(captured, "capture")).toMatchObject(waits);
    await pass(25 * HOUR, 10 * MINUTE);
    for (const [order, kind] of [
      [captured, "capture"],
      [voided, "void"],
      [refunded, "refund"],
    ] as const) {
      const attempt = await attemptOf(order, kind);
      expect(attempt).toMatchObject({ ...waits, kind });
      await clear(attempt, true);
    }
    expect(bank.bookings.filter(({ kind }) => kind !== "charge")).toHaveLength(3);
    expect(await stateOf(captured)).toBe("completed");
    expect(await stateOf(voided)).toBe("cancelled");
    expect(await stateOf(refunded)).toBe("refunded");
  });

  it("fails a payment whose customer left the bank's page, without a person", async () => {
    const order = await pay({}, { is_3d: true });
    expect(await stateOf(order)).toBe("challenged");
    await pass(2 * HOUR, 10 * MINUTE);
    expect(await stateOf(order)).toBe("failed");
    expect(await attemptOf(order, "authorize")).toMatchObject({ state: "declined" });
  });
});

describe("a bank whose inquiry has told nothing for a day", () => {
  let bank: ScriptedAcquirer;
  beforeEach(async () => {
    bank = new ScriptedAcquirer("nestpay:1", PROMISES.nestpay, () => shop.clock.now());
    vi.spyOn(bank, "inquire").mockResolvedValue({ kind: "unknown", cause: "unreadable" });
    await openShop(bank);
  });
  afterEach(closeShop);

  const refuses = () =>
    Object.assign(bank, {
      check: () => Promise.resolve({ kind: "refused", code: "99", message: "wrong password" }),
    });

  it.each([
    ["repeat_is_dangerous", () => bank],
    ["connection_refused", refuses],
  ])("leaves a charge, a capture, a void and a refund to a person: %s", async (reason, set) => {
    set();
    const [captured, voided, refunded] = [await pay(HELD), await pay(HELD), await pay()];
    for (const kind of ["authorize", "capture", "void", "refund"] as const) {
      bank.next(kind, "lost_after");
    }
    const charged = await pay();
    await till.capture(captured);
    await till.void(voided);
    await till.refund(refunded);
    const attempts = async () =>
      Promise.all([
        attemptOf(charged, "authorize"),
        attemptOf(captured, "capture"),
        attemptOf(voided, "void"),
        attemptOf(refunded, "refund"),
      ]);
    await pass(23 * HOUR, 10 * MINUTE);
    expect((await attempts()).map(({ state }) => state)).toEqual(["open", "open", "open", "open"]);
    await pass(2 * HOUR, 10 * MINUTE);
    for (const attempt of await attempts()) {
      expect(attempt, attempt.kind).toMatchObject({
        state: "needs_person",
        personReason: reason,
      });
      const found = { attempt, isBooked: true, bankReference: "B-1" };
      expect((await clearAttempt(shop.service.deps, found)).ok, attempt.kind).toBe(true);
    }
    expect(await stateOf(charged)).toBe("completed");
    expect(await stateOf(captured)).toBe("completed");
    expect(await stateOf(voided)).toBe("cancelled");
    expect(await stateOf(refunded)).toBe("refunded");
  });

  it.each([
    ["after it told nothing", () => bank],
    ["after it refused the connection", refuses],
  ])("settles what a person has not cleared once the bank tells it, %s", async (_, set) => {
    set();
    const [captured, refunded] = [await pay(HELD), await pay()];
    for (const kind of ["authorize", "capture", "refund"] as const) bank.next(kind, "lost_after");
    const charged = await pay();
    bank.next("authorize", "lost_before");
    const [lost, cleared] = [await pay(), await pay()];
    await till.capture(captured);
    await till.refund(refunded);
    bank.next("refund", "lost_before");
    await till.refund(cleared);
    await pass(25 * HOUR, 10 * MINUTE);
    const attempt = await attemptOf(cleared, "refund");
    const found = { attempt, isBooked: true, bankReference: "B-1" };
    expect((await clearAttempt(shop.service.deps, found)).ok).toBe(true);
    await watch();
    const waiting = await attemptOf(charged, "authorize");
    expect(waiting).toMatchObject({ state: "needs_person" });
    vi.mocked(bank.inquire).mockRestore();
    await watch();
    await pass(10 * MINUTE, MINUTE);
    expect(await stateOf(charged)).toBe("completed");
    expect(await stateOf(captured)).toBe("completed");
    expect(await stateOf(refunded)).toBe("refunded");
    expect(await stateOf(lost)).toBe("failed");
    expect(await stateOf(cleared)).toBe("refunded");
    expect((await clearAttempt(shop.service.deps, { ...found, attempt: waiting })).ok).toBe(false);
    expect(bank.refunded(await referenceOf(refunded))).toBe(BigInt(AMOUNT));
  });

  it("asks more than once after a day in which nothing was asked", async () => {
    bank.next("authorize", "lost_after");
    const order = await pay();
    shop.clock.move(3 * DAY);
    await round();
    expect(await attemptOf(order, "authorize")).toMatchObject({ state: "open" });
    vi.mocked(bank.inquire).mockRestore();
    await pass(HOUR, 10 * MINUTE);
    expect(await stateOf(order)).toBe("completed");
  });
});

describe("a connection that this machine can't open", () => {
  let bank: ScriptedAcquirer;
  beforeEach(async () => {
    bank = new ScriptedAcquirer("nestpay:1", PROMISES.nestpay, () => shop.clock.now());
    await openShop(bank);
  });
  afterEach(closeShop);

  it("leaves everything open until another machine asks the bank", async () => {
    bank.next("authorize", "lost_after");
    const charged = await pay();
    const held = await pay(HELD);
    bank.next("capture", "lost_after");
    await till.capture(held);
    const refunded = await pay();
    const { acquirers } = shop.service.deps;
    const unreachable = unreachableAcquirer("nestpay:1");
    vi.spyOn(acquirers, "byName").mockResolvedValue(unreachable);
    const sent = await till.refund(refunded);
    expect(sent.body).toMatchObject({ status: "refund_pending" });
    await pass(2 * DAY, 15 * MINUTE);
    const open = [
      ["authorize", charged],
      ["capture", held],
      ["refund", refunded],
    ] as const;
    for (const [kind, order] of open) {
      expect(await attemptOf(order, kind), kind).toMatchObject({ state: "open" });
    }
    vi.spyOn(acquirers, "byName").mockResolvedValue(bank);
    await pass(HOUR, 15 * MINUTE);
    expect(await stateOf(charged)).toBe("completed");
    expect(await stateOf(held)).toBe("completed");
    // The refund was never sent, and the bank says so.
    expect(await attemptOf(refunded, "refund")).toMatchObject({ state: "declined" });
    expect(bank.bookings.filter(({ kind }) => kind === "refund")).toEqual([]);
  });
});
