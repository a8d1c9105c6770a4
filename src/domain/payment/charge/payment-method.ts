import type { Acquirer } from "../acquirer.ts";
import type { Outcome } from "../pay-result.ts";
import type { Payment } from "../payment.ts";
import type { Intent } from "../ports.ts";

/** The part of a payment that its payment method decides. */
export type PaymentMethod = {
  readonly terms: PaymentTerms;
  /**
   * The acquirers of the payment, the best one first; a bank transfer has none. The next one is
   * asked only if the request provably reached no bank.
   */
  readonly acquirers: readonly Acquirer[];
  /** Work that must be durable before the intent; most payment methods have none. */
  readonly preparation?: Preparation | undefined;
  /** Sends the request once the intent is durable, outside any transaction. */
  readonly ask: (intent: Intent, acquirer: Acquirer | undefined) => Promise<Outcome>;
};

export type Preparation = {
  /** Returns the intent to record. */
  readonly begin: (intent: Intent) => Promise<Intent>;
  /** Reverts the preparation of an intent that was refused. */
  readonly undo: (intent: Intent) => Promise<void>;
};

export type PaymentTerms = Pick<
  Payment,
  | "paymentType"
  | "chargedAmount"
  | "installmentCount"
  | "captureMethod"
  | "card"
  | "cardToken"
  | "threeDSecure"
> & {
  /** Name of the first acquirer, or of its substitute where no bank takes part. */
  readonly acquirer: string;
  /** True for a card that comes without its CVC. */
  readonly lacksCvc?: boolean;
};
