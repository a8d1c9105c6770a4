import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../src/kernel/clock.ts";
import { recoverPayments } from "../../src/service/runtime/payments.ts";
import { connectDoor, DOOR_TERMINALS, untilConnected } from "../support/door-terminals.ts";
import { merchantCalls, type MerchantCalls } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";

/** The protocols whose message of a refund has no reference of ours. */
describe.each(["garanti", "posnet", "albaraka", "intervpos"])(
  "a refund of the whole at %s whose answer is lost",
  (name) => {
    let shop: TestService;
    let till: MerchantCalls;
    beforeAll(async () => {
      shop = await startTestService();
      till = merchantCalls(shop.api, shop.merchant.testApiKey);
      const terminal = DOOR_TERMINALS.find(({ protocol }) => protocol.name === name);
      if (terminal === undefined) throw new Error(`no terminal of ${name}`);
      await connectDoor(shop, terminal);
      await untilConnected(shop, 1);
    });
    afterAll(() => shop.close());

    it("waits for the bank, is asked about and ends as refunded", async () => {
      const refreshClocks = () => Promise.resolve();
      const { round } = recoverPayments(shop.service.deps, { refreshClocks });
      const session = await shop.api.session();
      const paid = await shop.api.pay(session, CARD, { fields: { is_3d: false } });
      expect(paid.body["status"]).toBe("completed");
      const order = String(paid.body["order_id"]);
      for (const operation of ["void", "refund"] as const) {
        shop.faults.next({ operation, behaviour: "cut" });
      }
      const asked = await till.refund(order);
      expect(asked.body).toMatchObject({ status: "refund_pending", waits_for: "bank" });
      for (let tries = 0; tries < 12; tries += 1) {
        shop.clock.move(tries < 6 ? 5 * MINUTE : HOUR);
        while (await round());
      }
      shop.faults.clear();
      const found = await till.findRefund(asked.body["refund_id"]);
      expect(found.body).toMatchObject({ status: "refunded", refundable_amount: 0 });
      expect(found.body).not.toHaveProperty("waits_for");
    });
  },
);
