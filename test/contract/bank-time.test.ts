// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memoryBook } from "../../src/bank/memory-book.ts";
import { sqlBook } from "../../src/bank/sql-book.ts";
import { DAY, HOUR, later, MINUTE } from "../../src/kernel/clock.ts";
import { newAttemptId, newMerchantId, newOrderId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import type { Challenge } from "../../src/domain/payment/acquirer.ts";
import { openBankPage } from "../support/bank-customer.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import {
  random,
  sandboxCard,
  startSandboxBank,
  type SandboxBank,
} from "../support/sandbox-bank.ts";
import { unvaried, beginChallenge, inquiryOf } from "../support/acquirer-calls.ts";

/** A separate bank, as at `VEZNE_BANK_URL`; it knows a sandbox's time from its messages only. */
describe.each(["memory", "sql"] as const)("the bank, with its book in %s,", (kind) => {
  let database: TestDatabase | undefined;
  let bank: SandboxBank;
  const ahead = new Map<string, number>();
  beforeAll(async () => {
    database = kind === "sql" ? await createTestDatabase() : undefined;
    const book = database === undefined ? memoryBook() : sqlBook(database.open());
    bank = await startSandboxBank({ book, aheadMs: (terminal) => ahead.get(terminal) ?? 0 });
  });
  afterAll(async () => {
    await bank.close();
    await database?.drop();
  });

  const newPayment = (merchantId = newMerchantId(random)) => {
    const source = { now: bank.clock.now(), random };
    const attemptId = newAttemptId(merchantId, source);
    return {
      merchantId,
      attemptId,
      ...unvaried(attemptId),
      orderId: newOrderId(merchantId, source),
      kind: "sale" as const,
      amount: money(125_000n, "TRY"),
      installmentCount: 1,
      card: sandboxCard("5528790000000008"),
      returnUrl: "https://pay.example/3ds",
      merchantName: "Çiçekçi",
      language: "en" as const,
    };
  };
  /** Twenty minutes of the terminal's time, as the service requests. */
  const enroll = (payment: ReturnType<typeof newPayment>) => {
    const aheadMs = ahead.get(payment.merchantId) ?? 0;
    const expiresAt = later(bank.clock.now(), aheadMs + 20 * MINUTE);
    return beginChallenge(bank.acquirer, { ...payment, expiresAt });
  };
  const atTheBank = async (): Promise<ReturnType<typeof newPayment> & { form: Challenge }> => {
    const payment = newPayment();
    const form = await enroll(payment);
    if (form.kind !== "challenge") throw new Error(`It was ${form.kind}.`);
    return { ...payment, form };
  };
  const isOpen = async ({ form }: { form: Challenge }): Promise<boolean> =>
    (await openBankPage(form)).html.includes('name="otp"');

  it("ends a 3-D Secure page by the time of its terminal, and of no other", async () => {
    const [mine, theirs] = [await atTheBank(), await atTheBank()];
    ahead.set(mine.merchantId, 2 * HOUR);
    expect(await bank.acquirer.inquire(inquiryOf(mine))).toMatchObject({
      kind: "declined",
      reason: "three_d_secure_timeout",
    });
    expect(await bank.acquirer.inquire(inquiryOf(theirs))).toEqual({ kind: "challenge_open" });
    expect([await isOpen(mine), await isOpen(theirs)]).toEqual([false, true]);
  });

  it("gives a customer of a terminal that is ahead the usual time", async () => {
    const payment = newPayment();
    ahead.set(payment.merchantId, 30 * DAY);
    const form = await enroll(payment);
    if (form.kind !== "challenge") throw new Error(`It was ${form.kind}.`);
    bank.clock.move(5 * MINUTE);
    expect(await isOpen({ form })).toBe(true);
    // The page continues in its own time when the terminal returns to the real time.
    ahead.set(payment.merchantId, 0);
    expect(await bank.acquirer.inquire(inquiryOf(payment))).toEqual({ kind: "challenge_open" });
    expect(await isOpen({ form })).toBe(true);
    bank.clock.move(2 * HOUR);
    expect(await isOpen({ form })).toBe(false);
  });

  it("ends a wallet page by the time of its terminal", async () => {
    const payment = newPayment();
    const begun = await bank.acquirer.redirects?.begin({
      ...payment,
      method: "wallet",
      provider: "paycell",
      expiresAt: later(bank.clock.now(), 15 * MINUTE),
    });
    if (begun?.kind !== "challenge") throw new Error("There is no page.");
    expect(await isOpen({ form: begun })).toBe(true);
    ahead.set(payment.merchantId, 16 * MINUTE);
    expect(await bank.acquirer.inquire(inquiryOf(payment))).toMatchObject({ kind: "declined" });
    expect(await isOpen({ form: begun })).toBe(false);
  });

  it("declines a card that has expired by the terminal's time", async () => {
    const payment = newPayment();
    const card = sandboxCard("5528790000000008", { month: 12, year: 2026 });
    expect(await bank.acquirer.authorize({ ...payment, card })).toMatchObject({
      kind: "approved",
    });
    ahead.set(payment.merchantId, 60 * DAY);
    const late = newPayment(payment.merchantId);
    expect(await bank.acquirer.authorize({ ...late, card })).toMatchObject({
      kind: "declined",
      reason: "expired_card",
    });
  });
});
