import { describe, expect, it } from "vitest";
import type { Session } from "../checkout/session.ts";
import { instant } from "../kernel/clock.ts";
import type { AttemptId, MerchantId, OrderId } from "../kernel/ids.ts";
import { money } from "../kernel/money.ts";
import { applyOutcome, type ApplyOutcomeDeps, type OpenOutcome } from "./apply-outcome.ts";
import { applyCaptureOrVoid } from "./capture-or-void.ts";
import type { ModificationDeps } from "./modification.ts";
import type { Approved } from "./acquirer.ts";
import type { Attempt, Payment } from "./payment.ts";

const APPROVED: Approved = {
  kind: "approved",
  bankReference: "1",
  authCode: "000001",
  bankCode: "00",
};

const LIRA = money(125_000n, "TRY");

const PAYMENT = {
  merchantId: "mer_1" as MerchantId,
  orderId: "ORD-1" as OrderId,
  state: "completed",
  chargedAmount: LIRA,
} as Payment;

const ATTEMPT = { attemptId: "att_1" as AttemptId, kind: "capture", amount: LIRA } as Attempt;

function depsWith(parts: Partial<ApplyOutcomeDeps>, log: string[]): ModificationDeps {
  const fixed: Partial<ApplyOutcomeDeps> = {
    clocks: { now: () => instant(0) },
    random: { bytes: (count) => new Uint8Array(count) },
    expectSettlement: () => Promise.resolve(undefined),
    report: (sentence) => void log.push(sentence),
  };
  return { ...fixed, ...parts } as ModificationDeps;
}

describe("an outcome", () => {
  const open: OpenOutcome = {
    payment: PAYMENT,
    session: {} as Session,
    attemptId: ATTEMPT.attemptId,
  };

  it("that the payment's state cannot take is a broken invariant, not a failed commit", async () => {
    const log: string[] = [];
    const deps = depsWith({}, log);
    await expect(applyOutcome(deps, open, APPROVED)).rejects.toThrow(
      "Invariant broken: a payment that is completed can't take charged",
    );
    const capture = { payment: PAYMENT, session: open.session, attempt: ATTEMPT };
    await expect(applyCaptureOrVoid(deps, capture, APPROVED)).rejects.toThrow(
      "Invariant broken: a payment that is completed can't take captured",
    );
    expect(log).toEqual([]);
  });

  it("is left to recovery if the contract with the acquirer cannot be read", async () => {
    const log: string[] = [];
    const expectSettlement = (): never => {
      throw new Error("the database is away");
    };
    const { payment } = await applyOutcome(depsWith({ expectSettlement }, log), open, APPROVED);
    expect(payment).toBe(PAYMENT);
    expect(log).toEqual(["outcome not stored; recovery will ask the bank"]);
  });
});
