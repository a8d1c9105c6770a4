import type { MerchantId } from "./ids.ts";
import type { Instant } from "./clock.ts";

/** An answer as it leaves, to be given again byte for byte under its `Idempotency-Key`. */
export type KeptAnswer = {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
};

/**
 * The answer of a call that holds an `Idempotency-Key`, to be written in the commit of its effect.
 */
export type KeyedAnswer = {
  readonly merchantId: MerchantId;
  readonly scope: string;
  readonly key: string;
  /** The end of the call's lease; under another lease the key is another call's. */
  readonly leaseUntil: Instant;
  readonly answer: KeptAnswer;
};

/** The call's lease ended and another call has its key: nothing of this one was written. */
export class KeyTakenOver extends Error {}
