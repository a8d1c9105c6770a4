import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FaultBehaviour } from "../../src/bank/faults.ts";
import { comeBack, decide, goToBank } from "../support/browserless.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const SECOND = 1_000;

describe("a payment whose outcome at the bank is unknown", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const statusOf = async (session: string, order: unknown) =>
    (await shop.api.status(session, order)).body["status"];

  /** Lets the recovery job process all attempts that are due at this time. */
  const after = async (ms: number, session: string, order: unknown) => {
    shop.clock.move(ms);
    await expect.poll(() => statusOf(session, order), { timeout: 40_000 }).not.toBe("processing");
    return statusOf(session, order);
  };
  const approvals = async (order: unknown) => {
    const pool = shop.database.open();
    const { rows } = await pool.query<{ times: bigint }>(
      `select count(*) as times from bank.entry
       where order_id = $1 and state = 'approved' and type in ('sale', 'preauth')`,
      [order],
    );
    return Number(rows[0]?.times);
  };

  it.each([
    ["cut", "completed"],
    ["garbage", "completed"],
    ["halfAnswer", "completed"],
    ["status500AfterBooking", "completed"],
    ["unsigned", "completed"],
    ["forgedSignature", "completed"],
    ["foreignAnswer", "completed"],
    ["unlistedCode", "completed"],
    ["status500", "failed"],
    ["cutBeforeBooking", "failed"],
  ] as const satisfies readonly (readonly [FaultBehaviour, string])[])(
    "after %s the payment is processing, and ends %s by inquiry",
    async (behaviour, end) => {
      const session = await shop.api.session();
      shop.faults.next({ operation: "authorize", behaviour });
      const paid = await shop.api.pay(session, CARD);
      expect(paid.body).toMatchObject({ success: true, status: "processing" });
      const order = paid.body["order_id"];
      expect((await shop.api.pay(session, CARD)).body["code"]).toBe("payment_in_progress");
      expect(await after(40 * SECOND, session, order)).toBe(end);
      expect(await approvals(order)).toBe(end === "completed" ? 1 : 0);
    },
  );

  it("gets its outcome for the card whose answer is always lost, with and without 3-D Secure", async () => {
    const lost = "5504720000000003";
    const session = await shop.api.session();
    const paid = await shop.api.pay(session, lost);
    expect(paid.body["status"]).toBe("processing");
    expect(await after(3 * SECOND, session, paid.body["order_id"])).toBe("completed");

    const second = await shop.api.session();
    const begun = await shop.api.pay(second, lost, { fields: { is_3d: true } });
    const back = await comeBack(await decide(await goToBank(begun), "approve"));
    expect(back.location).toContain("/checkout?session=");
    expect(await after(3 * SECOND, second, begun.body["order_id"])).toBe("completed");
  });

  it("stays open when the bank does not know it while its request may be on the way", async () => {
    const session = await shop.api.session();
    shop.faults.next({ operation: "authorize", behaviour: "cut" });
    shop.faults.next({ operation: "inquire", behaviour: "notFound" });
    const paid = await shop.api.pay(session, CARD);
    const order = paid.body["order_id"];
    shop.clock.move(3 * SECOND);
    await expect.poll(() => inquiries(order), { timeout: 40_000 }).toBeGreaterThan(0);
    expect(await statusOf(session, order)).toBe("processing");
    expect(await after(60 * SECOND, session, order)).toBe("completed");
  });

  it("lets the session be paid again once the lost attempt has certainly failed", async () => {
    const session = await shop.api.session();
    shop.faults.next({ operation: "authorize", behaviour: "cutBeforeBooking" });
    const paid = await shop.api.pay(session, CARD);
    expect(await after(40 * SECOND, session, paid.body["order_id"])).toBe("failed");
    const again = await shop.api.pay(session, CARD);
    expect(again.body["status"]).toBe("completed");
  });

  it("is asked about at least every 15 minutes while the bank does not know", async () => {
    const session = await shop.api.session();
    shop.faults.next({ operation: "authorize", behaviour: "cut" });
    for (let time = 0; time < 12; time += 1) {
      shop.faults.next({ operation: "inquire", behaviour: "status500" });
    }
    const paid = await shop.api.pay(session, CARD);
    const order = paid.body["order_id"];
    for (let time = 1; time <= 12; time += 1) {
      shop.clock.move(15 * 60 * SECOND);
      await expect.poll(() => inquiries(order), { timeout: 40_000 }).toBeGreaterThanOrEqual(time);
    }
    expect(await after(15 * 60 * SECOND, session, order)).toBe("completed");
  });

  async function inquiries(order: unknown): Promise<number> {
    const pool = shop.database.open();
    const { rows } = await pool.query<{ inquiries: number }>(
      "select inquiries::int as inquiries from attempt where order_id = $1",
      [order],
    );
    return rows[0]?.inquiries ?? 0;
  }
});
