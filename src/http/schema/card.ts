import { Type, type Static } from "typebox";
import { BOUNDS } from "../../kernel/bounds.ts";
import { Amount } from "./session.ts";

const card = {
  session_id: Type.String({ minLength: 1, maxLength: BOUNDS.textMax }),
  // At most eight digits: a look-up by the first digits must not transmit a whole card number.
  bin_number: Type.String({
    pattern: "^\\d{6,8}$",
    description: "must be a string of the card number's first 6 to 8 digits",
  }),
};

/** Body of `POST /api/v1/payment/bin` (spec 4.5). */
export const BinSchema = Type.Object(card);

/** Body of `POST /api/v1/payment/installment` (spec 4.4), with or without an amount. */
export const InstallmentSchema = Type.Object({ ...card, amount: Type.Optional(Amount) });

const OrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const known = {
  success: Type.Boolean(),
  bank_name: OrNull("null where the BIN table does not know it"),
  card_brand: Type.String(),
  card_type: OrNull("null where cards with these digits differ"),
  card_program: OrNull("null for cards of none"),
};

/** Answer of the BIN look-up (spec 2.6). */
export const BinFoundSchema = Type.Object({
  ...known,
  card_category: OrNull("null where cards with these digits differ"),
});

/** An installment option (spec 2.5). */
export const InstallmentOptionSchema = Type.Object({
  count: Type.Integer(),
  total_amount: Type.Integer(),
  installment_amount: Type.Integer({
    description: "each but the first, which also takes what the division leaves over",
  }),
  commission_rate: Type.Number(),
});

/** Answer of the installment look-up (spec 2.5, 4.4). */
export const InstallmentsFoundSchema = Type.Object({
  ...known,
  installments: Type.Array(InstallmentOptionSchema, {
    description: "empty for debit and prepaid cards",
  }),
});

export type BinBody = Static<typeof BinSchema>;
export type InstallmentBody = Static<typeof InstallmentSchema>;
