// tier: night
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SECOND } from "../../src/kernel/clock.ts";
import {
  balancesOf,
  HELD,
  merchantCalls,
  paidOrder,
  query,
  type MerchantCalls,
  type PaidOrder,
} from "../support/merchant-calls.ts";
import { MoneyModel } from "../support/money-model.ts";
import { startTestService, type TestService } from "../support/service.ts";

const AMOUNT = 1_000;

type Step =
  | { readonly kind: "recover" }
  | {
      readonly kind: "capture" | "void" | "refund";
      readonly amount: number | undefined;
      readonly fault: "cut" | "cutBeforeBooking" | undefined;
    };

const RECOVER: Step = { kind: "recover" };

const move = fc.record({
  kind: fc.constantFrom("capture" as const, "void" as const, "refund" as const),
  amount: fc.option(fc.integer({ min: 1, max: AMOUNT + 1 }), { nil: undefined }),
  fault: fc.option(fc.constantFrom("cut" as const, "cutBeforeBooking" as const), {
    nil: undefined,
    freq: 2,
  }),
});
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof({ weight: 7, arbitrary: move }, { weight: 1, arbitrary: fc.constant(RECOVER) }),
  { minLength: 3, maxLength: 9 },
);

describe("any sequence of captures, voids and refunds", () => {
  let shop: TestService;
  let till: MerchantCalls;
  beforeAll(async () => {
    shop = await startTestService();
    till = merchantCalls(shop.api, shop.merchant.testApiKey);
  });
  afterAll(() => shop.close());

  const recover = async (order: string): Promise<void> => {
    shop.faults.clear();
    shop.clock.move(40 * SECOND);
    await vi.waitFor(
      async () => {
        const due = "select from attempt where order_id = $1 and due_at is not null";
        expect(await query(shop, due, [order])).toEqual([]);
      },
      { timeout: 40_000, interval: 50 },
    );
  };

  const doStep = async (order: string, step: Step, model: MoneyModel): Promise<void> => {
    if (step.kind === "recover") {
      await recover(order);
      return model.recover();
    }
    const { kind, amount, fault } = step;
    shop.faults.clear();
    if (fault !== undefined) shop.faults.next({ operation: kind, behaviour: fault });
    const isLost = fault !== undefined;
    const body = amount === undefined ? {} : { amount };
    const answer = await till[kind](order, kind === "void" ? {} : body);
    const expected = kind === "void" ? model.void(isLost) : model[kind](amount, isLost);
    expect(answer.status, answer.text).toBe(expected);
    return undefined;
  };

  const compare = async ({ session, order }: PaidOrder, model: MoneyModel): Promise<void> => {
    const status = await shop.api.status(session, order);
    expect(status.body).toMatchObject({
      status: model.status,
      captured_amount: model.captured,
      refunded_amount: model.refunded,
    });
    expect(await balancesOf(shop, order)).toEqual(model.balances());
    const [bank] = await query(
      shop,
      `select captured_minor::int, refunded_minor::int, voided from bank.entry
       where order_id = $1 and type = 'preauth'`,
      [order],
    );
    expect(bank).toEqual({
      captured_minor: model.captured,
      refunded_minor: model.refunded,
      voided: model.status === "cancelled",
    });
  };

  it("leaves our books, the bank's book and a small model in agreement", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const paid = await paidOrder(shop.api, { fields: { ...HELD, amount: AMOUNT } });
        const model = new MoneyModel(AMOUNT);
        for (const step of sequence) await doStep(paid.order, step, model);
        await doStep(paid.order, RECOVER, model);
        await compare(paid, model);
      }),
      { numRuns: 25 },
    );
  });
});
