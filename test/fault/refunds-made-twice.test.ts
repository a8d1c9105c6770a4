import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, HOUR, SECOND } from "../../src/kernel/clock.ts";
import type { OrderId } from "../../src/kernel/ids.ts";
import { compareBookings } from "../../src/service/jobs/compare-bookings.ts";
import { watchReferences } from "../../src/service/runtime/payments.ts";
import { createApiClient, type ApiClient } from "../support/api-client.ts";
import { untilSealed, verified } from "../support/books.ts";
import { atInstallation } from "../support/installation.ts";
import { connectDoor, DOOR_TERMINALS, untilConnected } from "../support/door-terminals.ts";
import { merchantCalls, query } from "../support/merchant-calls.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor } from "../support/panel-visitor.ts";
import { passChallenge } from "../support/protocol-customer.ts";
import { startTestService, type TestMerchant, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const PART = 3_000;
/** PayFlex refuses a refund's number that it has. */
const TERMINALS = DOOR_TERMINALS.filter(({ protocol }) => protocol.name !== "payflex");

/** A network brings the message of a refund of a part twice, and the bank carries out both. */
describe("a refund of a part that the network brings twice", () => {
  let shop: TestService;
  const merchants = new Map<string, TestMerchant>();
  beforeAll(async () => {
    shop = await startTestService();
    for (const terminal of TERMINALS) {
      const merchant = await shop.createMerchant(terminal.protocol.name);
      await connectDoor({ ...shop, merchant }, terminal);
      merchants.set(terminal.protocol.name, merchant);
    }
    await untilConnected(shop, TERMINALS.length);
  });
  afterAll(async () => {
    await untilSealed(shop);
    const { differences } = await verified(shop);
    await shop.close();
    expect(differences).toEqual([]);
  });

  async function paid(api: ApiClient, isChallenged: boolean): Promise<string> {
    const session = await api.session();
    const begun = await api.pay(session, CARD, { fields: { is_3d: isChallenged } });
    const order = String(begun.body["order_id"]);
    if (!isChallenged) return order;
    const [attempt] = await query(
      shop,
      "select attempt_id as id from attempt where order_id = $1",
      [order],
    );
    const returnUrl = `${shop.url}/checkout/return/${String(attempt?.["id"])}`;
    const show = { kind: "redirect", url: String(begun.body["redirect_url"]) } as const;
    const customer = { returnUrl, decision: "approve", cardNumber: CARD } as const;
    for (const fields of await passChallenge(show, customer)) {
      const body = new URLSearchParams(fields);
      await (await fetch(returnUrl, { method: "POST", body, redirect: "manual" })).text();
    }
    expect((await api.status(session, order)).body).toMatchObject({ status: "completed" });
    return order;
  }
  const found = (merchant: TestMerchant) =>
    query(
      shop,
      "select order_id, kind, amount from unknown_movement where merchant_id = $1 and cleared_at is null",
      [merchant.merchant.merchantId],
    );
  const keyOf = async (merchant: TestMerchant) => {
    const sql = `select acquirer, reference, kind, bank_reference, 'adopt' as finding
      from unknown_movement where merchant_id = $1 and cleared_at is null`;
    const [row] = await query(shop, sql, [merchant.merchant.merchantId]);
    return row as Record<string, string>;
  };
  const look = async (days: number) => {
    shop.clock.move(days * DAY + HOUR);
    while (await watchReferences(shop.service.deps)());
    // Banks that list their bookings are not asked for each reference.
    await atInstallation(shop, async (opened) => {
      await compareBookings(shop.service.deps, opened)();
    });
  };

  it.each(TERMINALS.map(({ protocol }) => protocol.name))(
    "stands before a person after the day end of %s, once, and is adopted",
    async (name) => {
      const merchant = merchants.get(name);
      if (merchant === undefined) throw new Error(`no merchant of ${name}`);
      const { merchantId } = merchant.merchant;
      const api = createApiClient(shop.url, merchant.testApiKey);
      const till = merchantCalls(api, merchant.testApiKey);
      const isChallenged = name !== "albaraka";
      const [once, twice] = [await paid(api, isChallenged), await paid(api, isChallenged)];
      shop.clock.move(DAY);
      const refund = async (order: string) => {
        shop.clock.move(2 * SECOND);
        const { body } = await till.refund(order, { amount: PART });
        expect(body).toMatchObject({ status: "partially_refunded" });
      };
      // Two refunds of one amount that were wanted, and one that came twice beside them.
      await refund(once);
      await refund(once);
      await refund(twice);
      shop.faults.next({ operation: "refund", behaviour: "duplicate" });
      await refund(twice);
      expect(await found(merchant)).toEqual([]);
      await look(1);
      const waiting = [{ order_id: twice, kind: "refund", amount: BigInt(PART) }];
      expect(await found(merchant)).toEqual(waiting);
      await look(1);
      expect(await found(merchant)).toEqual(waiting);
      const watched = "select from attempt_watch where merchant_id = $1";
      expect(await query(shop, watched, [merchantId])).toEqual([]);

      const owner = panelVisitor(shop);
      await owner.signIn(await panelUsers(shop).create("owner", merchantId, `${name}@example.com`));
      const cases = `/panel/${merchantId}/test/cases`;
      const page = await owner.get(cases);
      expect(textOf(page.html)).toContain(twice);
      const fields = await keyOf(merchant);
      const given = await owner.follow(await owner.post(`${cases}/booking`, fields));
      expect(textOf(given.html)).toContain("The booking is entered in the order.");
      const payment = await shop.service.deps.payments.findPayment(twice as OrderId);
      expect(payment).toMatchObject({ refundedMinor: BigInt(3 * PART) });
      await look(2);
      expect(await found(merchant)).toEqual([]);
    },
  );
});
