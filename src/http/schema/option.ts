import { Type, type Static } from "typebox";
import { BOUNDS } from "../../kernel/bounds.ts";

/** Query of the option lists (spec 4.7). */
export const OptionsQuery = Type.Object({
  session_id: Type.String({ minLength: 1, maxLength: BOUNDS.textMax }),
});

/** The body of the option lists: absent, or an empty object. */
export const OptionsBody = Type.Union([Type.Null(), Type.Object({})], {
  description: "must be empty or a JSON object",
});

export type OptionsRequest = { Querystring: Static<typeof OptionsQuery> };

export const TransferOptionsSchema = Type.Object({
  success: Type.Boolean(),
  banks: Type.Array(
    Type.Object({
      bank_code: Type.String(),
      bank_name: Type.String(),
      iban: Type.String(),
      account_holder: Type.String(),
      currency: Type.String(),
    }),
  ),
});

export const WalletSchema = Type.Object({ wallet_id: Type.String(), name: Type.String() });

export const WalletOptionsSchema = Type.Object({
  success: Type.Boolean(),
  wallets: Type.Array(WalletSchema),
});

export const CreditOptionsSchema = Type.Object({
  success: Type.Boolean(),
  banks: Type.Array(
    Type.Object({
      bank_code: Type.String(),
      bank_name: Type.String(),
      min_amount: Type.Integer(),
      max_amount: Type.Integer(),
      max_installments: Type.Integer(),
    }),
  ),
});
