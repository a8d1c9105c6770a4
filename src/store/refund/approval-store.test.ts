import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { instant } from "../../kernel/clock.ts";
import type { MerchantId, OrderId, RefundId, UserId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import type { ApprovalStore } from "../../domain/refund/approval.ts";
import type { Mode } from "../../domain/merchant/merchant.ts";
import { Scope } from "../../domain/merchant/scope.ts";
import type { User } from "../../domain/merchant/user.ts";
import { createTaskCounter } from "../report/task-counter.ts";
import { createApprovalStore } from "./approval-store.ts";

const NOON = instant(Date.UTC(2026, 10, 21, 9));
const OWNER = { merchantId: "mer_a" as MerchantId, mode: "test" } as const;
const SCOPE = scopeOf(OWNER);
const REFUND = "ref_a" as RefundId;

describe("the result of an approved refund", () => {
  let database: TestDatabase;
  let pool: Pool;
  let approvals: ApprovalStore;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = database.open({ max: 2 });
    approvals = createApprovalStore(pool);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  async function approved(requestId: string): Promise<string> {
    await approvals.add({
      ...OWNER,
      requestId,
      orderId: "ord_a" as OrderId,
      amount: money(500n, "TRY"),
      reason: "",
      formKey: requestId,
      requestedBy: "usr_a" as UserId,
      requester: "a@example.com",
      requestedAt: NOON,
      state: "waiting",
      decision: undefined,
      refundId: undefined,
      refusal: undefined,
    });
    const decision = { by: "usr_b" as UserId, decider: "b@example.com", at: NOON };
    await approvals.decide(SCOPE, requestId, { ...decision, state: "approved" });
    return requestId;
  }
  const resultOf = async (requestId: string) => {
    const { refundId, refusal } = (await approvals.find(SCOPE, requestId)) ?? {};
    return { refundId, refusal };
  };

  it("is the refund, whichever of two persons who finish it is the last", async () => {
    const first = await approved("req_first");
    await approvals.recordDecision(SCOPE, first, { refundId: REFUND });
    await approvals.recordDecision(SCOPE, first, { refusal: "refund_exceeds_amount" });
    expect(await resultOf(first)).toEqual({ refundId: REFUND, refusal: undefined });

    const second = await approved("req_second");
    await approvals.recordDecision(SCOPE, second, { refusal: "refund_exceeds_amount" });
    await approvals.recordDecision(SCOPE, second, { refundId: REFUND });
    expect(await resultOf(second)).toEqual({ refundId: REFUND, refusal: undefined });
  });

  it("is waited for until it is there", async () => {
    const count = async () => (await createTaskCounter(pool).count(SCOPE)).approvals;
    const before = await count();
    const request = await approved("req_third");
    expect(await count()).toBe(before + 1);
    await approvals.recordDecision(SCOPE, request, { refundId: REFUND });
    expect(await count()).toBe(before);
  });
});

function scopeOf(owner: { readonly merchantId: MerchantId; readonly mode: Mode }): Scope {
  const user = { merchantId: owner.merchantId } as User;
  const granted = Scope.grant({ user, hasSecondFactor: true }, owner);
  if (!granted.ok) throw new Error(granted.refusal);
  return granted.value;
}
