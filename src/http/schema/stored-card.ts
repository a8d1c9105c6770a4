import { Type, type Static } from "typebox";
import { BOUNDS } from "../../kernel/bounds.ts";

/** Query of `GET /api/v1/payment/cards`; query values arrive as text. */
export const StoredCardsQuerySchema = Type.Object({
  customer_id: Type.Optional(Type.String({ minLength: 1, maxLength: BOUNDS.textMax })),
  page: Type.Optional(
    Type.String({
      pattern: "^[1-9]\\d{0,8}$",
      description: "must be a whole number from 1 to 999999999",
    }),
  ),
  per_page: Type.Optional(
    Type.String({
      pattern: "^([1-9]\\d?|100)$",
      description: `must be a whole number from 1 to ${BOUNDS.perPageMax}`,
    }),
  ),
});

export const StoredCardParams = Type.Object({
  card_token: Type.String({ maxLength: BOUNDS.textMax }),
});

export type StoredCardsRequest = { Querystring: Static<typeof StoredCardsQuerySchema> };
export type StoredCardRequest = { Params: Static<typeof StoredCardParams> };
