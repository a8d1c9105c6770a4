import { expect } from "vitest";
import { summarize } from "../../src/bank/book.ts";
import type { FaultBehaviour, FaultOperation } from "../../src/bank/faults.ts";
import type { Approved } from "../../src/domain/payment/acquirer-outcomes.ts";
import type { AuthorizeRequest } from "../../src/domain/payment/acquirer-requests.ts";
import type { ProtocolWorld } from "../support/protocol-world.ts";

/** Charges, and returns the approval; every other outcome fails the test. */
export async function charge(world: ProtocolWorld, request: AuthorizeRequest): Promise<Approved> {
  const outcome = await world.acquirer.authorize(request);
  if (outcome.kind !== "approved") throw new Error(`the charge is ${outcome.kind}`);
  expect(outcome.amount ?? request.amount).toEqual(request.amount);
  return { ...outcome, bookedAt: outcome.bookedAt ?? world.clock.now() };
}

export function fail(
  world: ProtocolWorld,
  operation: FaultOperation,
  behaviour: FaultBehaviour,
): void {
  world.faults.next({ operation, behaviour });
}

export async function entriesOf({ book }: ProtocolWorld, { reference }: AuthorizeRequest) {
  return (await book.list()).filter(({ requestId }) => requestId === reference);
}

export async function expectCharged(
  { book }: ProtocolWorld,
  { reference }: AuthorizeRequest,
  times: number,
): Promise<void> {
  expect(summarize(await book.list()).inForceByRequest.get(reference) ?? 0).toBe(times);
}

/** Two charges under one reference: neither may be taken for the attempt's own. */
export async function expectChargedTwice(
  { acquirer, book, clock }: ProtocolWorld,
  request: AuthorizeRequest,
): Promise<void> {
  const { merchantId, attemptId, reference, orderId, amount } = request;
  const charges = (await book.list()).filter(({ orderId: own }) => own.startsWith(reference));
  expect(charges).toHaveLength(2);
  const about = { merchantId, attemptId, reference, orderId, amount, state: undefined };
  const createdAt = clock.now();
  const asked = { ...about, kind: "authorize", original: undefined, createdAt } as const;
  expect(await acquirer.inquire(asked)).toMatchObject({ kind: "unknown", isAmbiguous: true });
}

export async function expectNothingLeft(
  world: ProtocolWorld,
  request: AuthorizeRequest,
): Promise<void> {
  const [entry] = await entriesOf(world, request);
  const left = (entry?.capturedMinor ?? 0n) - (entry?.refundedMinor ?? 0n);
  const isUndone = entry?.voided === true || entry?.state === "reversed";
  expect(isUndone || left === 0n).toBe(true);
}

/** The result of an inquiry about an attempt that the bank does not have. */
export function nothing({ acquirer }: ProtocolWorld): "not_found" | "unknown" {
  return acquirer.capabilities.inquiry.notFound === "none" ? "unknown" : "not_found";
}
