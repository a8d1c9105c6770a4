import { describe, expect, it } from "vitest";
import type { Session } from "../../session/session.ts";
import { instant } from "../../../kernel/clock.ts";
import type { AttemptId, MerchantId, OrderId } from "../../../kernel/ids.ts";
import { money } from "../../../kernel/money.ts";
import { applyOutcome, type ApplyOutcomeDeps, type OpenOutcome } from "./apply-outcome.ts";
import { applyCaptureOrVoid } from "../modification/capture-or-void.ts";
import type { ModificationDeps } from "../modification/modification.ts";
import type { Approved } from "../acquirer.ts";
import type { Attempt, Payment } from "../payment.ts";

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
    attempt: ATTEMPT,
  };

  it("that the payment's state cannot take is reported as a fault, and left to recovery", async () => {
    const log: string[] = [];
    const deps = depsWith({}, log);
    const applied = await applyOutcome(deps, open, APPROVED);
    const capture = { payment: PAYMENT, session: open.session, attempt: ATTEMPT };
    const captured = await applyCaptureOrVoid(deps, capture, APPROVED);
    expect([applied.payment, captured.payment]).toEqual([PAYMENT, PAYMENT]);
    expect(captured.outcome).toEqual({ kind: "unknown", cause: "not_stored" });
    const sentence = "outcome could not be planned; recovery will ask the bank";
    expect(log).toEqual([sentence, sentence]);
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
