import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { later, MINUTE } from "../../src/kernel/clock.ts";
import { newAttemptId, newOrderId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import type { Approved, Challenge } from "../../src/domain/payment/acquirer.ts";
import {
  beginChallenge,
  formOf,
  inquiryOf,
  returnOf,
  sandboxState,
  type PlainChallenge,
} from "../support/acquirer-calls.ts";
import { after, sale, source, type AcquirerWorld, type Authorized } from "./acquirer-world.ts";

/** The contract of every acquirer, whatever its protocol. */
export function acquirerContract(name: string, make: () => Promise<AcquirerWorld>): void {
  describe(`${name} keeps the acquirer contract`, () => {
    let world: AcquirerWorld;
    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());
    const use = () => world;
    describe("authorizations", () => authorizing(use));
    describe("captures, voids and refunds", () => modifying(use));
    describe("reversals", () => reversing(use));
    describe("3-D Secure", () => challenging(use));
  });
}

type Use = () => AcquirerWorld;

function authorizing(use: Use): void {
  it("charge a card and return the bank's numbers", async () => {
    const approval = approved(await use().acquirer.authorize(sale(use())));
    expect(approval.bankReference).not.toBe("");
    expect(approval.bankCode).not.toBe("");
  });

  it("get the same answer for a repeated request, and are found by an inquiry", async () => {
    const request = sale(use());
    const first = await use().acquirer.authorize(request);
    expect(await use().acquirer.authorize(request)).toEqual(first);
    expect(await use().acquirer.inquire(inquiryOf(request))).toEqual(first);
  });

  it("are booked once for fifty simultaneous requests of one attempt", async () => {
    const request = sale(use());
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => use().acquirer.authorize(request)),
    );
    const references = outcomes.map((outcome) => approved(outcome).bankReference);
    expect(new Set(references).size).toBe(1);
  });

  it("have an unknown outcome for an id that was used for another amount", async () => {
    const request = sale(use());
    await use().acquirer.authorize(request);
    const other = { ...request, amount: money(request.amount.minor + 1n, "TRY") };
    expect(await use().acquirer.authorize(other)).toMatchObject({ kind: "unknown" });
    expect(await use().acquirer.inquire(inquiryOf(request))).toMatchObject({ kind: "approved" });
  });

  it("are declined with the reason of each card, which an inquiry repeats", async () => {
    for (const [reason, card] of use().declinedCards) {
      const request = { ...sale(use()), card };
      const outcome = await use().acquirer.authorize(request);
      expect(outcome).toMatchObject({ kind: "declined", reason });
      expect(await use().acquirer.inquire(inquiryOf(request))).toEqual(outcome);
    }
  });

  it("are not found for an attempt that never came or belongs to another merchant", async () => {
    const request = sale(use());
    expect(await use().acquirer.inquire(inquiryOf(request))).toEqual({ kind: "not_found" });
    await use().acquirer.authorize(request);
    const foreign = { ...request, merchantId: use().otherMerchantId };
    expect(await use().acquirer.inquire(inquiryOf(foreign))).toEqual({ kind: "not_found" });
  });
}

function modifying(use: Use): void {
  it("capture less than the preauthorised amount, once", async () => {
    const held = await hold(use());
    const capture = after(use(), held, 600n);
    const first = await use().acquirer.capture(capture);
    expect(first).toMatchObject({ kind: "approved" });
    expect(await use().acquirer.capture(capture)).toEqual(first);
    expect(await use().acquirer.inquire(inquiryOf(capture))).toEqual(first);
    expect(await use().acquirer.capture(after(use(), held, 1n))).toMatchObject(DECLINED);
  });

  it("cannot capture more than the preauthorised amount", async () => {
    const held = await hold(use());
    expect(await use().acquirer.capture(after(use(), held, 1_001n))).toMatchObject(DECLINED);
    expect(await use().acquirer.capture(after(use(), held, 1_000n))).toMatchObject(APPROVED);
  });

  it("void a preauthorisation once, which then cannot be captured", async () => {
    const held = await hold(use());
    const voiding = after(use(), held, 1_000n);
    expect(await use().acquirer.void(voiding)).toMatchObject(APPROVED);
    expect(await use().acquirer.void(voiding)).toMatchObject(APPROVED);
    expect(await use().acquirer.void(after(use(), held, 1_000n))).toMatchObject(DECLINED);
    expect(await use().acquirer.capture(after(use(), held, 1_000n))).toMatchObject(DECLINED);
  });

  it("cannot void a sale or a captured preauthorisation", async () => {
    const charged = await charge(use());
    expect(await use().acquirer.void(after(use(), charged, 1_000n))).toMatchObject(DECLINED);
    const held = await hold(use());
    await use().acquirer.capture(after(use(), held, 1_000n));
    expect(await use().acquirer.void(after(use(), held, 1_000n))).toMatchObject(DECLINED);
  });

  it("have one winner of a simultaneous void and capture", async () => {
    const held = await hold(use());
    const outcomes = await Promise.all([
      use().acquirer.capture(after(use(), held, 1_000n)),
      use().acquirer.void(after(use(), held, 1_000n)),
    ]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["approved", "declined"]);
  });

  it("refund in parts up to the charged amount", async () => {
    const charged = await charge(use());
    expect(await use().acquirer.refund(after(use(), charged, 400n))).toMatchObject(APPROVED);
    expect(await use().acquirer.refund(after(use(), charged, 601n))).toMatchObject(DECLINED);
    expect(await use().acquirer.refund(after(use(), charged, 600n))).toMatchObject(APPROVED);
    expect(await use().acquirer.refund(after(use(), charged, 1n))).toMatchObject(DECLINED);
  });

  it("refund up to the captured amount, of the preauthorisation or of its capture", async () => {
    const held = await hold(use());
    expect(await use().acquirer.refund(after(use(), held, 1n))).toMatchObject(DECLINED);
    const capture = after(use(), held, 500n);
    const captured = await use().acquirer.capture(capture);
    const byCapture = { request: capture, approval: approved(captured) };
    expect(await use().acquirer.refund(after(use(), byCapture, 300n))).toMatchObject(APPROVED);
    expect(await use().acquirer.refund(after(use(), held, 201n))).toMatchObject(DECLINED);
    expect(await use().acquirer.refund(after(use(), held, 200n))).toMatchObject(APPROVED);
  });

  it("move the money of a repeated refund once", async () => {
    const charged = await charge(use());
    const refund = after(use(), charged, 600n);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => use().acquirer.refund(refund)),
    );
    const references = outcomes.map((outcome) => approved(outcome).bankReference);
    expect(new Set(references).size).toBe(1);
    expect(await use().acquirer.refund(after(use(), charged, 400n))).toMatchObject(APPROVED);
  });

  it("never refund more than the charged amount, with any number of simultaneous requests", async () => {
    const charged = await charge(use());
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () => use().acquirer.refund(after(use(), charged, 90n))),
    );
    expect(outcomes.filter(({ kind }) => kind === "approved")).toHaveLength(11);
    expect(outcomes.filter(({ kind }) => kind === "declined")).toHaveLength(19);
  });

  it("are refused for an authorization that does not exist", async () => {
    const request = sale(use());
    const approval: Approved = {
      kind: "approved",
      bankReference: "0",
      authCode: "0",
      bankCode: "00",
    };
    const refund = after(use(), { request, approval }, 1n);
    expect(await use().acquirer.refund(refund)).toMatchObject(DECLINED);
  });
}

function reversing(use: Use): void {
  it("undo a charge, however often they are requested", async () => {
    const charged = await charge(use());
    expect(await use().acquirer.undo(inquiryOf(charged.request))).toEqual({ kind: "undone" });
    expect(await use().acquirer.undo(inquiryOf(charged.request))).toEqual({ kind: "undone" });
    expect(await use().acquirer.inquire(inquiryOf(charged.request))).toEqual({ kind: "undone" });
    expect(await use().acquirer.refund(after(use(), charged, 1n))).toMatchObject(DECLINED);
  });

  it("refuse an authorization that arrives after its reversal", async () => {
    const request = sale(use());
    expect(await use().acquirer.undo(inquiryOf(request))).toEqual({ kind: "undone" });
    expect(await use().acquirer.authorize(request)).toMatchObject(DECLINED);
    expect(await use().acquirer.inquire(inquiryOf(request))).toEqual({ kind: "undone" });
  });

  it("leave no booking when a charge and its reversal arrive together", async () => {
    for (let round = 0; round < 10; round += 1) {
      const request = sale(use());
      await Promise.all([
        use().acquirer.authorize(request),
        use().acquirer.undo(inquiryOf(request)),
      ]);
      expect(await use().acquirer.inquire(inquiryOf(request))).toEqual({ kind: "undone" });
    }
  });

  it("have nothing to undo for a declined attempt", async () => {
    const [declined] = use().declinedCards;
    if (declined === undefined) throw new Error("The contract needs a declined card.");
    const request = { ...sale(use()), card: declined[1] };
    await use().acquirer.authorize(request);
    expect(await use().acquirer.undo(inquiryOf(request))).toEqual({ kind: "undone" });
  });

  it("refuse a refund that arrives after its reversal, and do not undo an earlier one", async () => {
    const charged = await charge(use());
    const never = after(use(), charged, 1_000n);
    expect(await use().acquirer.undo(inquiryOf(never))).toEqual({ kind: "undone" });
    expect(await use().acquirer.refund(never)).toMatchObject(DECLINED);
    expect(await use().acquirer.inquire(inquiryOf(never))).toEqual({ kind: "undone" });
    const made = after(use(), charged, 1_000n);
    expect(await use().acquirer.refund(made)).toMatchObject(APPROVED);
    expect(await use().acquirer.undo(inquiryOf(made))).toMatchObject({ kind: "unknown" });
    expect(await use().acquirer.inquire(inquiryOf(made))).toMatchObject(APPROVED);
  });

  it("do not undo an amount that was already refunded", async () => {
    const charged = await charge(use());
    await use().acquirer.refund(after(use(), charged, 1n));
    expect(await use().acquirer.undo(inquiryOf(charged.request))).toMatchObject({
      kind: "unknown",
    });
  });
}

function challenging(use: Use): void {
  it("charges once after the customer's approval", async () => {
    const { request, challenge } = await begin(use());
    expect(await use().acquirer.inquire(inquiryOf(request))).toEqual({ kind: "challenge_open" });
    const fields = await use().answer(challenge, "approve");
    expect(await use().acquirer.inquire(inquiryOf(request))).toEqual({ kind: "challenge_open" });
    const returned = await use().acquirer.readReturn(returnOf(request, fields));
    if (returned.kind !== "authenticated") throw new Error(`It came back ${returned.kind}.`);

    const { proof } = returned;
    const outcome = await use().acquirer.authorizeChallenged({ ...request, proof });
    expect(outcome).toMatchObject(APPROVED);
    expect(await use().acquirer.authorizeChallenged({ ...request, proof })).toEqual(outcome);
    expect(await use().acquirer.inquire(inquiryOf(request))).toEqual(outcome);
  });

  it("answers a repeated enrolment with the same challenge", async () => {
    const { request, challenge } = await begin(use());
    expect(await beginChallenge(use().acquirer, request)).toEqual(challenge);
  });

  it("distinguishes a cancellation by the customer from a failure at the bank", async () => {
    for (const [decision, reason] of [
      ["decline", "three_d_secure_failed"],
      ["cancel", "cancelled_by_customer"],
    ] as const) {
      const { request, challenge } = await begin(use());
      const fields = await use().answer(challenge, decision);
      expect(await use().acquirer.readReturn(returnOf(request, fields))).toMatchObject({
        kind: "not_authenticated",
        reason,
      });
      expect(await use().acquirer.inquire(inquiryOf(request))).toMatchObject({
        kind: "declined",
        reason,
      });
    }
  });

  it("declines a charge whose customer did not pass", async () => {
    const { request, challenge } = await begin(use());
    const md = formOf(challenge).fields["md"] ?? "";
    const proof = { mdStatus: "1", eci: "05", state: sandboxState(md) };
    const early = { ...request, proof };
    expect(await use().acquirer.authorizeChallenged(early)).toMatchObject(DECLINED);
    await use().answer(challenge, "decline");
    expect(await use().acquirer.authorizeChallenged(early)).toMatchObject(DECLINED);
  });

  it("rejects a return of another payment, or a changed one", async () => {
    const { request, challenge } = await begin(use());
    const fields = await use().answer(challenge, "approve");
    const { acquirer } = use();
    const others = [
      { ...request, attemptId: newAttemptId(use().merchantId, source(use())) },
      { ...request, orderId: newOrderId(use().merchantId, source(use())) },
      { ...request, merchantId: use().otherMerchantId },
      { ...request, amount: money(1n, "TRY") },
      { ...request, amount: money(request.amount.minor, "USD") },
    ];
    for (const other of others)
      expect(await acquirer.readReturn(returnOf(other, fields))).toEqual({ kind: "forged" });
    expect(await acquirer.readReturn(returnOf(request, {}))).toEqual({ kind: "forged" });
    for (const [name, value] of Object.entries(fields)) {
      if (new URL(request.returnUrl).searchParams.has(name)) continue;
      const changed = { ...fields, [name]: value === "" ? "1" : "" };
      const returned = await acquirer.readReturn(returnOf(request, changed));
      expect(returned, `with ${name} changed`).toEqual({ kind: "forged" });
    }
  });

  it("refuses a charge with the proof of another payment", async () => {
    const { request, challenge } = await begin(use());
    const fields = await use().answer(challenge, "approve");
    const returned = await use().acquirer.readReturn(returnOf(request, fields));
    if (returned.kind !== "authenticated") throw new Error(`It came back ${returned.kind}.`);
    const { proof } = returned;
    const dearer = { ...request, amount: money(2_000n, "TRY"), proof };
    expect(await use().acquirer.authorizeChallenged(dearer)).toMatchObject(DECLINED);
    const attemptId = newAttemptId(use().merchantId, source(use()));
    const other = { ...request, attemptId, proof };
    expect(await use().acquirer.authorizeChallenged(other)).toMatchObject(DECLINED);
  });

  it("refuses to charge an attempt that was reversed while the customer was at the page", async () => {
    const { request, challenge } = await begin(use());
    const fields = await use().answer(challenge, "approve");
    expect(await use().acquirer.undo(inquiryOf(request))).toEqual({ kind: "undone" });
    const returned = await use().acquirer.readReturn(returnOf(request, fields));
    if (returned.kind !== "authenticated") throw new Error(`It came back ${returned.kind}.`);
    const charging = { ...request, proof: returned.proof };
    expect(await use().acquirer.authorizeChallenged(charging)).toMatchObject(DECLINED);
  });
}

const APPROVED = { kind: "approved" };
const DECLINED = { kind: "declined" };

async function charge(world: AcquirerWorld): Promise<Authorized> {
  const request = sale(world);
  return { request, approval: approved(await world.acquirer.authorize(request)) };
}

async function hold(world: AcquirerWorld): Promise<Authorized> {
  const request = { ...sale(world), kind: "preauth" as const };
  return { request, approval: approved(await world.acquirer.authorize(request)) };
}

async function begin(
  world: AcquirerWorld,
): Promise<{ request: PlainChallenge; challenge: Challenge }> {
  const request: PlainChallenge = {
    ...sale(world),
    returnUrl: "https://pay.example/3ds/return?state=s1",
    merchantName: "Örnek Mağaza",
    language: "tr",
    expiresAt: later(world.clock.now(), 20 * MINUTE),
  };
  const challenge = await beginChallenge(world.acquirer, request);
  if (challenge.kind !== "challenge") throw new Error(`It was ${challenge.kind}.`);
  return { request, challenge };
}

function approved(outcome: { readonly kind: string }): Approved {
  expect(outcome).toMatchObject(APPROVED);
  return outcome as Approved;
}
