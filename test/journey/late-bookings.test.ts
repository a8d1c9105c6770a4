import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, MINUTE } from "../../src/kernel/clock.ts";
import { parseAttemptId, type OrderId } from "../../src/kernel/ids.ts";
import type { Attempt } from "../../src/domain/payment/payment.ts";
import { anyTime } from "../../src/domain/payment/outcome/sending-window.ts";
import { sendRefund } from "../../src/domain/refund/send-refund.ts";
import { recoverPayments, watchReferences } from "../../src/service/runtime/payments.ts";
import { unvaried } from "../support/acquirer-calls.ts";
import { untilSealed, verified } from "../support/books.ts";
import { connectDoor, DOOR_TERMINALS, untilConnected } from "../support/door-terminals.ts";
import { eventsOf, merchantCalls, query, type MerchantCalls } from "../support/merchant-calls.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor } from "../support/panel-visitor.ts";
import { sandboxCard } from "../support/sandbox-bank.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const [AMOUNT, PART] = [125_000, 400];

/** A request is lost on its way, its payment or refund fails, and the bank gets it afterwards. */
describe("a request that reaches a bank's door late", () => {
  let shop: TestService;
  let till: MerchantCalls;
  let recover: () => Promise<boolean>;
  beforeAll(async () => {
    shop = await startTestService();
    till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const refreshClocks = () => Promise.resolve();
    recover = recoverPayments(shop.service.deps, { refreshClocks }).round;
    const akbank = DOOR_TERMINALS.find(({ protocol }) => protocol.name === "akbank");
    if (akbank === undefined) throw new Error("no terminal of Akbank");
    await connectDoor(shop, akbank);
    await untilConnected(shop, 1);
  });
  afterAll(async () => {
    await untilSealed(shop);
    const { differences } = await verified(shop);
    await shop.close();
    expect(differences).toEqual([]);
  });

  async function pay(): Promise<string> {
    const paid = await shop.api.pay(await shop.api.session({ amount: AMOUNT }), CARD);
    return String(paid.body["order_id"]);
  }
  async function paidYesterday(): Promise<string> {
    const order = await pay();
    shop.clock.move(DAY);
    return order;
  }
  const paymentOf = async (order: string) => {
    const payment = await shop.service.deps.payments.findPayment(order as OrderId);
    if (payment === undefined) throw new Error("There is no such payment.");
    return payment;
  };
  async function attemptOf(order: string, kind: string): Promise<Attempt> {
    const sql = "select attempt_id from attempt where order_id = $1 and kind = $2";
    const [row] = await query(shop, `${sql} order by created_at limit 1`, [order, kind]);
    const id = parseAttemptId(String(row?.["attempt_id"]));
    const attempt = id && (await shop.service.deps.payments.findAttempt(id));
    if (attempt === undefined) throw new Error(`The order has no ${kind}.`);
    return attempt;
  }
  async function settles(read: () => Promise<unknown>, expected: unknown): Promise<void> {
    for (let step = 0; step < 20; step += 1) {
      shop.clock.move(MINUTE);
      await recover();
      if (JSON.stringify(await read()) === JSON.stringify(expected)) return;
    }
    expect(await read()).toEqual(expected);
  }
  const refundStates = async (order: string) =>
    (
      await query(shop, "select state from refund where order_id = $1 order by created_at", [order])
    ).map(({ state }) => state);
  async function loseRefund(order: string, amount: number): Promise<void> {
    shop.faults.next({ operation: "refund", behaviour: "cutBeforeBooking" });
    const { body } = await till.refund(order, { amount });
    expect(body).toMatchObject({ status: "refund_pending" });
  }
  /** Delivers the lost request, and lets the watch look once. */
  async function arrive(order: string): Promise<void> {
    const { deps } = shop.service;
    const attempt = await attemptOf(order, "refund");
    const sent = await sendRefund(deps, await paymentOf(order), { attempt, maySend: anyTime });
    expect(sent.kind).toBe("approved");
    await watch();
  }
  async function watch(): Promise<void> {
    shop.clock.move(11 * MINUTE);
    await watchReferences(shop.service.deps)();
  }

  it("is a refund that the books adopt, with its event", async () => {
    const order = await paidYesterday();
    await loseRefund(order, PART);
    await settles(() => refundStates(order), ["failed"]);
    await arrive(order);
    expect(await refundStates(order)).toEqual(["succeeded"]);
    expect(await paymentOf(order)).toMatchObject({ refundedMinor: BigInt(PART) });
    const events = ["payment.completed", "refund.failed", "refund.pending", "refund.succeeded"];
    expect(await eventsOf(shop, order)).toEqual(events);
    const rest = await till.refund(order);
    expect(rest.body).toMatchObject({ status: "refunded", amount: AMOUNT - PART });
  });

  it("is a charge that is taken back, and whose payment stays failed", async () => {
    shop.faults.next({ operation: "authorize", behaviour: "cutBeforeBooking" });
    const order = await pay();
    await settles(async () => (await paymentOf(order)).state, "failed");
    const { merchantId, acquirer: name, chargedAmount, orderId } = await paymentOf(order);
    const { attemptId, acquirerReference: reference = "" } = await attemptOf(order, "authorize");
    const acquirer = await shop.service.deps.acquirers.byName(name);
    const charged = await acquirer.authorize({
      merchantId,
      orderId,
      attemptId,
      kind: "sale",
      amount: chargedAmount,
      installmentCount: 1,
      card: sandboxCard(CARD),
      ...unvaried(attemptId),
      reference,
    });
    expect(charged.kind).toBe("approved");
    await watch();
    await settles(async () => (await attemptOf(order, "undo")).state, "approved");
    expect(await paymentOf(order)).toMatchObject({ state: "failed", capturedMinor: 0n });
    const left = "select state, voided from bank.entry where request_id = $1";
    expect(await query(shop, left, [reference])).toEqual([{ state: "approved", voided: true }]);
  });

  it("stands before a person while its amount is reserved by another refund", async () => {
    const order = await paidYesterday();
    await loseRefund(order, PART);
    await settles(() => refundStates(order), ["failed"]);
    await loseRefund(order, AMOUNT - PART / 2);
    await arrive(order);
    expect(await refundStates(order)).toEqual(["failed", "unknown"]);
    const { attemptId } = await attemptOf(order, "refund");
    const owner = panelVisitor(shop);
    const { merchantId } = shop.merchant.merchant;
    await owner.signIn(await panelUsers(shop).create("owner", merchantId, "sahip@example.com"));
    const cases = `/panel/${merchantId}/test/cases`;
    const shown = textOf((await owner.get(cases)).html);
    expect(shown).toContain("The bank has booked a request that had failed");
    const clear = async () => {
      const finding = { attempt: attemptId, finding: "booked", reference: "" };
      return textOf((await owner.follow(await owner.post(`${cases}/clear`, finding))).html);
    };
    expect(await clear()).toContain("The result can't be recorded now");
    await settles(() => refundStates(order), ["failed", "failed"]);
    expect(await clear()).toContain("The result is recorded.");
    expect(await refundStates(order)).toEqual(["succeeded", "failed"]);
    expect(await paymentOf(order)).toMatchObject({ refundedMinor: BigInt(PART) });
  });
});
