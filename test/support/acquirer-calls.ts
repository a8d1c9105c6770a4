import type { Instant } from "../../src/kernel/clock.ts";
import type { AttemptId, MerchantId, OrderId } from "../../src/kernel/ids.ts";
import { money, type Money } from "../../src/kernel/money.ts";
import { instant } from "../../src/kernel/clock.ts";
import type {
  Acquirer,
  AcquirerState,
  AuthorizeOutcome,
  AuthorizeRequest,
  Challenge,
  ChallengeWish,
  Inquiry,
  RefundRequest,
  ReturnFields,
  ReturnRequest,
} from "../../src/domain/payment/acquirer.ts";

/** The ids and the amount of a request; the rest of a call has the same value in every test. */
type Plain = {
  readonly merchantId: MerchantId;
  readonly attemptId: AttemptId;
  readonly orderId: OrderId;
  readonly amount: Money;
};

/** The parts of a request to authorize that tests do not vary. */
export function unvaried(attemptId: AttemptId) {
  const payer = { name: undefined, email: undefined, phone: undefined, network: undefined };
  return { reference: attemptId, payer, challenge: undefined };
}

export type PlainSale = Plain &
  Pick<AuthorizeRequest, "kind" | "installmentCount" | "card"> & {
    readonly reference: string;
  };

export type PlainChallenge = PlainSale & ChallengeWish;

/** Opens 3-D Secure for a sale or a preauthorisation. */
export function beginChallenge(
  acquirer: Acquirer,
  request: PlainChallenge,
): Promise<AuthorizeOutcome> {
  const { returnUrl, merchantName, language, expiresAt } = request;
  const challenge = { returnUrl, merchantName, language, expiresAt };
  return acquirer.authorize({ ...request, ...unvaried(request.attemptId), challenge });
}

export function inquiryOf(request: Plain): Inquiry {
  const { merchantId, attemptId, orderId, amount } = request;
  return {
    merchantId,
    attemptId,
    reference: attemptId,
    orderId,
    kind: "authorize",
    amount,
    state: undefined,
    original: undefined,
    createdAt: instant(0),
  };
}

export function returnOf(request: Plain, fields: ReturnFields): ReturnRequest {
  const { merchantId, attemptId, orderId, amount } = request;
  const ids = { merchantId, attemptId, reference: attemptId, orderId };
  return { ...ids, amount, installmentCount: 1, state: undefined, method: "POST", fields };
}

/** Returns a capture, void or refund of an earlier attempt. */
export function modificationOf(
  request: Plain,
  originalAttemptId: AttemptId,
  bookedAt: Instant = instant(0),
): RefundRequest {
  const { merchantId, attemptId, orderId, amount } = request;
  return {
    merchantId,
    attemptId,
    reference: attemptId,
    orderId,
    amount,
    original: {
      attemptId: originalAttemptId,
      reference: originalAttemptId,
      state: undefined,
      bankReference: "",
      amount,
      bookedAt,
    },
    captured: amount,
    refundedBefore: money(0n, amount.currency),
  };
}

export function formOf(challenge: Challenge): Extract<Challenge["show"], { kind: "form" }> {
  if (challenge.show.kind !== "form") throw new Error(`The bank sent ${challenge.show.kind}.`);
  return challenge.show;
}

/** The sandbox's own state of a challenge that the customer has passed. */
export function sandboxState(md: string): AcquirerState {
  return JSON.stringify({ v: 1, md, cavv: "" }) as AcquirerState;
}
