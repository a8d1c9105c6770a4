import type {
  StoredCardErased,
  StoredCardPage,
  StoredCardQuery,
} from "../../clients/typescript/interface.d.ts";
import { pathOf } from "./path.ts";
import { askFor, type CallOptions, type Connection } from "./transport.ts";

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
