import { randomBytes } from "node:crypto";
import type { CardDetails } from "../../src/domain/card/card-details.ts";
import type { Clock } from "../../src/kernel/clock.ts";
import { type MerchantId, newAttemptId, newOrderId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import type {
  Acquirer,
  Approved,
  AuthorizeRequest,
  Challenge,
  RefundRequest,
  ReturnFields,
} from "../../src/domain/payment/acquirer.ts";
import type { DeclineReason } from "../../src/domain/payment/decline.ts";
import { modificationOf, unvaried } from "../support/acquirer-calls.ts";

/** An acquirer for tests, in which money is not real, with the data that a test needs. */
export type AcquirerWorld = {
  readonly acquirer: Acquirer;
  readonly clock: Clock;
  readonly merchantId: MerchantId;
  readonly otherMerchantId: MerchantId;
  readonly approvedCard: CardDetails;
  readonly declinedCards: readonly (readonly [DeclineReason, CardDetails])[];
  /** Acts as the customer at the bank's page and returns the parameters of the browser's return. */
  answer(challenge: Challenge, decision: "approve" | "decline" | "cancel"): Promise<ReturnFields>;
  close(): Promise<void>;
};

const random = { bytes: (count: number) => randomBytes(count) };

export function source(world: AcquirerWorld) {
  return { now: world.clock.now(), random };
}

export function sale(world: AcquirerWorld): AuthorizeRequest {
  const attemptId = newAttemptId(world.merchantId, source(world));
  return {
    merchantId: world.merchantId,
    attemptId,
    orderId: newOrderId(world.merchantId, source(world)),
    kind: "sale",
    amount: money(1_000n, "TRY"),
    installmentCount: 1,
    card: world.approvedCard,
    ...unvaried(attemptId),
  };
}

export type Authorized = {
  readonly request: Pick<AuthorizeRequest, "merchantId" | "orderId" | "attemptId" | "amount">;
  readonly approval: Approved;
};

export function after(world: AcquirerWorld, original: Authorized, minor: bigint): RefundRequest {
  const { attemptId: originalId, orderId } = original.request;
  const { merchantId } = world;
  const attemptId = newAttemptId(merchantId, source(world));
  const amount = money(minor, "TRY");
  return modificationOf({ merchantId, attemptId, orderId, amount }, originalId);
}
