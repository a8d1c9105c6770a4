import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY, HOUR } from "../../src/kernel/clock.ts";
import type { OrderId } from "../../src/kernel/ids.ts";
import type { MovementList } from "../../src/domain/payment/acquirer.ts";
import { clearAttempt } from "../../src/domain/refund/clear-attempt.ts";
import { compareBookings } from "../../src/service/jobs/compare-bookings.ts";
import type { Installation } from "../../src/service/installation/installation.ts";
import { installationOf } from "../support/installation.ts";
import { merchantCalls, paidOrder, query } from "../support/merchant-calls.ts";
import { PROMISES, ScriptedAcquirer } from "../support/scripted-acquirer.ts";
import { useBank } from "../support/scripted-shop.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** A bank that may find a booking late, and whose list has nothing. */
class EmptyList extends ScriptedAcquirer {
  movements(): Promise<MovementList> {
    return Promise.resolve({ kind: "movements", movements: [] });
  }
}

describe("an approved booking that the bank's list lacks", () => {
  let shop: TestService;
  let opened: Installation;
  let bank: EmptyList;
  beforeAll(async () => {
    shop = await startTestService({ isWithoutJobs: true });
    opened = await installationOf(shop);
  });
  afterAll(async () => {
    await opened.close();
    await shop.close();
  });
  beforeEach(() => {
    bank = new EmptyList("sandbox", PROMISES.nestpay, () => shop.clock.now());
    useBank(shop, bank);
  });
  afterEach(() => void vi.restoreAllMocks());

  async function compareAfter(ms: number): Promise<void> {
    shop.clock.move(ms);
    await compareBookings(shop.service.deps, opened)();
  }
  const attemptOf = async (order: string, kind: string) =>
    (
      await query(shop, "select * from attempt where order_id = $1 and kind = $2", [order, kind])
    )[0];
  const refundOf = async (order: string) =>
    (await query(shop, "select state from refund where order_id = $1", [order]))[0]?.["state"];

  it("stands before a person where it is a sale that the bank has taken back", async () => {
    const { order } = await paidOrder(shop.api);
    const kept = (await paidOrder(shop.api)).order;
    const [booking] = bank.bookings;
    if (booking !== undefined) booking.isUndone = true;
    await compareAfter(DAY);
    const taken = { state: "needs_person", person_reason: "taken_back" };
    expect(await attemptOf(order, "authorize")).toMatchObject(taken);
    expect(await attemptOf(kept, "authorize")).toMatchObject({ state: "approved" });
    const { payments } = shop.service.deps;
    expect(await payments.findPayment(order as OrderId)).toMatchObject({ state: "completed" });
    const attempt = await payments.findAuthorization(order as OrderId);
    if (attempt === undefined) throw new Error("the order has no charge");
    await clearAttempt(shop.service.deps, { attempt, isBooked: false, bankReference: undefined });
    expect(await payments.findPayment(order as OrderId)).toMatchObject({ state: "cancelled" });
  });

  it("frees a refund only where the bank does not find it twice", async () => {
    const { order } = await paidOrder(shop.api);
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    expect((await till.refund(order, { amount: 100 })).body["success"]).toBe(true);
    const inquire = vi.spyOn(bank, "inquire").mockResolvedValue({ kind: "not_found" });
    await compareAfter(DAY);
    expect(await refundOf(order)).toBe("succeeded");
    inquire.mockRestore();
    await compareAfter(7 * HOUR);
    expect(await attemptOf(order, "refund")).toMatchObject({ not_found_at: null });
    vi.spyOn(bank, "inquire").mockResolvedValue({ kind: "not_found" });
    await compareAfter(7 * HOUR);
    expect(await refundOf(order)).toBe("succeeded");
    await compareAfter(7 * HOUR);
    expect(await refundOf(order)).toBe("failed");
  });
});
