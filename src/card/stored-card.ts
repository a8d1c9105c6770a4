import type { Instant } from "../kernel/clock.ts";
import type { CardToken, MerchantId, OrderId } from "../kernel/ids.ts";
import type { CardDetails, CardExpiry, CardSummary } from "./card-details.ts";

/** Whose a stored card is. To everyone else its token is as unknown as one that never was. */
export type CardOwner = {
  readonly merchantId: MerchantId;
  readonly mode: "test" | "live";
  /** The merchant's own reference of its customer; absent where the session names none. */
  readonly customerId: string | undefined;
};

/** What may be shown of a stored card; holds no number. */
export type StoredCard = CardSummary & {
  readonly token: CardToken;
  /** Absent for a card stored without a customer: any session of the merchant may use it. */
  readonly customerId: string | undefined;
  readonly bankName: string | undefined;
  readonly expiry: CardExpiry;
  readonly holderName: string;
  readonly createdAt: Instant;
};

/** A stored card with its number, and without a CVC: lives from the vault to the bank's request. */
export type OpenedCard = CardDetails & { readonly token: CardToken; readonly cvc: undefined };

/** A card that its customer asked to save, with the payment whose approval saves it. */
export type CardToKeep = {
  readonly owner: CardOwner;
  readonly orderId: OrderId;
  /** The CVC in it is left out of everything that is kept. */
  readonly card: CardDetails;
  readonly bankName: string | undefined;
  readonly at: Instant;
};

/** How long a card that has expired is kept: its customer may save it again with its new date. */
const YEARS_AFTER_EXPIRY = 1;

/** The earliest expiry of cards that are still kept. */
export function earliestKeptExpiry(now: Instant): CardExpiry {
  const day = new Date(now);
  return { month: day.getUTCMonth() + 1, year: day.getUTCFullYear() - YEARS_AFTER_EXPIRY };
}

export type StoredCardQuery = {
  readonly owner: Pick<CardOwner, "merchantId" | "mode">;
  /** Only this customer's cards; absent: all of the merchant's. */
  readonly customerId: string | undefined;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
};

/** Newest first; `total` counts all matches. */
export type StoredCardPage = { readonly total: number; readonly cards: readonly StoredCard[] };
