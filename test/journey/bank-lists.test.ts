import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Acquirer } from "../../src/domain/payment/acquirer.ts";
import { DAY, HOUR } from "../../src/kernel/clock.ts";
import { newAttemptId, newOrderId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import type { Installation } from "../../src/service/installation/installation.ts";
import { compareBookings } from "../../src/service/jobs/compare-bookings.ts";
import { connectDoor, DOOR_TERMINALS, untilConnected } from "../support/door-terminals.ts";
import { installationOf } from "../support/installation.ts";
import { merchantCalls, paidOrder, query } from "../support/merchant-calls.ts";
import { random, sandboxCard } from "../support/sandbox-bank.ts";
import { startTestService, type TestService } from "../support/service.ts";

const [garanti] = DOOR_TERMINALS.filter(({ protocol }) => protocol.name === "garanti");

describe("the list of a bank that speaks its own protocol", () => {
  let shop: TestService;
  let opened: Installation;
  let bank: Acquirer;
  beforeAll(async () => {
    if (garanti === undefined) throw new Error("there is no terminal of Garanti");
    shop = await startTestService();
    await connectDoor(shop, garanti);
    await untilConnected(shop, 1);
    opened = await installationOf(shop);
    const [row] = await query(shop, "select connection_id as id from acquirer_connection");
    bank = await shop.service.deps.acquirers.byName(String(row?.["id"]));
  }, 120_000);
  afterAll(async () => {
    await opened.close();
    await shop.close();
  });

  /** Compares an hour later, as at a terminal of its own if the test says so. */
  const compare = async (isLiveTerminal: boolean): Promise<void> => {
    shop.clock.move(HOUR);
    const { deps } = shop.service;
    const byName = async () => ({ ...bank, isLiveTerminal });
    const acquirers = { ...deps.acquirers, byName };
    await compareBookings({ ...deps, acquirers }, opened)();
  };
  const unknown = () =>
    query(shop, "select kind, order_id from unknown_movement where acquirer <> 'sandbox'");
  /** A payment of another system at the same terminal. */
  const sellElsewhere = async () => {
    const source = { now: shop.clock.now(), random };
    const { merchantId } = shop.merchant.merchant;
    const attemptId = newAttemptId(merchantId, source);
    const request = {
      merchantId,
      attemptId,
      reference: bank.referenceOf(attemptId),
      orderId: newOrderId(merchantId, source),
      kind: "sale" as const,
      amount: money(900n, "TRY"),
      installmentCount: 1,
      card: sandboxCard("5528790000000008"),
      payer: { name: undefined, email: undefined, phone: undefined, network: undefined },
      challenge: undefined,
    };
    expect(await bank.authorize(request)).toMatchObject({ kind: "approved" });
  };

  it("agrees with the books after payments and refunds", async () => {
    const { order } = await paidOrder(shop.api);
    await paidOrder(shop.api);
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    expect((await till.refund(order)).status).toBeLessThan(300);
    await compare(true);
    expect(await unknown()).toEqual([]);
    // Of the days before, the list must have all that the books have.
    shop.clock.move(DAY);
    await compare(true);
    expect(await unknown()).toEqual([]);
    const states = await query(shop, "select distinct state from attempt");
    expect(states).toEqual([{ state: "approved" }]);
  });

  it("shows a payment of another system at a live terminal, and never at a published one", async () => {
    await sellElsewhere();
    await compare(false);
    expect(await unknown()).toEqual([]);
    await opened.pool.query("update movement_check set listed_to = null");
    await compare(true);
    expect(await unknown()).toEqual([{ kind: "sale", order_id: null }]);
  });
});
