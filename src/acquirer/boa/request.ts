import type { Money } from "../../kernel/money.ts";

/** A message to the bank: the path below the bank's address, and the body. */
export type Message = {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
};

/** A purchase as a message names it: by our reference and by the bank's own number. */
export type Purchase = {
  readonly reference: string;
  readonly orderId: string;
  readonly amount: Money;
};

export type Provision = Purchase & { readonly installmentCount: number; readonly md: string };

/** Ways to give money back: a cancellation, a refund of the whole, and one of a part. */
export type ReversalType = "cancel" | "refund" | "partial_refund";
