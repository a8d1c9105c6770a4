import type { Money } from "../../kernel/money.ts";
import type { Secret } from "../../kernel/secret.ts";
import type { AuthorizeRequest, ReturnFields, Unknown } from "../../domain/payment/acquirer.ts";

/** The merchant's account at the bank; `key` is the password in its hashed form. */
export type Account = {
  readonly merchantId: string;
  readonly customerId: string;
  readonly userName: string;
  readonly password: Secret;
};

/** A message to the bank: the path below the bank's address, and the body. */
export type BoaMessage = {
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

/** The answer to a provision or reversal, after its signature was verified where it has one. */
export type BoaResult =
  | {
      readonly kind: "result";
      readonly isSuccess: boolean;
      readonly code: string;
      readonly message: string;
      readonly reference: string;
      readonly orderId: string;
      readonly rrn: string;
      readonly authCode: string;
    }
  | Unknown;

/** A purchase in the bank's list. Fields that the bank left out are undefined. */
export type BoaOrder = {
  readonly orderId: string;
  readonly reference: string;
  /** 1 sold, 4 refunded, 5 partly refunded, 6 cancelled. */
  readonly lastStatus: string;
  /** 1 successful, 2 failed. */
  readonly transactionStatus: string;
  readonly code: string;
  readonly message: string;
  readonly provisionNumber: string;
  readonly rrn: string;
  readonly amount: Money | undefined;
  readonly refunded: Money | undefined;
  readonly endOfDay: "open" | "closed" | undefined;
};

export type BoaOrders =
  | { readonly kind: "orders"; readonly orders: readonly BoaOrder[] }
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  | Unknown;

export type BoaReturn =
  | {
      readonly kind: "read";
      readonly isPassed: boolean;
      readonly code: string;
      readonly message: string;
      readonly orderId: string;
      readonly md: string;
    }
  | { readonly kind: "forged" };

/** The messages of one dialect; the order of the messages is the same in all. */
export type BoaDialect = {
  /** True if the bank signs the return; otherwise its own list must confirm it. */
  readonly signsReturn: boolean;
  opening(account: Account, request: AuthorizeRequest, returnUrl: string): BoaMessage;
  provision(account: Account, provision: Provision): BoaMessage;
  reversal(account: Account, purchase: Purchase, type: ReversalType): BoaMessage;
  list(account: Account, reference: string): BoaMessage;
  readReturn(account: Account, reference: string, fields: ReturnFields): BoaReturn;
  readResult(account: Account, text: string): BoaResult;
  readOrders(text: string, amount: Money): BoaOrders;
};
