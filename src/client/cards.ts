import { pathOf } from "./path.ts";
import { askFor, type CallOptions, type Connection } from "./transport.ts";

/** A card that a customer saved, without its number. */
export type StoredCard = {
  /** The value for `card_token` of a payment. */
  readonly card_token: string;
  readonly card_last_four: string;
  readonly bin_number: string;
  readonly card_brand: string;
  readonly bank_name: string | null;
  readonly expire_month: string;
  readonly expire_year: string;
  readonly card_holder_name: string;
  /** The customer's id from the session in which the card was saved. */
  readonly customer_id: string | null;
  readonly created_at: string;
};

export type StoredCardQuery = {
  readonly customer_id?: string | undefined;
  readonly page?: number | undefined;
  /** At most 100; 20 by default. */
  readonly per_page?: number | undefined;
};

export type StoredCardPage = {
  readonly success: true;
  readonly total: number;
  readonly page: number;
  readonly per_page: number;
  readonly cards: readonly StoredCard[];
};

export type StoredCardErased = { readonly success: true; readonly card_token: string };

export type Cards = {
  list(query?: StoredCardQuery, options?: CallOptions): Promise<StoredCardPage>;
  /** Erases a card irrevocably. A second call fails with `card_token_not_found`. */
  delete(cardToken: string, options?: CallOptions): Promise<StoredCardErased>;
};

const CARDS = "/api/v1/payment/cards";

export function cardCalls(connection: Connection): Cards {
  return {
    list: (query = {}, options) => {
      const expects = ["total", "cards"] as const;
      const path = pathOf([CARDS], query);
      return askFor(connection, { method: "GET", path, asMerchant: true, expects }, options);
    },
    delete: (cardToken, options) => {
      const expects = ["card_token"] as const;
      const path = pathOf([CARDS, cardToken]);
      return askFor(connection, { method: "DELETE", path, asMerchant: true, expects }, options);
    },
  };
}
