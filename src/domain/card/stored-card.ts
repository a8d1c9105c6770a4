import type { Instant } from "../../kernel/clock.ts";
import type { CardToken, MerchantId, OrderId } from "../../kernel/ids.ts";
import type { CardBrand } from "./card-number.ts";
import type { CardDetails, CardExpiry, CardSummary } from "./card-details.ts";

/** The owner of a stored card; no other owner can use or find its token. */
export type CardOwner = {
  readonly merchantId: MerchantId;
  readonly mode: "test" | "live";
  /** The merchant's own reference of its customer; absent if the session names none. */
  readonly customerId: string | undefined;
};

/** The visible part of a stored card, without its number. */
export type StoredCard = CardSummary & {
  readonly token: CardToken;
  /** Absent for a card stored without a customer: any session of the merchant may use it. */
  readonly customerId: string | undefined;
  readonly bankName: string | undefined;
  readonly expiry: CardExpiry;
  readonly holderName: string;
  readonly createdAt: Instant;
};

/**
 * A stored card with its number and without a CVC; exists only between the vault and the bank's
 * request.
 */
export type OpenedCard = CardDetails & { readonly token: CardToken; readonly cvc: undefined };

/** A card that its customer asked to store, with the payment whose approval stores it. */
export type CardToKeep = {
  readonly owner: CardOwner;
  readonly orderId: OrderId;
  /** The CVC is never stored. */
  readonly card: CardDetails;
  /** The brand by the BIN table; absent: the brand by the first digits. */
  readonly brand?: CardBrand | undefined;
  readonly bankName: string | undefined;
  readonly at: Instant;
};

/**
 * How long an expired card is kept, because its customer may store it again with its new expiry.
 */
const YEARS_AFTER_EXPIRY = 1;

/** Returns the earliest expiry of cards that are still kept. */
export function earliestKeptExpiry(now: Instant): CardExpiry {
  const day = new Date(now);
  return { month: day.getUTCMonth() + 1, year: day.getUTCFullYear() - YEARS_AFTER_EXPIRY };
}

export type StoredCardQuery = {
  readonly owner: Pick<CardOwner, "merchantId" | "mode">;
  /** Only this customer's cards; absent: all of the merchant's. */
  readonly customerId: string | undefined;
  /** Only the card of this token. */
  readonly token?: CardToken;
  /** Number of the page, from 1. */
  readonly page: number;
  readonly perPage: number;
};

/** A page of stored cards, newest first; `total` is the number of cards on all pages. */
export type StoredCardPage = { readonly total: number; readonly cards: readonly StoredCard[] };
