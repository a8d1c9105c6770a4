import { later, MINUTE } from "../../src/kernel/clock.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { summarize } from "../../src/bank/book.ts";
import type { FaultBehaviour } from "../../src/bank/faults.ts";
import { createSandboxAcquirer, type SandboxAcquirer } from "../../src/acquirer/sandbox/adapter.ts";
import { newAttemptId, newOrderId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import { Secret } from "../../src/kernel/secret.ts";
import type { AuthorizeRequest, RefundRequest } from "../../src/domain/payment/acquirer.ts";
import { answerChallenge } from "../support/bank-customer.ts";
import {
  random,
  type SandboxBank,
  sandboxCard,
  startSandboxBank,
} from "../support/sandbox-bank.ts";
import {
  modificationOf,
  unvaried,
  beginChallenge,
  inquiryOf,
  returnOf,
} from "../support/acquirer-calls.ts";

let bank: SandboxBank;
/** An adapter that does not wait long for an answer that never comes. */
let hasty: SandboxAcquirer;
beforeAll(async () => {
  bank = await startSandboxBank({ timeoutMs: 15_000 });
  hasty = createSandboxAcquirer({
    baseUrl: bank.url,
    masterSecret: bank.masterSecret,
    timeoutMs: 300,
    clock: bank.clock,
  });
});
afterEach(() => bank.faults.clear());
afterAll(async () => {
  await hasty.close();
  await bank.close();
});

/** The adapter for a request to which the bank behaves like this. */
function acquirerFor(behaviour: FaultBehaviour): SandboxAcquirer {
  return behaviour.startsWith("hang") ? hasty : bank.acquirer;
}

function sale(number = "5528790000000008"): AuthorizeRequest {
  const source = { now: bank.clock.now(), random };
  const attemptId = newAttemptId(bank.merchantId, source);
  return {
    merchantId: bank.merchantId,
    attemptId,
    orderId: newOrderId(bank.merchantId, source),
    ...unvaried(attemptId),
    kind: "sale",
    amount: money(1_000n, "TRY"),
    installmentCount: 1,
    card: sandboxCard(number),
  };
}

function refundOf(original: AuthorizeRequest): RefundRequest {
  const source = { now: bank.clock.now(), random };
  const attemptId = newAttemptId(bank.merchantId, source);
  return modificationOf({ ...original, attemptId }, original.attemptId);
}

async function chargesOf(request: AuthorizeRequest): Promise<number> {
  const { inForceByOrder } = summarize(await bank.book.list(bank.merchantId));
  return inForceByOrder.get(request.orderId) ?? 0;
}

const BOOKED: readonly (readonly [FaultBehaviour, string])[] = [
  ["cut", "und_err_socket"],
  ["hang", "und_err_headers_timeout"],
  ["halfAnswer", "und_err_socket"],
  ["garbage", "unsigned"],
  ["unsigned", "unsigned"],
  ["forgedSignature", "bad_signature"],
  ["foreignAnswer", "foreign_answer"],
  ["unlistedCode", "unlisted_code_ZZ"],
  ["status500AfterBooking", "http_500"],
  ["pending", "unexpected_state_pending_00"],
  ["notFound", "unexpected_state_not_found_25"],
];

const NOT_BOOKED: readonly (readonly [FaultBehaviour, string])[] = [
  ["cutBeforeBooking", "und_err_socket"],
  ["hangBeforeBooking", "und_err_headers_timeout"],
  ["status500", "http_500"],
];

describe("an authorization with a lost or unreadable answer", () => {
  it.each(BOOKED)(
    "is unknown after %s, and the inquiry finds it booked once",
    async (behaviour, cause) => {
      const request = sale();
      bank.faults.next({ operation: "authorize", behaviour });
      const { authorize } = acquirerFor(behaviour);
      expect(await authorize(request)).toEqual({ kind: "unknown", cause });
      expect(await bank.acquirer.inquire(inquiryOf(request))).toMatchObject({ kind: "approved" });
      expect(await chargesOf(request)).toBe(1);
    },
  );

  it.each(NOT_BOOKED)(
    "is unknown after %s, and the inquiry does not find it",
    async (behaviour, cause) => {
      const request = sale();
      bank.faults.next({ operation: "authorize", behaviour });
      const { authorize } = acquirerFor(behaviour);
      expect(await authorize(request)).toEqual({ kind: "unknown", cause });
      expect(await bank.acquirer.inquire(inquiryOf(request))).toEqual({ kind: "not_found" });
      expect(await chargesOf(request)).toBe(0);
    },
  );

  it("is charged once when the network delivers it twice", async () => {
    const request = sale();
    bank.faults.next({ operation: "authorize", behaviour: "duplicate" });
    expect(await bank.acquirer.authorize(request)).toMatchObject({ kind: "approved" });
    expect(await chargesOf(request)).toBe(1);
  });

  it("stays reversed when it reaches the bank only after its reversal", async () => {
    const request = sale();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    bank.holdDelays(held);
    bank.faults.next({ operation: "authorize", behaviour: "delayBeforeBooking", ms: 60_000 });
    expect(await hasty.authorize(request)).toMatchObject({ kind: "unknown" });
    expect(await bank.acquirer.inquire(inquiryOf(request))).toEqual({ kind: "not_found" });
    expect(await bank.acquirer.undo(inquiryOf(request))).toEqual({ kind: "undone" });
    release();
    expect(await bank.acquirer.authorize(request)).toMatchObject({ kind: "declined" });
    expect(await chargesOf(request)).toBe(0);
  });
});

describe("the other messages to the bank", () => {
  it.each([...BOOKED, ...NOT_BOOKED])("leave a refund unknown after %s", async (behaviour) => {
    const request = sale();
    await bank.acquirer.authorize(request);
    bank.faults.next({ operation: "refund", behaviour });
    const { refund } = acquirerFor(behaviour);
    expect(await refund(refundOf(request))).toMatchObject({ kind: "unknown" });
  });

  it("leave an enrolment unknown, which opens one page", async () => {
    const challengeRequest = {
      ...sale(),
      returnUrl: "https://pay.example/r",
      merchantName: "Örnek",
      language: "tr",
      expiresAt: later(bank.clock.now(), 20 * MINUTE),
    } as const;
    bank.faults.next({ operation: "enroll", behaviour: "cut" });
    expect(await beginChallenge(bank.acquirer, challengeRequest)).toMatchObject({
      kind: "unknown",
    });
    expect(await bank.acquirer.inquire(inquiryOf(challengeRequest))).toEqual({
      kind: "challenge_open",
    });
    expect(await beginChallenge(bank.acquirer, challengeRequest)).toMatchObject({
      kind: "challenge",
    });
  });

  it("leave inquiries and reversals unknown, never declined or reversed", async () => {
    const request = sale();
    await bank.acquirer.authorize(request);
    for (const behaviour of ["cut", "garbage", "forgedSignature", "status500"] as const) {
      bank.faults.next({ operation: "inquire", behaviour });
      bank.faults.next({ operation: "reverse", behaviour });
      expect(await bank.acquirer.inquire(inquiryOf(request))).toMatchObject({ kind: "unknown" });
      expect(await bank.acquirer.undo(inquiryOf(request))).toMatchObject({ kind: "unknown" });
    }
  });

  it("may include one wrong inquiry, as from banks that book late", async () => {
    const request = sale();
    await bank.acquirer.authorize(request);
    bank.faults.next({ operation: "inquire", behaviour: "notFound" });
    expect(await bank.acquirer.inquire(inquiryOf(request))).toEqual({ kind: "not_found" });
    expect(await bank.acquirer.inquire(inquiryOf(request))).toMatchObject({ kind: "approved" });
  });

  it("are affected only by the fault of their own request", async () => {
    const [first, second] = [sale(), sale()];
    const { attemptId: requestId } = second;
    bank.faults.next({ operation: "authorize", behaviour: "cut", requestId });
    expect(await bank.acquirer.authorize(first)).toMatchObject({ kind: "approved" });
    expect(bank.faults.waiting).toBe(1);
    expect(await bank.acquirer.authorize(second)).toMatchObject({ kind: "unknown" });
    expect(bank.faults.waiting).toBe(0);
  });
});

describe("the sandbox cards that cause faults", () => {
  it("lose the answer of 5504720000000003, with and without 3-D Secure", async () => {
    const direct = sale("5504720000000003");
    expect(await bank.acquirer.authorize(direct)).toMatchObject({ kind: "unknown" });
    expect(await bank.acquirer.inquire(inquiryOf(direct))).toMatchObject({ kind: "approved" });

    const request = {
      ...sale("5504720000000003"),
      returnUrl: "https://pay.example/r",
      merchantName: "Örnek",
      language: "en",
      expiresAt: later(bank.clock.now(), 20 * MINUTE),
    } as const;
    const challenge = await beginChallenge(bank.acquirer, request);
    if (challenge.kind !== "challenge") throw new Error(`It was ${challenge.kind}.`);
    const fields = await answerChallenge(challenge, "approve");
    const returned = await bank.acquirer.readReturn(returnOf(request, fields));
    if (returned.kind !== "authenticated") throw new Error(`It came back ${returned.kind}.`);
    const charged = await bank.acquirer.authorizeChallenged({ ...request, proof: returned.proof });
    expect(charged).toMatchObject({ kind: "unknown" });
    expect(await bank.acquirer.inquire(inquiryOf(request))).toMatchObject({ kind: "approved" });
    expect(await chargesOf(request)).toBe(1);
  });

  it("approve 4157920000000002 after five seconds, with an earlier booking", async () => {
    const before = bank.waits.length;
    const request = sale("4157920000000002");
    expect(await bank.acquirer.authorize(request)).toMatchObject({ kind: "approved" });
    expect(bank.waits.slice(before)).toEqual([5_000]);
  });

  it("refuse refund and void of 5406670000000009, and keep its money", async () => {
    const request = sale("5406670000000009");
    expect(await bank.acquirer.authorize(request)).toMatchObject({ kind: "approved" });
    const refused = { kind: "declined", reason: "general_error", bankCode: "57" };
    expect(await bank.acquirer.refund(refundOf(request))).toMatchObject(refused);
    const held = { ...sale("5406670000000009"), kind: "preauth" as const };
    await bank.acquirer.authorize(held);
    expect(await bank.acquirer.void(refundOf(held))).toMatchObject(refused);
    expect(await bank.acquirer.capture(refundOf(held))).toMatchObject({ kind: "approved" });
    expect(await chargesOf(request)).toBe(1);
  });
});

describe("a bank that cannot be reached", () => {
  it("has certainly charged nothing, but leaves earlier requests unknown", async () => {
    const closed = await startSandboxBank();
    const { acquirer } = closed;
    await closed.stopBank();
    const request = { ...sale(), merchantId: closed.merchantId };
    const unreachable = { kind: "declined", reason: "bank_unreachable" };
    expect(await acquirer.authorize(request)).toMatchObject(unreachable);
    expect(await acquirer.refund(refundOf(request))).toMatchObject(unreachable);
    expect(await acquirer.inquire(inquiryOf(request))).toMatchObject({ kind: "unknown" });
    expect(await acquirer.undo(inquiryOf(request))).toMatchObject({ kind: "unknown" });
    await acquirer.close();
  });

  it("is distinguished from a bank with another secret", async () => {
    const stranger = createSandboxAcquirer({
      baseUrl: bank.url,
      masterSecret: new Secret("another"),
      timeoutMs: 15_000,
      clock: bank.clock,
    });
    const request = sale();
    expect(await stranger.authorize(request)).toEqual({ kind: "unknown", cause: "http_401" });
    await stranger.close();
  });
});

describe("the text of an outcome", () => {
  it("never contains the card number, whatever went wrong", async () => {
    for (const behaviour of [...BOOKED, ...NOT_BOOKED].map(([name]) => name)) {
      bank.faults.next({ operation: "authorize", behaviour });
      const outcome = JSON.stringify(await acquirerFor(behaviour).authorize(sale()));
      expect(outcome).not.toMatch(/5528790000000008|\b123\b|Ada/);
    }
  });
});
