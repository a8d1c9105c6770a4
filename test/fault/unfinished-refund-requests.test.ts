import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readUnfinished } from "../../src/store/refund/approval-store.ts";
import { DAY, MINUTE } from "../../src/kernel/clock.ts";
import type { OrderId, UserId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import { Scope } from "../../src/domain/merchant/scope.ts";
import type { User } from "../../src/domain/merchant/user.ts";
import { RestorationGuard } from "../../src/domain/payment/restoration.ts";
import { finishRequests, type FinishDeps } from "../../src/domain/refund/finish-requests.ts";
import { finishRefundRequests } from "../../src/service/jobs/refund-requests.ts";
import { atInstallation } from "../support/installation.ts";
import { merchantCalls, paidOrder, query, type MerchantCalls } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("an approved refund request that a process left", () => {
  let shop: TestService;
  let till: MerchantCalls;
  beforeAll(async () => {
    shop = await startTestService();
    till = merchantCalls(shop.api, shop.merchant.testApiKey);
  });
  afterAll(() => shop.close());

  let made = 0;
  /** Stores a request of 300,00 and its approval, as before a crash. */
  const approved = async (order: string): Promise<string> => {
    const owner = { merchantId: shop.merchant.merchant.merchantId, mode: "test" } as const;
    const viewer = { user: { merchantId: owner.merchantId } as User, hasSecondFactor: true };
    const scope = Scope.grant(viewer, owner);
    if (!scope.ok) throw new Error(scope.refusal);
    const requestId = `req_${(made += 1)}`;
    const now = shop.clock.now();
    await atInstallation(shop, async ({ approvals }) => {
      await approvals.add({
        ...owner,
        requestId,
        orderId: order as OrderId,
        amount: money(30_000n, "TRY"),
        reason: "",
        formKey: requestId,
        requestedBy: "usr_a" as UserId,
        requester: "a@example.com",
        requestedAt: now,
        state: "waiting",
        decision: undefined,
        refundId: undefined,
        refusal: undefined,
      });
      const decision = { by: "usr_b" as UserId, decider: "b@example.com", at: now };
      await approvals.decide(scope.value, requestId, { ...decision, state: "approved" });
    });
    return requestId;
  };
  /** A round of the job, like that of a process that goes on. */
  const round = (changed: Partial<FinishDeps> = {}): Promise<void> =>
    atInstallation(shop, async ({ approvals, groups }) => {
      const unfinished = async () => (await groups.each(readUnfinished)).flat();
      await finishRequests({ ...shop.service.deps, approvals, unfinished, ...changed });
    });
  const refundsOf = async (order: string) =>
    (await query(shop, "select amount, state from refund where order_id = $1", [order])).map(
      ({ amount, state }) => [Number(amount), state],
    );
  const resultOf = async (request: string) => {
    const rows = await query(
      shop,
      "select refund_id, refusal from refund_request where request_id = $1",
      [request],
    );
    return rows[0];
  };
  const ONCE = [[30_000, "succeeded"]];

  it("is refunded once, however many processes finish it", async () => {
    const { order } = await paidOrder(shop.api);
    const request = await approved(order);
    await round();
    expect(await refundsOf(order)).toEqual([]);
    shop.clock.move(MINUTE);
    await Promise.all([round(), round(), round()]);
    await round();
    expect(await refundsOf(order)).toEqual(ONCE);
    expect(await resultOf(request)).toMatchObject({ refusal: null });
    expect((await resultOf(request))?.["refund_id"]).toMatch(/^REF-/);
  });

  it("is recorded, at any time, where the refund was made before the process ended", async () => {
    const { order } = await paidOrder(shop.api);
    const request = await approved(order);
    shop.clock.move(MINUTE);
    await round();
    await query(shop, "update refund_request set refund_id = null where request_id = $1", [
      request,
    ]);
    await till.refund(order, { amount: 100 });
    shop.clock.move(2 * DAY);
    await round();
    expect((await resultOf(request))?.["refund_id"]).toMatch(/^REF-/);
    expect(await refundsOf(order)).toHaveLength(2);
  });

  it("is left to a person where its refund may have been made in another way", async () => {
    const [overtaken, old, restored] = [
      await paidOrder(shop.api),
      await paidOrder(shop.api),
      await paidOrder(shop.api),
    ];
    const late = await approved(old.order);
    shop.clock.move(DAY + MINUTE);
    const first = await approved(overtaken.order);
    await till.refund(overtaken.order, { amount: 30_000 });
    shop.clock.move(MINUTE);
    await round();
    expect(await refundsOf(overtaken.order)).toHaveLength(1);
    expect(await refundsOf(old.order)).toEqual([]);

    const behind = await approved(restored.order);
    shop.clock.move(MINUTE);
    const guard = new RestorationGuard();
    const restoredAt = shop.clock.now();
    const mark = { restoredAt, dataUntil: restoredAt, heldOrders: new Set<undefined>() };
    guard.learn({ ...mark, endedAt: undefined });
    await round({ restored: guard });
    guard.learn({ ...mark, endedAt: restoredAt });
    await round({ restored: guard });
    expect(await refundsOf(restored.order)).toEqual([]);
    for (const request of [late, first, behind]) {
      expect(await resultOf(request)).toEqual({ refund_id: null, refusal: null });
    }
  });

  it("has the reason where it can't be refunded any more, and delays no other", async () => {
    const [gone, other] = [await paidOrder(shop.api), await paidOrder(shop.api)];
    await till.refund(gone.order);
    const [refused, finished] = [await approved(gone.order), await approved(other.order)];
    // The refund of the first order is at the same moment as its approval, so a person decides.
    await query(shop, "update refund_request set decided_at = decided_at + interval '1 ms'");
    shop.clock.move(MINUTE + 1);
    await atInstallation(shop, (installation) =>
      finishRefundRequests(shop.service.deps, installation)(),
    );
    expect((await resultOf(refused))?.["refusal"]).toBe("refund_exceeds_amount");
    expect((await resultOf(finished))?.["refund_id"]).toMatch(/^REF-/);
  });
});
