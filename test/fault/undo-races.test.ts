import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { assert } from "../../src/kernel/assert.ts";
import { DAY, HOUR, MINUTE } from "../../src/kernel/clock.ts";
import { parseAttemptId } from "../../src/kernel/ids.ts";
import type { Acquirer, Declined } from "../../src/domain/payment/acquirer.ts";
import type { Attempt } from "../../src/domain/payment/payment.ts";
import { recoverAuthorization } from "../../src/domain/payment/recovery/recover-authorization.ts";
import { recoverUndo } from "../../src/domain/payment/recovery/recover-undo.ts";
import { applyLateCharge } from "../../src/domain/payment/outcome/late-charge.ts";
import { recoverPayments, watchReferences } from "../../src/service/runtime/payments.ts";
import { query } from "../support/merchant-calls.ts";
import { PROMISES, ROUND_MS, ScriptedAcquirer } from "../support/scripted-acquirer.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const AMOUNT = 125_000n;

const UNREACHABLE: Declined = {
  kind: "declined",
  reason: "bank_unreachable",
  bankCode: "",
  bankMessage: "refused",
  retry: "same_request",
};

function withResolver() {
  let resolve: (answer: unknown) => void = () => undefined;
  const promise = new Promise<unknown>((settled) => (resolve = settled));
  return { promise, resolve: (answer: unknown) => resolve(answer) };
}

/** The bank may carry out a request after its undo, and repeats a refund that it gets twice. */
describe("a charge at a bank that books late", () => {
  let shop: TestService;
  let bank: ScriptedAcquirer;
  let round: () => Promise<boolean>;
  let chosen: readonly Acquirer[] = [];
  let made = 0;
  beforeAll(async () => {
    shop = await startTestService();
    round = recoverPayments(shop.service.deps, { refreshClocks: () => Promise.resolve() }).round;
  });
  afterAll(() => shop.close());
  beforeEach(() => {
    bank = newBank();
    chosen = [bank];
    const { acquirers } = shop.service.deps;
    vi.spyOn(acquirers, "choose").mockImplementation(() => Promise.resolve([...chosen]));
    vi.spyOn(acquirers, "byName").mockImplementation((name) => {
      const one = chosen.find((acquirer) => acquirer.name === name);
      assert(one !== undefined, `the test has a bank ${name}`);
      return Promise.resolve(one);
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  function newBank(): ScriptedAcquirer {
    made += 1;
    return new ScriptedAcquirer(`nestpay:${made}`, PROMISES.nestpay, () => shop.clock.now());
  }
  const rowsOf = (order: string) =>
    query(shop, "select * from attempt where order_id = $1 order by created_at", [order]);
  const stateOf = async (order: string) =>
    (await query(shop, "select state from payment where order_id = $1", [order]))[0]?.["state"];
  const watched = (order: string) =>
    query(
      shop,
      `select from attempt_watch join attempt using (merchant_id, attempt_id) where order_id = $1`,
      [order],
    );
  async function attemptOf(order: string, kind: string): Promise<Attempt> {
    const row = (await rowsOf(order)).find((one) => one["kind"] === kind);
    const id = parseAttemptId(String(row?.["attempt_id"]));
    const attempt = id && (await shop.service.deps.payments.findAttempt(id));
    assert(attempt !== undefined, `the order has an attempt to ${kind}`);
    return attempt;
  }
  async function pay(): Promise<{ readonly order: string; readonly reference: string }> {
    const { body } = await shop.api.pay(await shop.api.session(), CARD);
    const order = String(body["order_id"]);
    const [row] = await rowsOf(order);
    return { order, reference: String(row?.["acquirer_reference"]) };
  }
  async function rounds(times: number): Promise<void> {
    for (let step = 0; step < times; step += 1) {
      shop.clock.move(ROUND_MS);
      await round();
    }
  }
  async function settles(read: () => Promise<unknown>, expected: unknown): Promise<void> {
    for (let step = 0; step < 12; step += 1) {
      await rounds(1);
      if ((await read()) === expected) return;
    }
    await expect.poll(read).toBe(expected);
  }
  /** A second bank, whose attempt is stored although its commit is taken for lost. */
  function secondBank(second = newBank()): ScriptedAcquirer {
    chosen = [bank, second];
    bank.next("authorize", { answer: UNREACHABLE });
    const { payments } = shop.service.deps;
    const { replaceAttempt } = payments;
    vi.spyOn(payments, "replaceAttempt").mockImplementationOnce(async (...given) => {
      await replaceAttempt(...given);
      throw new Error("no answer to the commit");
    });
    return second;
  }

  /** The bank's next answer to a question waits for the returned function. */
  function held(method: "inquire" | "undo"): (answer: unknown) => void {
    const { promise, resolve } = withResolver();
    vi.spyOn(bank, method).mockImplementationOnce((() => promise) as never);
    return resolve;
  }

  it("stays where the move to failed was not stored and an inquiry found it", async () => {
    bank.next("authorize", "lost_before");
    const { order, reference } = await pay();
    const { payments } = shop.service.deps;
    const applyChange = vi.spyOn(payments, "applyChange").mockRejectedValue(new Error("failover"));
    await settles(async () => (await watched(order)).length, 1);
    applyChange.mockRestore();
    bank.book(reference, AMOUNT);
    await settles(() => stateOf(order), "completed");
    shop.clock.move(2 * HOUR);
    await watchReferences(shop.service.deps)();
    await rounds(3);
    expect(bank.standing(reference)).toBe(1);
    expect(await watched(order)).toEqual([]);
    expect(await rowsOf(order)).toMatchObject([{ kind: "authorize", state: "approved" }]);
  });

  it("stays where its undo was written before its payment succeeded", async () => {
    bank.next("authorize", "lost_after");
    const { order, reference } = await pay();
    const open = await attemptOf(order, "authorize");
    const approved = { kind: "approved", bankReference: "1", authCode: "", bankCode: "" } as const;
    await applyLateCharge(shop.service.deps, open, { ...approved, amount: open.amount });
    await settles(() => stateOf(order), "completed");
    await settles(async () => (await rowsOf(order))[1]?.["state"], "abandoned");
    expect(bank.standing(reference)).toBe(1);
    expect(bank.refunded(reference)).toBe(0n);
  });

  it("stays where another process completes the payment before the undo", async () => {
    bank.next("authorize", "lost_before");
    const { order, reference } = await pay();
    await settles(async () => (await rowsOf(order))[0]?.["not_found_at"] !== null, true);
    shop.clock.move(ROUND_MS);
    const answer = held("inquire");
    const read = await attemptOf(order, "authorize");
    const slow = recoverAuthorization(shop.service.deps, read);
    bank.book(reference, AMOUNT);
    await settles(() => stateOf(order), "completed");
    answer({ kind: "not_found" });
    await slow;
    expect(bank.standing(reference)).toBe(1);
  });

  it("is given back once though a process goes on with it after its lease", async () => {
    bank.next("authorize", "lost_before");
    const { order, reference } = await pay();
    await settles(() => stateOf(order), "failed");
    bank.book(reference, AMOUNT);
    shop.clock.move(11 * MINUTE);
    const undo = vi.spyOn(bank, "undo");
    const bookedAt = shop.clock.now();
    const approved = { kind: "approved", bankReference: "1", authCode: "", bankCode: "" } as const;
    const charge = { ...approved, bookedAt };
    await watchReferences(shop.service.deps)();
    const answer = held("undo");
    const slow = recoverUndo(shop.service.deps, await attemptOf(order, "undo"));
    await expect.poll(() => undo.mock.calls.length).toBe(1);
    undo.mockResolvedValue({ kind: "stands", approved: charge });
    bank.next("refund", "lost_after");
    const inquire = vi.spyOn(bank, "inquire").mockResolvedValue({ kind: "unknown", cause: "slow" });
    await settles(async () => (await rowsOf(order))[1]?.["pending_until"], "bank");
    answer({ kind: "unknown", cause: "silent" });
    await slow;
    inquire.mockRestore();
    await settles(async () => (await rowsOf(order))[1]?.["state"], "approved");
    expect(bank.refunded(reference)).toBe(AMOUNT);
  });

  it("is looked for until the bank has answered", async () => {
    bank.next("authorize", "lost_before");
    const { order } = await pay();
    await settles(() => stateOf(order), "failed");
    expect(await watched(order)).toHaveLength(1);
    shop.clock.move(3 * DAY);
    const inquire = vi.spyOn(bank, "inquire").mockResolvedValue({ kind: "unknown", cause: "down" });
    await watchReferences(shop.service.deps)();
    expect(inquire).toHaveBeenCalled();
    expect(await watched(order)).toHaveLength(1);
    inquire.mockRestore();
    shop.clock.move(HOUR);
    await watchReferences(shop.service.deps)();
    expect(await watched(order)).toEqual([]);
  });

  it("is not waited for at a second bank whose attempt was taken for lost", async () => {
    const second = secondBank();
    const { order } = await pay();
    expect(await stateOf(order)).toBe("failed");
    expect(await rowsOf(order)).toMatchObject([{ state: "declined" }, { state: "open" }]);
    await settles(async () => (await rowsOf(order))[1]?.["state"], "declined");
    expect((await rowsOf(order)).map((row) => row["due_at"])).toEqual([null, null]);
    expect(second.bookings).toEqual([]);
  });

  it("is undone first where the second bank refuses a request only after its undo", async () => {
    made += 1;
    const now = () => shop.clock.now();
    const second = secondBank(new ScriptedAcquirer(`payflex:${made}`, PROMISES.payflex, now));
    const undo = vi.spyOn(second, "undo");
    const { order } = await pay();
    undo.mockResolvedValueOnce({ kind: "unknown", cause: "down" });
    await settles(async () => (await rowsOf(order))[1]?.["state"], "declined");
    expect(undo).toHaveBeenCalledTimes(2);
  });

  it("is taken back where such an attempt was sent all the same", async () => {
    const second = secondBank();
    const { order } = await pay();
    const reference = String((await rowsOf(order))[1]?.["acquirer_reference"]);
    second.book(reference, AMOUNT);
    await settles(async () => (await rowsOf(order))[2]?.["state"], "approved");
    expect(second.standing(reference)).toBe(0);
    expect(await rowsOf(order)).toMatchObject([
      { state: "declined" },
      { state: "declined" },
      { kind: "undo" },
    ]);
  });
});
