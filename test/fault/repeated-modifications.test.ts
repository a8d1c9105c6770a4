import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FaultOperation } from "../../src/bank/faults.ts";
import { MINUTE } from "../../src/kernel/clock.ts";
import { recoverPayments, watchReferences } from "../../src/service/runtime/payments.ts";
import { untilSealed, verified } from "../support/books.ts";
import { connectDoor, DOOR_TERMINALS, untilConnected } from "../support/door-terminals.ts";
import { HELD, merchantCalls, query, type MerchantCalls } from "../support/merchant-calls.ts";
import { passChallenge } from "../support/protocol-customer.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";

/** The protocols whose banks show the captures and voids of an order without our reference. */
describe.each(["nestpay", "akbank", "payfor", "garanti"])(
  "repeated modifications at %s",
  (name) => {
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

    async function paid(fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
      const session = await shop.api.session(fields);
      const begun = await shop.api.pay(session, CARD, { fields: { is_3d: true } });
      const order = String(begun.body["order_id"]);
      const [attempt] = await attemptsOf(order);
      const returnUrl = `${shop.url}/checkout/return/${String(attempt?.["attempt_id"])}`;
      const show = { kind: "redirect", url: String(begun.body["redirect_url"]) } as const;
      const customer = { returnUrl, decision: "approve", cardNumber: CARD } as const;
      for (const returned of await passChallenge(show, customer)) {
        const body = new URLSearchParams(returned);
        await (await fetch(returnUrl, { method: "POST", body, redirect: "manual" })).text();
      }
      shop.clock.move(MINUTE);
      return order;
    }
    const attemptsOf = (order: string) =>
      query(shop, "select * from attempt where order_id = $1 order by created_at, attempt_id", [
        order,
      ]);
    const statesOf = async (order: string) => (await attemptsOf(order)).map(({ state }) => state);

    /** Loses a call before the bank has it, and waits until its attempt has failed. */
    async function lose(
      order: string,
      operation: FaultOperation,
      call: () => Promise<unknown>,
    ): Promise<void> {
      shop.faults.next({ operation, behaviour: "cutBeforeBooking" });
      await call();
      for (let step = 0; step < 20; step += 1) {
        if ((await statesOf(order))[1] === "declined") break;
        shop.clock.move(MINUTE);
        await round();
      }
      expect(await statesOf(order)).toEqual(["approved", "declined"]);
    }
    /** Expects that the failed attempt does not take the booking of the other for its own. */
    async function watched(order: string): Promise<void> {
      expect(await statesOf(order)).toEqual(["approved", "declined", "approved"]);
      const watches = `select from attempt_watch join attempt using (merchant_id, attempt_id)
        where order_id = $1`;
      expect(await query(shop, watches, [order])).toHaveLength(1);
      shop.clock.move(11 * MINUTE);
      await watchReferences(shop.service.deps)();
      expect(await statesOf(order)).toEqual(["approved", "declined", "approved"]);
      expect(await query(shop, watches, [order])).toHaveLength(1);
    }

    it("leave one capture where the first never reached the bank", async () => {
      const order = await paid(HELD);
      await lose(order, "capture", () => till.capture(order));
      expect((await till.capture(order)).body).toMatchObject({ status: "completed" });
      await watched(order);
    });

    it("leave one void where the first never reached the bank", async () => {
      const order = await paid(HELD);
      await lose(order, "void", () => till.void(order));
      expect((await till.void(order)).body).toMatchObject({ status: "cancelled" });
      await watched(order);
    });

    it("leave one refund of the whole amount, by a void, where the first never came", async () => {
      const order = await paid();
      await lose(order, "void", () => till.refund(order));
      expect((await till.refund(order)).body).toMatchObject({ status: "refunded" });
      await watched(order);
    });
  },
);
