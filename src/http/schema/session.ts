import { Type, type Static } from "typebox";
import { BOUNDS } from "../../kernel/bounds.ts";
import { CURRENCY_CODES } from "../../kernel/currency.ts";
import { HOLD_ENDS } from "../../domain/merchant/merchant.ts";

const Text = Type.String({ maxLength: BOUNDS.textMax });
const RequiredText = Type.String({ minLength: 1, maxLength: BOUNDS.textMax });
const Email = Type.String({
  maxLength: BOUNDS.textMax,
  pattern: "^[^\\s@]+@[^\\s@]+$",
  description: "must be an e-mail address",
});

export const Amount = Type.Integer({
  minimum: BOUNDS.amountMin,
  maximum: BOUNDS.amountMax,
  description: `must be an integer of minor units from ${BOUNDS.amountMin} to ${BOUNDS.amountMax}`,
});

const customerFields = {
  name: Type.Optional(Text),
  surname: Type.Optional(Text),
  email: Type.Optional(Email),
  phone: Type.Optional(Text),
  address: Type.Optional(Type.String({ maxLength: BOUNDS.addressMax })),
  city: Type.Optional(Text),
  country: Type.Optional(Text),
  postal_code: Type.Optional(Text),
  identity_number: Type.Optional(Text),
  ip_address: Type.Optional(Text),
  customer_id: Type.Optional(Text),
};

const Reference = Type.String({
  minLength: 1,
  maxLength: BOUNDS.referenceMax,
  pattern: "^[^\\p{Cc}\\s]([^\\p{Cc}]*[^\\p{Cc}\\s])?$",
  description:
    `must be 1 to ${BOUNDS.referenceMax} characters, none of them a control character, ` +
    "without a space at either end",
});

export const CustomerSchema = Type.Object(customerFields);

export const EmbeddedCustomerSchema = Type.Object({
  ...customerFields,
  name: RequiredText,
  surname: RequiredText,
  email: Email,
});

export const BasketItemSchema = Type.Object({
  id: Type.Optional(Text),
  name: Type.Optional(Text),
  brand_name: Type.Optional(Text),
  qty: Type.Optional(Type.Integer({ minimum: 1, maximum: BOUNDS.quantityMax })),
  unit_price: Type.Optional(Type.Integer({ minimum: 0, maximum: BOUNDS.amountMax })),
  category: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
});

const common = {
  merchant_api_key: Type.String({ minLength: 1, maxLength: BOUNDS.textMax }),
  amount: Amount,
  success_url: Type.String({ minLength: 1 }),
  fail_url: Type.String({ minLength: 1 }),
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { maxProperties: BOUNDS.metadataKeysMax }),
  ),
  reference: Type.Optional(Reference),
  basket_items: Type.Optional(Type.Array(BasketItemSchema, { maxItems: BOUNDS.basketMax })),
  language: Type.Optional(Type.Enum(["tr", "en"], { default: "tr" })),
  capture_method: Type.Optional(Type.Enum(["automatic", "manual"], { default: "automatic" })),
  on_hold_end: Type.Optional(Type.Enum([...HOLD_ENDS])),
};

/** Body of `POST /api/v1/checkout/session` (spec 4.1). */
export const CheckoutSessionSchema = Type.Object({
  ...common,
  currency: Type.Optional(Type.Enum([...CURRENCY_CODES], { default: "TRY" })),
  customer: Type.Optional(CustomerSchema),
});

/** Body of `POST /api/v1/embedded/session` (spec 4.2), which has no GBP and needs a customer. */
export const EmbeddedSessionSchema = Type.Object({
  ...common,
  currency: Type.Enum(CURRENCY_CODES.filter((code) => code !== "GBP")),
  customer: EmbeddedCustomerSchema,
});

export const SessionCreatedSchema = Type.Object({
  session_id: Type.String(),
  checkout_url: Type.String(),
  expires_at: Type.String(),
});

export type CheckoutSessionBody = Static<typeof CheckoutSessionSchema>;
export type EmbeddedSessionBody = Static<typeof EmbeddedSessionSchema>;
