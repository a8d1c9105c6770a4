import type { MerchantId, OperatorKeyId } from "./ids.ts";
import type { Instant } from "./clock.ts";

/** An answer as it was sent, to be sent again byte for byte under its `Idempotency-Key`. */
export type KeptAnswer = {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
};

/**
 * The answer of a call with an `Idempotency-Key`, to be written in the commit of the call's effect.
 */
export type KeyedAnswer = {
  readonly merchantId: MerchantId | OperatorKeyId;
  readonly scope: string;
  readonly key: string;
  /** The end of the call's lease; a key whose lease has another end belongs to another call. */
  readonly leaseUntil: Instant;
  readonly answer: KeptAnswer;
};

/**
 * Thrown if the call's lease has ended and another call has its key; nothing of this call was
 * written.
 */
export class KeyTakenOver extends Error {}
