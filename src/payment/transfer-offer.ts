import type { Instant } from "../kernel/clock.ts";
import type { Money } from "../kernel/money.ts";

/** Where the customer is asked to send money, and by when (contract C4). */
export type TransferOffer = {
  readonly kind: "transfer_offer";
  readonly bankCode: string;
  readonly bankName: string;
  readonly iban: string;
  readonly accountHolder: string;
  readonly amount: Money;
  /** To be written into the transfer's description; what the money is recognised by. */
  readonly referenceCode: string;
  readonly expiresAt: Instant;
};
