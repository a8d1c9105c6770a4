import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readCalendar } from "../../src/store/settlement/expected-lines.ts";
import { MINUTE } from "../../src/kernel/clock.ts";
import { parseAttemptId, type OrderId } from "../../src/kernel/ids.ts";
import type { Declined } from "../../src/domain/payment/acquirer.ts";
import type { Attempt } from "../../src/domain/payment/payment.ts";
import { clearAttempt } from "../../src/domain/refund/clear-attempt.ts";
import { lateAnswersOf, watchReferences } from "../../src/service/runtime/payments.ts";
import { untilSealed, verified } from "../support/books.ts";
import { balancesOf, eventsOf, HELD, query } from "../support/merchant-calls.ts";
import { ROUND_MS } from "../support/scripted-acquirer.ts";
import { startScriptedShop, type ScriptedShop } from "../support/scripted-shop.ts";

const CARD = "5528790000000008";
const AMOUNT = 125_000;

const GONE: Declined = {
  kind: "declined",
  reason: "general_error",
  bankCode: "Z1",
  bankMessage: "taken back",
};

const BOOKED = { kind: "approved", bankReference: "1", authCode: "", bankCode: "" } as const;

describe("an answer of the bank that contradicts its earlier one", () => {
  let { shop, till, bank, round } = {} as ScriptedShop;
  beforeAll(async () => void ({ shop, till, bank, round } = await startScriptedShop()));
  afterAll(async () => {
    vi.restoreAllMocks();
    await untilSealed(shop);
    const { differences } = await verified(shop);
    await shop.close();
    expect(differences).toEqual([]);
  });

  async function pay(fields = {}): Promise<string> {
    const session = await shop.api.session(fields);
    return String((await shop.api.pay(session, CARD)).body["order_id"]);
  }
  async function attemptOf(order: string, kind: string): Promise<Attempt> {
    const sql = "select attempt_id from attempt where order_id = $1 and kind = $2";
    const rows = await query(shop, `${sql} order by created_at desc limit 1`, [order, kind]);
    const id = parseAttemptId(String(rows[0]?.["attempt_id"]));
    const attempt = id && (await shop.service.deps.payments.findAttempt(id));
    if (attempt === undefined) throw new Error(`The order has no ${kind}.`);
    return attempt;
  }
  const paymentOf = (order: string) => shop.service.deps.payments.findPayment(order as OrderId);
  const refundsOf = (order: string) =>
    query(shop, "select state, amount from refund where order_id = $1 order by created_at", [
      order,
    ]);
  async function settles(read: () => Promise<unknown>, expected: unknown): Promise<void> {
    for (let step = 0; step < 12; step += 1) {
      shop.clock.move(ROUND_MS);
      await round();
      if (JSON.stringify(await read()) === JSON.stringify(expected)) return;
    }
    await expect.poll(read).toEqual(expected);
  }
  const refundStates = async (order: string) => (await refundsOf(order)).map((one) => one["state"]);

  /** Loses a refund on its way, so that it fails, and lets it arrive at the bank afterwards. */
  async function lateRefund(order: string, amount: number): Promise<void> {
    bank.next("refund", "lost_before");
    await till.refund(order, { amount });
    await settles(() => refundStates(order), ["failed"]);
    book(await attemptOf(order, "refund"));
  }
  function book({ kind, amount, acquirerReference: reference = "" }: Attempt): void {
    if (kind !== "refund" && kind !== "capture") throw new Error(`${kind} is not booked here`);
    bank.bookings.push({ kind, reference, amount, of: reference, isUndone: false });
  }
  async function watch(): Promise<void> {
    shop.clock.move(11 * MINUTE);
    await watchReferences(shop.service.deps)();
  }

  /** Returns the payouts that are expected of the acquirer, by day. */
  async function expectedPayouts() {
    const pool = shop.database.open({ max: 1 });
    const { merchantId } = shop.merchant.merchant;
    const calendar = await readCalendar(pool, { merchantId, mode: "test" });
    await pool.end();
    return calendar;
  }

  it("takes a refund into the books that had failed", async () => {
    const order = await pay();
    await lateRefund(order, 500);
    await watch();
    expect(await refundsOf(order)).toEqual([{ state: "succeeded", amount: 500n }]);
    expect(await paymentOf(order)).toMatchObject({ refundedMinor: 500n, state: "completed" });
    const events = await eventsOf(shop, order);
    expect(events).toEqual(expect.arrayContaining(["refund.failed", "refund.succeeded"]));
    const watched = "select from attempt_watch join attempt using (merchant_id, attempt_id)";
    expect(await query(shop, `${watched} where order_id = $1`, [order])).toEqual([]);
  });

  it("leaves a refund to a person whose amount was refunded otherwise since", async () => {
    const order = await pay();
    await lateRefund(order, AMOUNT);
    const whole = await till.refund(order, {});
    expect(whole.body).toMatchObject({ status: "refunded" });
    const late = (await query(
      shop,
      "select attempt_id from refund where order_id = $1 and state = 'failed'",
      [order],
    )) as readonly { attempt_id: string }[];
    await watch();
    const id = parseAttemptId(late[0]?.attempt_id ?? "");
    const attempt = id && (await shop.service.deps.payments.findAttempt(id));
    if (attempt === undefined) throw new Error("The refund has no attempt.");
    expect(attempt).toMatchObject({ state: "needs_person", personReason: "booked_late" });
    expect(await paymentOf(order)).toMatchObject({ refundedMinor: BigInt(AMOUNT) });
    const finding = { attempt, bankReference: undefined };
    expect(await clearAttempt(shop.service.deps, { ...finding, isBooked: true })).toEqual({
      ok: false,
      refusal: "not_possible",
    });
    const cleared = await clearAttempt(shop.service.deps, { ...finding, isBooked: false });
    expect(cleared.ok).toBe(true);
    expect(await refundStates(order)).toEqual(["failed", "succeeded"]);
  });

  it("takes a capture into the books that had failed", async () => {
    const order = await pay(HELD);
    bank.next("capture", "lost_before");
    await till.capture(order, { amount: 700 });
    await settles(async () => (await paymentOf(order))?.state, "authorized");
    book(await attemptOf(order, "capture"));
    await watch();
    expect(await paymentOf(order)).toMatchObject({ state: "completed", capturedMinor: 700n });
  });

  const stateOf = async (order: string) => (await paymentOf(order))?.state;
  const dueOf = (order: string) =>
    query(shop, "select kind from attempt where order_id = $1 and due_at is not null", [order]);
  /** Loses a capture before the bank has it, and a second one in the given way. */
  async function twoCaptures(fault: "lost_before" | "lost_after") {
    const order = await pay(HELD);
    bank.next("capture", "lost_before");
    await till.capture(order, { amount: 700 });
    await settles(() => stateOf(order), "authorized");
    const first = await attemptOf(order, "capture");
    bank.next("capture", fault);
    await till.capture(order, { amount: 900 });
    book(first);
    await watch();
    return { order, first };
  }
  const found = async ({ attemptId }: Attempt, isBooked: boolean) => {
    const attempt = await shop.service.deps.payments.findAttempt(attemptId);
    if (attempt === undefined) throw new Error("no such attempt");
    const finding = { attempt, isBooked, bankReference: undefined };
    return (await clearAttempt(shop.service.deps, finding)).ok;
  };

  it("leaves a capture to a person while another one is under way", async () => {
    const { order, first } = await twoCaptures("lost_before");
    expect(await shop.service.deps.payments.findAttempt(first.attemptId)).toMatchObject({
      state: "needs_person",
      personReason: "booked_late",
    });
    expect(await found(first, true)).toBe(false);
    expect(await stateOf(order)).toBe("capturing");
    await settles(() => stateOf(order), "authorized");
    expect(await dueOf(order)).toEqual([]);
    expect(await found(first, true)).toBe(true);
    expect(await paymentOf(order)).toMatchObject({ state: "completed", capturedMinor: 700n });
  });

  it("leaves the first of two captures to a person where the bank has booked both", async () => {
    const { order, first } = await twoCaptures("lost_after");
    await settles(() => stateOf(order), "completed");
    expect(await paymentOf(order)).toMatchObject({ capturedMinor: 900n });
    expect(await dueOf(order)).toEqual([]);
    expect(await found(first, true)).toBe(false);
    expect(await found(first, false)).toBe(true);
  });

  it.each([true, false])(
    "ends a capture whose payment another request has decided (booked: %s)",
    async (isBooked) => {
      const order = await pay(HELD);
      bank.next("capture", isBooked ? "lost_after" : "lost_before");
      await till.capture(order, { amount: 700 });
      const attempt = await attemptOf(order, "capture");
      const moved = "update payment set state = $2 where order_id = $1";
      await query(shop, moved, [order, "authorized"]);
      await till.void(order);
      await settles(() => dueOf(order), []);
      expect(await shop.service.deps.payments.findAttempt(attempt.attemptId)).toMatchObject(
        isBooked ? { state: "needs_person", personReason: "booked_late" } : { state: "declined" },
      );
      expect(await stateOf(order)).toBe("cancelled");
      if (isBooked) expect(await found(attempt, false)).toBe(true);
    },
  );

  it("puts back a refund that the bank took back", async () => {
    const order = await pay();
    await till.refund(order, {});
    const before = await balancesOf(shop, order);
    const attempt = await attemptOf(order, "refund");
    const late = lateAnswersOf(shop.service.deps);
    await late.refund(attempt, GONE);
    await late.refund(attempt, GONE);
    expect(await refundStates(order)).toEqual(["failed"]);
    expect(await paymentOf(order)).toMatchObject({ state: "completed", refundedMinor: 0n });
    expect(await balancesOf(shop, order)).not.toEqual(before);
    const events = await eventsOf(shop, order);
    expect(events).toEqual(["payment.completed", "refund.failed", "refund.succeeded"]);
    await late.refund(attempt, { ...BOOKED, amount: attempt.amount });
    expect(await paymentOf(order)).toMatchObject({ state: "refunded" });
    expect(await balancesOf(shop, order)).toEqual(before);
  });

  it("holds the amount again of a capture that the bank took back", async () => {
    const order = await pay(HELD);
    const held = await balancesOf(shop, order);
    const expected = await expectedPayouts();
    await till.capture(order, {});
    expect(await expectedPayouts()).not.toEqual(expected);
    await lateAnswersOf(shop.service.deps).capture(await attemptOf(order, "capture"), GONE);
    expect(await paymentOf(order)).toMatchObject({ state: "authorized", capturedMinor: 0n });
    expect(await balancesOf(shop, order)).toEqual(held);
    expect(await expectedPayouts()).toEqual(expected);
    const authorized = "payment.authorized";
    expect(await eventsOf(shop, order)).toEqual([authorized, authorized, "payment.completed"]);
    expect((await till.capture(order, { amount: 800 })).body).toMatchObject({ success: true });
    expect(await paymentOf(order)).toMatchObject({ state: "completed", capturedMinor: 800n });
  });

  it("leaves a capture to a person of which money was refunded", async () => {
    const order = await pay(HELD);
    await till.capture(order, {});
    await till.refund(order, { amount: 100 });
    const capture = await attemptOf(order, "capture");
    await lateAnswersOf(shop.service.deps).capture(capture, GONE);
    const attempt = await attemptOf(order, "capture");
    expect(attempt).toMatchObject({ state: "needs_person", personReason: "taken_back" });
    expect(await paymentOf(order)).toMatchObject({ state: "completed" });
    expect(await found(attempt, false)).toBe(false);
    expect(await found(attempt, true)).toBe(true);
    expect(await attemptOf(order, "capture")).toMatchObject({ state: "approved" });
  });

  /** Lets the bank take back the charge of an order, as after an undo that came too late. */
  async function takenBack(order: string): Promise<Attempt> {
    const charge = await attemptOf(order, "authorize");
    await shop.service.deps.payments.handToPerson(charge, "taken_back", GONE);
    return charge;
  }

  it("refunds nothing of a charge that stands before a person, and takes it out", async () => {
    const order = await pay();
    const charge = await takenBack(order);
    const refused = await till.refund(order, {});
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: "not_refundable", payment_status: "completed" });
    expect(refused.body["detail"]).toContain("a person must clear");
    expect(await refundsOf(order)).toEqual([]);
    const payouts = await expectedPayouts();
    expect(await found(charge, false)).toBe(true);
    expect(await paymentOf(order)).toMatchObject({ state: "cancelled", capturedMinor: 0n });
    expect(await balancesOf(shop, order)).toEqual({});
    expect(await expectedPayouts()).not.toEqual(payouts);
    expect(await eventsOf(shop, order)).toEqual(["payment.cancelled", "payment.completed"]);
    expect((await till.refund(order, {})).status).toBe(409);
  });

  it("refunds a charge again that stands at the bank after all", async () => {
    const order = await pay();
    const charge = await takenBack(order);
    expect((await till.refund(order, {})).status).toBe(409);
    expect(await found(charge, true)).toBe(true);
    expect((await till.refund(order, {})).body).toMatchObject({ status: "refunded" });
  });

  it("ends a refund that was under way while the bank took back the charge", async () => {
    const order = await pay();
    bank.next("refund", "lost_before");
    await till.refund(order, { amount: 500 });
    const charge = await takenBack(order);
    expect(await found(charge, false)).toBe(false);
    await settles(() => refundStates(order), ["failed"]);
    expect(await found(charge, false)).toBe(true);
    expect(await stateOf(order)).toBe("cancelled");
  });

  it("releases a hold that the bank has cancelled", async () => {
    const order = await pay(HELD);
    const charge = await takenBack(order);
    expect(await found(charge, false)).toBe(true);
    expect(await stateOf(order)).toBe("cancelled");
    expect(await balancesOf(shop, order)).toEqual({});
  });

  it("keeps a captured payment whose hold is said to be gone", async () => {
    const order = await pay(HELD);
    await till.capture(order, {});
    const hold = await takenBack(order);
    expect((await till.refund(order, { amount: 100 })).status).toBe(200);
    expect(await found(hold, false)).toBe(false);
    expect(await found(hold, true)).toBe(true);
  });
});
