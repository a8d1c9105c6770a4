import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FaultBehaviour } from "../../src/bank/faults.ts";
import { DAY } from "../../src/kernel/clock.ts";
import { money } from "../../src/kernel/money.ts";
import { Secret } from "../../src/kernel/secret.ts";
import type { DeclineReason } from "../../src/domain/payment/decline.ts";
import {
  cardOf,
  inquiryOf,
  modificationOf,
  order,
  type ProtocolUnderTest,
  type ProtocolWorld,
  refundOf,
  startProtocolWorld,
} from "../support/protocol-world.ts";
import { capturedHolds } from "./protocol-captures.ts";
import { challengeContract } from "./protocol-challenges.ts";
import {
  challengesChargedTwice,
  chargesDeliveredTwice,
  chargesSentTwice,
  holdsDeliveredTwice,
  refundsDeliveredTwice,
} from "./protocol-deliveries.ts";
import {
  charge,
  entriesOf,
  expectCharged,
  expectNothingLeft,
  fail,
  nothing,
} from "./protocol-steps.ts";

/**
 * The contract of every protocol: the adapter against the bank's door of the same protocol, over
 * HTTP, with a book in memory. A protocol joins with one file:
 *
 * ```ts
 * // test/contract/garanti-protocol.test.ts
 * protocolContract({ protocol: garanti, bank: "garanti", credentials: {…}, secret: "password",
 *   model: "3d", features: { withoutChallenge: true, preauth: true },
 *   paths: { api: "/doors/garanti/VPServlet", threeD: "/doors/garanti/gt3dengine" } });
 * ```
 *
 * `secret` names the credential whose wrong value `check` must report. The door reports its requests
 * to the fault script as `authorize`, `enroll` (the start of 3-D Secure), `capture`, `void`,
 * `refund`, `inquire` and `return`, and keeps the charge of an attempt in the book under the
 * adapter's reference.
 */
export function protocolContract(under: ProtocolUnderTest): void {
  describe(`${under.protocol.name} (${under.model}) keeps the contract of protocols`, () => {
    let world: ProtocolWorld;
    beforeAll(async () => {
      world = await startProtocolWorld(under);
    });
    afterAll(() => world.close());
    const use = () => world;
    describe("names and credentials", () => naming(use, under));
    if (under.features.withoutChallenge) {
      describe("charges without 3-D Secure", () => charging(use, under));
      describe("charges with a lost answer", () => losing(use));
      describe("refunds", () => refunding(use));
      describe("undo", () => undoing(use));
      describe("charges that arrive twice", () => chargesDeliveredTwice(use, under));
      describe("refunds that arrive twice", () => refundsDeliveredTwice(use));
    }
    if (under.features.withoutChallenge && under.features.preauth) {
      describe("preauthorizations", () => holding(use));
      describe("captured preauthorizations", () => capturedHolds(use));
      describe("preauthorizations that arrive twice", () => holdsDeliveredTwice(use));
    }
    if (under.protocol.models.length > 0) {
      describe("3-D Secure", () => challengeContract(use));
      describe("a charge after 3-D Secure", () => challengesChargedTwice(use));
    }
    it("reaches no bank that is down, and says so", async () => {
      const down = await startProtocolWorld(under);
      await down.stopBank();
      const request = order(down, { isChallenged: !under.features.withoutChallenge });
      expect(await down.acquirer.authorize(request)).toMatchObject({
        kind: "declined",
        reason: "bank_unreachable",
        retry: "same_request",
      });
      expect(await down.acquirer.inquire(inquiryOf(down, request))).toMatchObject(UNKNOWN);
      await down.close();
    });
  });
}

type Use = () => ProtocolWorld;

const UNKNOWN = { kind: "unknown" } as const;
const DECLINED = { kind: "declined" } as const;

const WRONG_CVC_CARD = "4124111111111116";
/** The other test cards of the bank and the reasons of their declines. */
const DECLINED_CARDS: readonly (readonly [DeclineReason, string])[] = [
  ["insufficient_balance", "4111111111111129"],
  ["do_not_honour", "4129111111111111"],
  ["card_blocked", "4127111111111113"],
  ["card_blocked", "4126111111111114"],
  ["card_blocked", "4120111111111110"],
  ["expired_card", "4125111111111115"],
  ["suspected_fraud", "4121111111111119"],
];

function naming(use: Use, under: ProtocolUnderTest): void {
  it("has a reference of 20 letters and digits that is always the same", () => {
    const { attemptId, reference } = order(use(), {});
    expect(reference).toMatch(/^[0-9a-z]{20}$/);
    expect(use().acquirer.referenceOf(attemptId)).toBe(reference);
    expect(order(use(), {}).reference).not.toBe(reference);
  });

  it("is ready with the right credentials, and reports wrong ones", async () => {
    const { check } = use().acquirer;
    if (check === undefined) return;
    expect(await check()).toEqual({ kind: "ready" });
    const credentials = Object.entries({ ...under.credentials, [under.secret]: "Wrong1234" });
    const wrong = use().connect({
      credentials: Object.fromEntries(
        credentials.map(([name, value]) => [name, new Secret(value)]),
      ),
    });
    expect(await wrong.check?.()).toMatchObject({ kind: "refused" });
  });
}

function charging(use: Use, under: ProtocolUnderTest): void {
  it("are approved once, for the asked amount, and found by an inquiry", async () => {
    const request = order(use(), {});
    const outcome = await charge(use(), request);
    expect(outcome.bankReference).not.toBe("");
    expect(outcome.authCode).not.toBe("");
    await expectCharged(use(), request, 1);
    const found = await use().acquirer.inquire(inquiryOf(use(), request, outcome.state));
    expect(found).toMatchObject({ kind: "approved", amount: request.amount });
  });

  it("are approved in installments", async () => {
    const request = order(use(), { installmentCount: 6, minor: 60_000n });
    await charge(use(), request);
    const [entry] = await entriesOf(use(), request);
    expect(entry).toMatchObject({ installments: 6, amount: money(60_000n, "TRY") });
  });

  it.each([...DECLINED_CARDS, [under.wrongCvcReason ?? "invalid_cvc", WRONG_CVC_CARD] as const])(
    "are declined as %s with card %s",
    async (reason, number) => {
      const request = order(use(), { card: cardOf(number) });
      expect(await use().acquirer.authorize(request)).toMatchObject({ kind: "declined", reason });
      await expectCharged(use(), request, 0);
      const found = await use().acquirer.inquire(inquiryOf(use(), request));
      expect(["declined", nothing(use())]).toContain(found.kind);
    },
  );

  it("are not found before they came", async () => {
    const request = order(use(), {});
    const found = await use().acquirer.inquire(inquiryOf(use(), request));
    expect(found.kind).toBe(nothing(use()));
  });

  it("keep card number, CVC and password out of every state", async () => {
    const outcome = await charge(use(), order(use(), {}));
    expect(`${outcome.state}`).not.toMatch(/5528790000000008|\b973\b|password/i);
  });

  if (under.chargesAgain === true) return chargesSentTwice(use);
  it("never charge twice for one reference", async () => {
    const request = order(use(), {});
    const first = await use().acquirer.authorize(request);
    const again = await use().acquirer.authorize(request);
    const isKnown = use().acquirer.capabilities.repeatedAuthorize === "refused";
    if (again.kind === "declined") expect(again.duplicateReference ?? !isKnown).toBe(true);
    else if (again.kind === "approved") expect(again).toEqual(first);
    else expect(again).toMatchObject(UNKNOWN);
    await expectCharged(use(), request, 1);
  });
}

/** Faults after which the adapter can't know the outcome, with the charges that they leave. */
const LOST: readonly (readonly [FaultBehaviour, number])[] = [
  ["cutBeforeBooking", 0],
  ["status500", 0],
  ["cut", 1],
  ["hang", 1],
  ["status500AfterBooking", 1],
  ["garbage", 1],
  ["halfAnswer", 1],
];

function losing(use: Use): void {
  it.each(LOST)("are unknown after %s, and the inquiry finds %i", async (behaviour, charges) => {
    const request = order(use(), {});
    fail(use(), "authorize", behaviour);
    expect(await use().acquirer.authorize(request)).toMatchObject(UNKNOWN);
    await expectCharged(use(), request, charges);
    const found = await use().acquirer.inquire(inquiryOf(use(), request));
    expect(found.kind).toBe(charges === 1 ? "approved" : nothing(use()));
  });

  it("are unknown when the inquiry itself is not answered", async () => {
    const request = order(use(), {});
    await charge(use(), request);
    for (const behaviour of ["cut", "garbage", "halfAnswer", "status500"] as const) {
      fail(use(), "inquire", behaviour);
      expect(await use().acquirer.inquire(inquiryOf(use(), request))).toMatchObject(UNKNOWN);
    }
  });

  it("may be not found at first and found later", async () => {
    const request = order(use(), {});
    await charge(use(), request);
    fail(use(), "inquire", "notFound");
    const inquiry = inquiryOf(use(), request);
    expect((await use().acquirer.inquire(inquiry)).kind).toBe(nothing(use()));
    expect(await use().acquirer.inquire(inquiry)).toMatchObject({ kind: "approved" });
  });

  it("are not approved when the bank refuses our address", async () => {
    const request = order(use(), {});
    fail(use(), "authorize", "ipRefused");
    const outcome = await use().acquirer.authorize(request);
    expect(["declined", "unknown"]).toContain(outcome.kind);
    await expectCharged(use(), request, 0);
  });
}

function holding(use: Use): void {
  it("are captured in part, once, if the bank allows parts", async () => {
    const percent = BigInt(use().acquirer.capabilities.leastCapturePercent);
    if (percent === 100n) return;
    const minor = (12_550n * percent) / 100n + 1n;
    const request = order(use(), { kind: "preauth" });
    const approved = await charge(use(), request);
    const capture = modificationOf(use(), request, { approved, minor });
    const first = await use().acquirer.capture(capture);
    expect(first).toMatchObject({ kind: "approved" });
    const again = await use().acquirer.capture(capture);
    // A bank that knows the message by its number may answer what it did before.
    if (again.kind === "approved") expect(again).toEqual(first);
    const [entry] = await entriesOf(use(), request);
    expect(entry?.capturedMinor).toBe(minor);
    const inquiry = {
      ...capture,
      kind: "capture",
      state: undefined,
      createdAt: use().clock.now(),
    } as const;
    const found = await use().acquirer.inquire(inquiry);
    expect(found).toMatchObject({ kind: "approved", amount: money(minor, "TRY") });
  });

  it("are voided, and then no longer captured", async () => {
    const request = order(use(), { kind: "preauth" });
    const approved = await charge(use(), request);
    const whole = modificationOf(use(), request, { approved, minor: 12_550n });
    expect(await use().acquirer.void(whole)).toMatchObject({ kind: "approved" });
    expect(await use().acquirer.capture(whole)).not.toMatchObject({ kind: "approved" });
    const [entry] = await entriesOf(use(), request);
    expect(entry).toMatchObject({ voided: true, capturedMinor: 0n });
  });

  it("are not captured above the held amount", async () => {
    const request = order(use(), { kind: "preauth" });
    const approved = await charge(use(), request);
    const capture = modificationOf(use(), request, { approved, minor: 12_551n });
    expect(await use().acquirer.capture(capture)).not.toMatchObject({ kind: "approved" });
    const [entry] = await entriesOf(use(), request);
    expect(entry?.capturedMinor).toBe(0n);
  });

  it("have a capture of unknown outcome when its answer is lost, which was made once", async () => {
    const request = order(use(), { kind: "preauth" });
    const approved = await charge(use(), request);
    const capture = modificationOf(use(), request, { approved, minor: 12_550n });
    fail(use(), "capture", "cut");
    expect(await use().acquirer.capture(capture)).toMatchObject(UNKNOWN);
    const inquiry = {
      ...capture,
      kind: "capture",
      state: undefined,
      createdAt: use().clock.now(),
    } as const;
    expect(["approved", nothing(use())]).toContain((await use().acquirer.inquire(inquiry)).kind);
  });
}

function refunding(use: Use): void {
  it("are taken in three parts after the day end, and no fourth", async () => {
    const request = order(use(), { minor: 10_000n });
    const approved = await charge(use(), request);
    use().clock.move(DAY);
    for (const before of [0n, 4_000n, 8_000n]) {
      const minor = before === 8_000n ? 2_000n : 4_000n;
      const refund = refundOf(use(), request, { approved, minor, before });
      expect(await use().acquirer.refund(refund)).toMatchObject({ kind: "approved" });
    }
    const over = refundOf(use(), request, { approved, minor: 1n, before: 10_000n });
    expect(await use().acquirer.refund(over)).not.toMatchObject({ kind: "approved" });
    expect((await entriesOf(use(), request))[0]?.refundedMinor).toBe(10_000n);
  });

  it("of the whole amount return it before the day end", async () => {
    const { beforeDayEnd } = use().acquirer.capabilities.refund;
    const request = order(use(), {});
    const approved = await charge(use(), request);
    const refund = refundOf(use(), request, { approved, minor: 12_550n });
    const outcome = await use().acquirer.refund(refund);
    expect(outcome.kind).toBe(beforeDayEnd === "no" ? "pending" : "approved");
    if (outcome.kind === "approved") await expectNothingLeft(use(), request);
  });

  it("of a part wait for the day end where the bank wants it", async () => {
    const { beforeDayEnd } = use().acquirer.capabilities.refund;
    const request = order(use(), {});
    const approved = await charge(use(), request);
    const refund = refundOf(use(), request, { approved, minor: 50n });
    const outcome = await use().acquirer.refund(refund);
    if (beforeDayEnd === "any") return expect(outcome).toMatchObject({ kind: "approved" });
    expect(outcome).toMatchObject({ kind: "pending", until: "day_end" });
    if (outcome.kind !== "pending" || outcome.askAt === undefined) return undefined;
    use().clock.move(outcome.askAt - use().clock.now());
    expect(await use().acquirer.refund(refund)).toMatchObject({ kind: "approved" });
    expect((await entriesOf(use(), request))[0]?.refundedMinor).toBe(50n);
  });

  it("with a lost answer are seen by an inquiry, if the protocol says so", async () => {
    const request = order(use(), { minor: 10_000n });
    const approved = await charge(use(), request);
    use().clock.move(DAY);
    const refund = refundOf(use(), request, { approved, minor: 4_000n });
    const inquiry = {
      ...refund,
      kind: "refund",
      state: undefined,
      createdAt: use().clock.now(),
    } as const;
    const before = await use().acquirer.inquire(inquiry);
    fail(use(), "refund", "cut");
    expect(await use().acquirer.refund(refund)).toMatchObject(UNKNOWN);
    const after = await use().acquirer.inquire(inquiry);
    if (use().acquirer.capabilities.inquiry.seesRefunds === "all") {
      expect([before.kind, after.kind]).toEqual(["not_found", "approved"]);
    } else {
      expect(after).toMatchObject(UNKNOWN);
    }
    expect((await entriesOf(use(), request))[0]?.refundedMinor).toBe(4_000n);
  });

  it("are refused by a card that takes none, which moves nothing", async () => {
    const request = order(use(), { card: cardOf("5406670000000009") });
    const approved = await charge(use(), request);
    use().clock.move(DAY);
    const refund = refundOf(use(), request, { approved, minor: 12_550n });
    expect(await use().acquirer.refund(refund)).toMatchObject(DECLINED);
    expect((await entriesOf(use(), request))[0]?.refundedMinor).toBe(0n);
  });
}

function undoing(use: Use): void {
  it("leaves nothing of a charge whose answer was lost", async () => {
    const request = order(use(), {});
    fail(use(), "authorize", "cut");
    await use().acquirer.authorize(request);
    const inquiry = inquiryOf(use(), request);
    expect(await use().acquirer.undo(inquiry)).toEqual({ kind: "undone" });
    await expectNothingLeft(use(), request);
    expect(["undone", "nothing_there"]).toContain((await use().acquirer.undo(inquiry)).kind);
    expect(await use().acquirer.inquire(inquiry)).toEqual({ kind: "undone" });
  });

  it("finds nothing of a charge that never came", async () => {
    const request = order(use(), {});
    const undone = await use().acquirer.undo(inquiryOf(use(), request));
    expect([nothing(use()), "nothing_there", "undone"]).toContain(undone.kind);
  });

  it("says that a charge stands that can no longer be undone", async () => {
    const request = order(use(), {});
    const approved = await charge(use(), request);
    use().clock.move(DAY);
    const outcome = await use().acquirer.undo(inquiryOf(use(), request, approved.state));
    if (outcome.kind === "undone") await expectNothingLeft(use(), request);
    else expect(outcome).toMatchObject({ kind: "stands", approved: { amount: request.amount } });
  });

  it("is unknown while the bank does not answer", async () => {
    const request = order(use(), {});
    await charge(use(), request);
    fail(use(), "inquire", "cut");
    fail(use(), "void", "cut");
    const outcome = await use().acquirer.undo(inquiryOf(use(), request));
    expect(outcome).toMatchObject(UNKNOWN);
    use().faults.clear();
  });
}
