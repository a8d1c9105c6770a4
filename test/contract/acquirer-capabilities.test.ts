import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY, MINUTE, SECOND, toIso } from "../../src/kernel/clock.ts";
import { assert } from "../../src/kernel/assert.ts";
import type { AttemptId, OrderId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import type { AcquirerState } from "../../src/domain/payment/acquirer.ts";
import type { Capabilities } from "../../src/domain/payment/capabilities.ts";
import { recoverRefund } from "../../src/domain/refund/recover-refund.ts";
import { clearAttempt } from "../../src/domain/refund/clear-attempt.ts";
import { recoverPayments, watchReferences } from "../../src/service/runtime/payments.ts";
import { casesOfDay } from "../support/full-run.ts";
import {
  HELD,
  merchantCalls,
  paidOrder,
  query,
  type MerchantCalls,
} from "../support/merchant-calls.ts";
import {
  DUPLICATE,
  OTHER_AMOUNT,
  PROMISES,
  ROUND_MS,
  ScriptedAcquirer,
} from "../support/scripted-acquirer.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const AMOUNT = 125_000n;

/**
 * Each row runs through the service with a bank that keeps exactly these promises; a push plays a
 * third of them.
 */
const ROWS = Object.entries(PROMISES) as readonly (readonly [string, Capabilities])[];

describe.each(casesOfDay(ROWS, 3))("a bank with the promises of %s", (name, capabilities) => {
  let shop: TestService;
  let till: MerchantCalls;
  let bank: ScriptedAcquirer;
  let made = 0;
  let round: () => Promise<boolean>;
  beforeAll(async () => {
    shop = await startTestService();
    till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const refreshClocks = () => Promise.resolve();
    round = recoverPayments(shop.service.deps, { refreshClocks }).round;
  });
  afterAll(() => shop.close());
  beforeEach(() => {
    made += 1;
    bank = new ScriptedAcquirer(`${name}:${made}`, capabilities, () => shop.clock.now());
    const { acquirers } = shop.service.deps;
    const { byName } = acquirers;
    vi.spyOn(acquirers, "choose").mockImplementation(() => Promise.resolve([bank]));
    vi.spyOn(acquirers, "byName").mockImplementation((one) =>
      one === bank.name ? Promise.resolve(bank) : byName(one),
    );
  });
  afterEach(() => void vi.restoreAllMocks());

  type Order = { readonly session: string; readonly order: string; readonly reference: string };

  async function pay(fields = {}): Promise<Order> {
    const session = await shop.api.session();
    const { body } = await shop.api.pay(session, CARD, { fields });
    const order = String(body["order_id"]);
    const [attempt] = await attempts(order);
    return { session, order, reference: String(attempt?.["acquirer_reference"]) };
  }

  const attempts = (order: string) =>
    query(shop, "select * from attempt where order_id = $1 order by created_at, attempt_id", [
      order,
    ]);
  const attemptState = async (order: string, kind: string) =>
    (await attempts(order)).find((attempt) => attempt["kind"] === kind)?.["state"];
  const stateOf = async (order: string) =>
    (await query(shop, "select state from payment where order_id = $1", [order]))[0]?.["state"];
  const refundOf = async (order: string) =>
    (await query(shop, "select state from refund where order_id = $1", [order]))[0]?.["state"];

  /** Lets time pass, with its inquiries, until a value is as expected. */
  async function settles(read: () => Promise<unknown>, expected: unknown, stepMs = ROUND_MS) {
    for (let step = 0; step < 12; step += 1) {
      shop.clock.move(stepMs);
      await round();
      if ((await read()) === expected) return;
    }
    await expect.poll(read).toBe(expected);
  }

  it("charges once after a lost answer, and finds the charge", async () => {
    bank.next("authorize", "lost_after");
    const { order, reference } = await pay();
    expect(await stateOf(order)).toBe("unknown");
    await settles(() => stateOf(order), "completed");
    expect(bank.standing(reference)).toBe(1);
    const [attempt] = await attempts(order);
    expect(attempt).toMatchObject({ acquirer: bank.name, approved_minor: AMOUNT });
    expect(attempt?.["acquirer_state"]).toMatch(/^sealed:vk_/);
    expect(attempt?.["booked_at"]).not.toBeNull();
  });

  it("leaves no money behind where a charge is found only later", async () => {
    bank.next("authorize", "lost_after");
    bank.hide(1);
    const { order, reference } = await pay();
    const end = capabilities.undo.blocksLate ? "failed" : "completed";
    await settles(() => stateOf(order), end, 40 * SECOND);
    expect(bank.standing(reference)).toBe(end === "completed" ? 1 : 0);
  });

  it("has failed where the request never arrived", async () => {
    bank.next("authorize", "lost_before");
    const { order, reference } = await pay();
    await settles(() => stateOf(order), "failed");
    expect(bank.standing(reference)).toBe(0);
  });

  it.runIf(!capabilities.undo.blocksLate)(
    "gives back a charge that shows up only after the payment had failed",
    async () => {
      bank.next("authorize", "lost_before");
      const { order, reference } = await pay();
      await settles(() => stateOf(order), "failed");
      bank.book(reference, AMOUNT);
      shop.clock.move(11 * MINUTE);
      await watchReferences(shop.service.deps)();
      await settles(() => attemptState(order, "undo"), "approved");
      expect(bank.standing(reference)).toBe(0);
      const left = "select from attempt_watch join attempt using (merchant_id, attempt_id)";
      expect(await query(shop, `${left} where order_id = $1`, [order])).toEqual([]);
    },
  );

  it.each([
    ["booked", "completed"],
    ["not_booked", "failed"],
  ])("is cleared by a person who found it %s", async (finding, state) => {
    bank.next("authorize", { amount: OTHER_AMOUNT });
    const { order } = await pay();
    expect(await shop.service.deps.payments.findPayment(order as OrderId)).toMatchObject({
      state: "unknown",
    });
    const attempt = await shop.service.deps.payments.findAuthorization(order as OrderId);
    if (attempt === undefined) throw new Error("The payment has no attempt.");
    const found = { attempt, isBooked: finding === "booked", bankReference: undefined };
    expect(await clearAttempt(shop.service.deps, found)).toEqual({ ok: true, value: "cleared" });
    expect(await stateOf(order)).toBe(state);
    expect((await clearAttempt(shop.service.deps, found)).ok).toBe(false);
  });

  it("takes back a charge that is approved after the payment was given up", async () => {
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => void (release = resolve));
    bank.next("authorize", { until });
    const session = await shop.api.session();
    const paying = shop.api.pay(session, CARD);
    const orderOf = async () =>
      (await query(shop, "select order_id from payment where session_id = $1", [session]))[0]?.[
        "order_id"
      ];
    await expect.poll(orderOf).toBeDefined();
    const order = String(await orderOf());
    await settles(() => stateOf(order), "failed");
    release();
    await paying;
    await settles(() => attemptState(order, "undo"), "approved");
    expect(bank.standing(String((await attempts(order))[0]?.["acquirer_reference"]))).toBe(0);
    expect(await stateOf(order)).toBe("failed");
  });

  it("has charged nothing that counts where another amount was approved", async () => {
    bank.next("authorize", { amount: OTHER_AMOUNT });
    const { session, order } = await pay();
    expect((await shop.api.status(session, order)).body["status"]).toBe("processing");
    expect(await attempts(order)).toMatchObject([
      { state: "needs_person", person_reason: "amount_differs", approved_minor: 1n },
    ]);
    expect(shop.logLines.join("\n")).toContain("approved another amount");
    expect(await query(shop, "select from posting where order_id = $1", [order])).toEqual([]);
  });

  it("is asked about a reference that it already knows", async () => {
    bank.next("authorize", { answer: DUPLICATE });
    const { order, reference } = await pay();
    expect(await stateOf(order)).toBe("unknown");
    bank.book(reference, AMOUNT);
    await settles(() => stateOf(order), "completed");
    expect(bank.standing(reference)).toBe(1);
  });

  it.each(["lost_after", "lost_before"] as const)("never doubles a refund: %s", async (fault) => {
    const { order, reference } = await pay();
    bank.next("refund", fault);
    expect((await till.refund(order)).body).toMatchObject({ status: "refund_pending" });
    const isRepeatable = capabilities.repeatedModification !== "executed";
    const isSeen = capabilities.inquiry.seesRefunds !== "none";
    if (!isSeen && !isRepeatable) {
      await settles(() => attemptState(order, "refund"), "needs_person");
      expect(await refundOf(order)).toBe("unknown");
    } else {
      const isMade = fault === "lost_after" || isRepeatable;
      await settles(() => refundOf(order), isMade ? "succeeded" : "failed");
    }
    const isMadeOnce = fault === "lost_after" || isRepeatable;
    expect(bank.refunded(reference)).toBe(isMadeOnce ? AMOUNT : 0n);
  });

  it("gets a refund after its day end where it takes none before", async () => {
    const { order, reference } = await pay();
    const answer = { kind: "pending", until: "day_end", askAt: undefined } as const;
    bank.next("refund", { answer });
    expect((await till.refund(order)).body).toMatchObject({ status: "refund_pending" });
    expect(await refundOf(order)).toBe("pending");
    shop.clock.move(60 * SECOND);
    await round();
    expect(bank.refunded(reference)).toBe(0n);
    await settles(() => refundOf(order), "succeeded", DAY);
    expect(bank.refunded(reference)).toBe(AMOUNT);
    expect(await stateOf(order)).toBe("refunded");
  });

  it("gets no charge from a process that stood still between its commit and its call", async () => {
    const { payments } = shop.service.deps;
    const { recordIntent } = payments;
    vi.spyOn(payments, "recordIntent").mockImplementationOnce(async (intent) => {
      const recorded = await recordIntent(intent);
      shop.clock.move(MINUTE);
      return recorded;
    });
    const { order, reference } = await pay();
    expect(await stateOf(order)).toBe("unknown");
    await settles(() => stateOf(order), "failed");
    expect(bank.standing(reference)).toBe(0);
  });

  it("gets no charge from a process that stood still before it recorded the payment", async () => {
    const choose = vi.spyOn(shop.service.deps.acquirers, "choose");
    choose.mockImplementationOnce(async () => {
      shop.clock.move(MINUTE);
      return [bank];
    });
    const { order, reference } = await pay();
    expect(bank.standing(reference)).toBe(0);
    await settles(() => stateOf(order), "failed");
    expect(bank.standing(reference)).toBe(0);
  });

  it("gets no refund from such a process either", async () => {
    const { order, reference } = await pay();
    const { refunds } = shop.service.deps;
    const { begin } = refunds;
    vi.spyOn(refunds, "begin").mockImplementationOnce(async (claim, plan) => {
      const begun = await begin(claim, plan);
      shop.clock.move(MINUTE);
      return begun;
    });
    expect((await till.refund(order, { amount: 100 })).body).toMatchObject({
      status: "refund_pending",
    });
    expect(bank.refunded(reference)).toBe(0n);
  });

  it.each(["capture", "void"] as const)("gets no %s from such a process either", async (kind) => {
    if (!bank.capabilities.preauth) return;
    const held = await paidOrder(shop.api, { fields: HELD });
    const { modifications } = shop.service.deps;
    const { begin } = modifications;
    vi.spyOn(modifications, "begin").mockImplementationOnce(async (change, attempt, key) => {
      const begun = await begin(change, attempt, key);
      shop.clock.move(MINUTE);
      return begun;
    });
    await till[kind](held.order);
    expect(await attemptState(held.order, kind)).toBe("open");
    expect(bank.bookings.filter((one) => one.kind === kind)).toEqual([]);
  });

  it("gets a refund once although a process goes on with it after its lease", async () => {
    const { order, reference } = await pay();
    const answer = { kind: "pending", until: "day_end", askAt: undefined } as const;
    bank.next("refund", { answer });
    await till.refund(order, { amount: 100 });
    const { deps } = shop.service;
    const sent = (await attempts(order)).find(({ kind }) => kind === "refund");
    const read = await deps.payments.findAttempt(String(sent?.["attempt_id"]) as AttemptId);
    assert(read !== undefined, "the attempt exists");
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const findPayment = vi.fn<typeof deps.payments.findPayment>(async (orderId) => {
      await held;
      return deps.payments.findPayment(orderId);
    });
    const late = recoverRefund({ ...deps, payments: { ...deps.payments, findPayment } }, read);
    await expect.poll(() => findPayment.mock.calls.length).toBe(1);
    await settles(() => refundOf(order), "succeeded", DAY);
    goOn();
    await late;
    expect(bank.refunded(reference)).toBe(100n);
  });

  it("does not send a refund again that restored data still hold until the day end", async () => {
    const { order, reference } = await pay();
    const answer = { kind: "pending", until: "day_end", askAt: undefined } as const;
    bank.next("refund", { answer });
    await till.refund(order);
    const sent = (await attempts(order)).find(({ kind }) => kind === "refund");
    const amount = money(AMOUNT, "TRY");
    const booked = { kind: "refund", amount, of: reference, isUndone: false } as const;
    bank.bookings.push({ ...booked, reference: String(sent?.["acquirer_reference"]) });
    shop.clock.move(MINUTE);
    const now = shop.clock.now();
    const { restored } = shop.service.deps;
    await query(shop, "insert into restoration values ($1, $1, $1)", [toIso(now)]);
    restored.learn({ restoredAt: now, dataUntil: now, endedAt: now, heldOrders: new Set() });
    const { inquiry, repeatedModification } = capabilities;
    const isTold = inquiry.seesRefunds !== "none" || repeatedModification !== "executed";
    if (isTold) await settles(() => refundOf(order), "succeeded", DAY);
    else await settles(() => attemptState(order, "refund"), "needs_person", DAY);
    expect(bank.refunded(reference)).toBe(AMOUNT);
    await query(shop, "delete from restoration");
    restored.learn(undefined);
  });

  it("charges once where the customer's return arrives twice, and keeps no page afterwards", async () => {
    const { order, reference } = await pay({ is_3d: true });
    expect(await attempts(order)).toMatchObject([
      { bank_form: null, challenge_document: expect.stringMatching(/^sealed:vk_/) as unknown },
    ]);
    const state = JSON.stringify({ v: 1 }) as AcquirerState;
    bank.returned =
      capabilities.challenge === "charge_inside"
        ? { kind: "ask" }
        : { kind: "authenticated", proof: { mdStatus: "1", eci: "05", state } };
    const [attempt] = await attempts(order);
    const path = `/checkout/return/${String(attempt?.["attempt_id"])}`;
    const back = () => shop.api.send("POST", path, { headers: {} });
    expect((await Promise.all([back(), back()])).map(({ status }) => status)).toEqual([303, 303]);
    expect(await stateOf(order)).toBe("completed");
    expect(bank.standing(reference)).toBe(1);
    expect((await back()).status).toBe(303);
    expect(await attempts(order)).toMatchObject([{ challenge_document: null }]);
  });
});
