import type { Instant } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";

/** The account to which the customer sends the money, and the deadline (contract C4). */
export type TransferOffer = {
  readonly kind: "transfer_offer";
  readonly bankCode: string;
  readonly bankName: string;
  readonly iban: string;
  readonly accountHolder: string;
  readonly amount: Money;
  /** The reference code for the transfer's description, by which the money is recognised. */
  readonly referenceCode: string;
  readonly expiresAt: Instant;
};
