import { Type, type Static } from "typebox";
import { BOUNDS } from "../../kernel/bounds.ts";

/** The spellings of a payment type in requests, of both variants (spec 4.3). */
const PAYMENT_TYPE_SPELLINGS = [
  "creditcard",
  "wire_transfer",
  "bank_transfer",
  "wallet",
  "shoppingcredit",
  "shopping_credit",
  "papel",
] as const;

/** Body of `POST /api/v1/payment/pay` (spec 4.3); the route checks card fields as a group. */
export const PaySchema = Type.Object({
  session_id: Type.String({ minLength: 1, maxLength: BOUNDS.textMax }),
  payment_type: Type.Enum([...PAYMENT_TYPE_SPELLINGS]),
  card_holder_name: Type.Optional(Type.String({ minLength: 1, maxLength: BOUNDS.textMax })),
  // Any length is accepted here: a length that no card has gives the code -5 of a wrong card
  // number.
  card_number: Type.Optional(Type.String()),
  expire_month: Type.Optional(
    Type.String({ pattern: "^(0[1-9]|1[0-2])$", description: "must be two digits from 01 to 12" }),
  ),
  expire_year: Type.Optional(
    Type.String({ pattern: "^20\\d\\d$", description: "must be four digits from 2000 to 2099" }),
  ),
  cvc: Type.Optional(
    Type.String({ pattern: "^\\d{3,4}$", description: "must be three digits, or four for Amex" }),
  ),
  is_3d: Type.Optional(Type.Boolean()),
  installment_count: Type.Optional(
    Type.Union(
      [Type.String({ pattern: "^[1-9]\\d?$" }), Type.Integer({ minimum: 1, maximum: 99 })],
      {
        description: "must be a number of installments from 1 to 99",
      },
    ),
  ),
  save_card: Type.Optional(Type.Boolean()),
  card_token: Type.Optional(Type.String({ minLength: 1, maxLength: BOUNDS.textMax })),
  wallet_id: Type.Optional(Type.String({ minLength: 1, maxLength: BOUNDS.textMax })),
  bank_code: Type.Optional(Type.String({ minLength: 1, maxLength: BOUNDS.textMax })),
});

export type PayBody = Static<typeof PaySchema>;

export const StatusParams = Type.Object({ order_id: Type.String({ maxLength: BOUNDS.textMax }) });
export const StatusQuery = Type.Object({
  session_id: Type.String({ minLength: 1, maxLength: BOUNDS.textMax }),
});
export type StatusRequest = {
  Params: Static<typeof StatusParams>;
  Querystring: Static<typeof StatusQuery>;
};
