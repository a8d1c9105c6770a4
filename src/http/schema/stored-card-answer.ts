import { Type } from "typebox";
import { BOUNDS } from "../../kernel/bounds.ts";
import { CardTokenText, LastFour, Moment, orNull } from "./words.ts";

export const StoredCardSchema = Type.Object({
  card_token: CardTokenText,
  card_last_four: LastFour,
  bin_number: Type.String({ pattern: "^\\d{6,8}$" }),
  card_brand: Type.String(),
  bank_name: orNull(Type.String()),
  expire_month: Type.String({ pattern: "^\\d\\d$" }),
  expire_year: Type.String({ pattern: "^\\d{4}$" }),
  card_holder_name: Type.String(),
  customer_id: orNull(Type.String()),
  created_at: Moment,
});

export const StoredCardListSchema = Type.Object({
  success: Type.Literal(true),
  total: Type.Integer({ minimum: 0 }),
  page: Type.Integer({ minimum: 1 }),
  per_page: Type.Integer({ minimum: 1, maximum: BOUNDS.perPageMax }),
  cards: Type.Array(StoredCardSchema),
});

export const StoredCardErasedSchema = Type.Object({
  success: Type.Literal(true),
  card_token: CardTokenText,
});
