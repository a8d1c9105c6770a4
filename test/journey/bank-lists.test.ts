import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Acquirer } from "../../src/domain/payment/acquirer.ts";
import { DAY, HOUR } from "../../src/kernel/clock.ts";
import { newAttemptId, newOrderId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import type { Installation } from "../../src/service/installation/installation.ts";
import { keepCardNotes, openConnections } from "../../src/service/runtime/connections.ts";
import { makeOperatorKey, operatorClient } from "../support/operator.ts";
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
  const sellElsewhere = async (at: Acquirer, number: string) => {
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
      card: sandboxCard(number),
      payer: { name: undefined, email: undefined, phone: undefined, network: undefined },
      challenge: undefined,
    };
    expect(await at.authorize(request)).toMatchObject({ kind: "approved" });
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
    await sellElsewhere(bank, "5528790000000008");
    await compare(false);
    expect(await unknown()).toEqual([]);
    await opened.pool.query("update movement_check set listed_to = null");
    await compare(true);
    expect(await unknown()).toEqual([{ kind: "sale", order_id: null }]);
  });

  it("is asked for the bank's cards too, which are kept beside the BIN table", async () => {
    const connections = await openConnections(opened, `${shop.url}/bank`);
    const heard = await connections.opened.byName(bank.name);
    if (heard === undefined) throw new Error("the connection can't be opened");
    await heard.cards?.();
    await sellElsewhere(heard, "5400360000000003");
    await keepCardNotes(opened, connections)();
    await connections.close();
    const { text } = await makeOperatorKey(shop);
    const operator = operatorClient(shop.url, text);
    const notes = async () => (await operator("GET", "card-table/notes?mode=test")).body["rows"];
    expect(await notes()).toEqual([]);
    const correction = { card_type: "debit", card_program: "Axess", bank_code: "0062" };
    await operator("PUT", "card-table/corrections/540036?mode=test", correction);
    const said = { issuer: "T. GARANTİ BANKASI A.Ş.", card_type: "credit", card_program: "Bonus" };
    const differs = ["card_type", "card_program"];
    const bin = { bin: "540036", connection_id: bank.name, count: 2 };
    expect(await notes()).toMatchObject([{ ...bin, ...said, differs }]);
  });
});
