import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FaultBehaviour } from "../../src/bank/faults.ts";
import { DAY, HOUR, MINUTE } from "../../src/kernel/clock.ts";
import { recoverPayments, watchReferences } from "../../src/service/runtime/payments.ts";
import { untilSealed, verified } from "../support/books.ts";
import { connectDoor, DOOR_TERMINALS, untilConnected } from "../support/door-terminals.ts";
import { merchantCalls, query, type MerchantCalls } from "../support/merchant-calls.ts";
import { passChallenge } from "../support/protocol-customer.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const PART = 400;

/** The protocols whose banks give refunds no reference of ours, and whose inquiry shows refunds. */
describe.each(["akbank", "payfor", "nestpay"])("two equal refunds at %s", (name) => {
  let shop: TestService;
  let till: MerchantCalls;
  let round: () => Promise<boolean>;
  beforeAll(async () => {
    shop = await startTestService();
    till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const refreshClocks = () => Promise.resolve();
    round = recoverPayments(shop.service.deps, { refreshClocks }).round;
    const terminal = DOOR_TERMINALS.find(({ protocol }) => protocol.name === name);
    if (terminal === undefined) throw new Error(`no terminal of ${name}`);
    await connectDoor(shop, terminal);
    await untilConnected(shop, 1);
  });
  afterAll(async () => {
    await untilSealed(shop);
    const { differences } = await verified(shop);
    await shop.close();
    expect(differences).toEqual([]);
  });

  /** A payment of yesterday, so that the bank refunds parts of it at once. */
  async function paidYesterday(): Promise<string> {
    const session = await shop.api.session();
    const paid = await shop.api.pay(session, CARD, { fields: { is_3d: true } });
    const order = String(paid.body["order_id"]);
    const redirect = String(paid.body["redirect_url"]);
    const sql = "select attempt_id from attempt where order_id = $1";
    const [attempt] = await query(shop, sql, [order]);
    const returnUrl = `${shop.url}/checkout/return/${String(attempt?.["attempt_id"])}`;
    const show = { kind: "redirect", url: redirect } as const;
    const customer = { returnUrl, decision: "approve", cardNumber: CARD } as const;
    for (const fields of await passChallenge(show, customer)) {
      const body = new URLSearchParams(fields);
      await (await fetch(returnUrl, { method: "POST", body, redirect: "manual" })).text();
    }
    expect((await shop.api.status(session, order)).body).toMatchObject({ status: "completed" });
    shop.clock.move(DAY);
    return order;
  }
  async function refundWith(order: string, behaviour?: FaultBehaviour): Promise<void> {
    if (behaviour !== undefined) shop.faults.next({ operation: "refund", behaviour });
    const { status } = await till.refund(order, { amount: PART });
    expect(status).toBe(200);
  }
  const refunds = async (order: string): Promise<readonly unknown[]> => {
    const sql = `select attempt.state from refund join attempt using (merchant_id, attempt_id)
      where refund.order_id = $1 order by refund.created_at, refund_id`;
    return (await query(shop, sql, [order])).map(({ state }) => state);
  };
  async function settles(order: string, expected: readonly string[]): Promise<void> {
    for (let step = 0; step < 20; step += 1) {
      shop.clock.move(MINUTE);
      await round();
      if (JSON.stringify(await refunds(order)) === JSON.stringify(expected)) break;
    }
    expect(await refunds(order)).toEqual(expected);
    const booked = "select request_id from bank.entry where type = 'refund' and amount_minor = $1";
    made += expected.filter((state) => state === "approved").length;
    expect(await query(shop, booked, [PART])).toHaveLength(made);
  }
  let made = 0;

  it("are one where the first never reached the bank", async () => {
    const order = await paidYesterday();
    await refundWith(order, "cutBeforeBooking");
    shop.clock.move(1_000);
    await refundWith(order);
    await settles(order, ["declined", "approved"]);
  });

  it("are two where the first answer was lost", async () => {
    const order = await paidYesterday();
    await refundWith(order, "cut");
    shop.clock.move(1_000);
    await refundWith(order);
    await settles(order, ["approved", "approved"]);
  });

  it("are two where both answers were lost", async () => {
    const order = await paidYesterday();
    await refundWith(order, "cut");
    shop.clock.move(1_000);
    await refundWith(order, "cut");
    await settles(order, ["approved", "approved"]);
  });

  it("both wait for a person where one of two lost requests was booked", async () => {
    const order = await paidYesterday();
    await refundWith(order, "cutBeforeBooking");
    shop.clock.move(1_000);
    await refundWith(order, "cut");
    made += 1;
    await settles(order, ["needs_person", "needs_person"]);
  });

  it("of which the network brought one twice put its second booking before a person", async () => {
    const once = await paidYesterday();
    await refundWith(once);
    const order = await paidYesterday();
    await refundWith(order, "duplicate");
    made += 2;
    await settles(order, ["approved"]);
    shop.clock.move(DAY + HOUR);
    const second = "select order_id, amount from unknown_movement where kind = 'refund'";
    await expect
      .poll(async () => {
        shop.clock.move(HOUR);
        await watchReferences(shop.service.deps)();
        return query(shop, second);
      })
      .toEqual([{ order_id: order, amount: BigInt(PART) }]);
  });
});
