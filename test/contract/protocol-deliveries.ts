import { expect, it } from "vitest";
import { DAY } from "../../src/kernel/clock.ts";
import type {
  Approved,
  AuthorizeOutcome,
  AuthorizeRequest,
  Inquiry,
  ModificationOutcome,
  ModificationRequest,
} from "../../src/domain/payment/acquirer.ts";
import { askIfDuplicate } from "../../src/domain/payment/outcome/duplicate-reference.ts";
import {
  inquiryOf,
  modificationOf,
  order,
  type ProtocolUnderTest,
  type ProtocolWorld,
  refundOf,
} from "../support/protocol-world.ts";
import { challenged, finish } from "./protocol-challenges.ts";
import { charge, entriesOf, expectCharged, expectChargedTwice, fail } from "./protocol-steps.ts";

type Use = () => ProtocolWorld;

/**
 * A message that arrives twice is booked by its first delivery, and the answer is that to the
 * second: "known already", "nothing left". Such an answer is never a refusal of the payment.
 */
export function chargesDeliveredTwice(
  use: Use,
  { chargesAgain = false }: Pick<ProtocolUnderTest, "chargesAgain">,
): void {
  if (chargesAgain) {
    it("are charged twice, and left to a person by the inquiry", async () => {
      const request = order(use(), {});
      fail(use(), "authorize", "duplicate");
      expectUndecided(await use().acquirer.authorize(request));
      await expectChargedTwice(use(), request);
    });
    return;
  }
  it("are charged once, and found by an inquiry", async () => {
    const request = order(use(), {});
    fail(use(), "authorize", "duplicate");
    expectUndecided(await use().acquirer.authorize(request));
    await expectCharged(use(), request, 1);
    const found = await use().acquirer.inquire(inquiryOf(use(), request));
    expect(found).toMatchObject({ kind: "approved", amount: request.amount });
  });
}

/** A company without idempotency: the core sends nothing again before it has asked. */
export function chargesSentTwice(use: Use): void {
  it("are charged each time they are sent, and then left to a person", async () => {
    const request = order(use(), {});
    await charge(use(), request);
    await charge(use(), request);
    await expectChargedTwice(use(), request);
  });
}

/** The same for a charge after 3-D Secure. */
export function challengesChargedTwice(use: Use): void {
  it("is charged once by a message that arrives twice, and found by an inquiry", async () => {
    const opened = await challenged(use(), "approve");
    fail(use(), "authorize", "duplicate");
    const outcome = await finish(use(), { ...opened, fields: opened.returns[0] });
    if (outcome === undefined) throw new Error("the return was not authenticated");
    expectUndecided(outcome);
    await expectCharged(use(), opened.request, 1);
    const found = await use().acquirer.inquire(
      inquiryOf(use(), opened.request, opened.challenge.state),
    );
    expect(found).toMatchObject({ kind: "approved", amount: opened.request.amount });
    use().faults.clear();
  });
}

export function holdsDeliveredTwice(use: Use): void {
  it.each(["capture", "void"] as const)("have a %s that is made once", async (kind) => {
    const request = order(use(), { kind: "preauth" });
    const approved = await charge(use(), request);
    const asked = modificationOf(use(), request, { approved, minor: 12_550n });
    fail(use(), kind, "duplicate");
    expectUndecided(await use().acquirer[kind](asked));
    const [entry] = await entriesOf(use(), request);
    expect(entry?.voided === true || entry?.capturedMinor === 12_550n).toBe(true);
    await expectFound(use(), asked, kind);
  });
}

const WHOLE = 12_550n;

/** The moment of a refund, and the message by which the bank takes it. */
const REFUNDS: readonly (readonly [when: string, minor: bigint, days: number])[] = [
  ["of the whole amount before the day end", WHOLE, 0],
  ["of the whole amount after the day end", WHOLE, 1],
  ["of the larger part after the day end", 12_000n, 1],
];

export function refundsDeliveredTwice(use: Use): void {
  it.each(REFUNDS)("%s are made once", async (_when, minor, days) => {
    const request = order(use(), {});
    const approved = await charge(use(), request);
    await expectRefundedOnce(use(), request, { approved, minor, days });
  });
}

type Refunded = { readonly approved: Approved; readonly minor: bigint; readonly days: number };

export async function expectRefundedOnce(
  world: ProtocolWorld,
  request: AuthorizeRequest,
  { approved, minor, days }: Refunded,
): Promise<void> {
  world.clock.move(days * DAY);
  const asked = refundOf(world, request, { approved, minor });
  fail(world, "void", "duplicate");
  fail(world, "refund", "duplicate");
  expectUndecided(await world.acquirer.refund(asked));
  world.faults.clear();
  const [entry] = await entriesOf(world, request);
  expect(entry?.voided === true || entry?.refundedMinor === minor).toBe(true);
  const { seesRefunds } = world.acquirer.capabilities.inquiry;
  const isWhole = minor === request.amount.minor;
  if (seesRefunds === "all" || (seesRefunds === "whole" && isWhole)) {
    await expectFound(world, asked, "refund");
  }
}

/** The core asks the bank where an outcome is unknown or the reference is known already. */
function expectUndecided(outcome: AuthorizeOutcome | ModificationOutcome): void {
  expect(["approved", "unknown"]).toContain(askIfDuplicate(outcome).kind);
}

async function expectFound(
  { acquirer, clock }: ProtocolWorld,
  asked: ModificationRequest,
  kind: Inquiry["kind"],
): Promise<void> {
  if (acquirer.capabilities.inquiry.notFound === "none") return;
  const inquiry = { ...asked, kind, state: undefined, createdAt: clock.now() };
  expect((await acquirer.inquire(inquiry)).kind).toBe("approved");
}
