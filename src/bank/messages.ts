import { Type } from "typebox";
import { Compile } from "typebox/compile";

import { CURRENCY_CODES } from "../kernel/currency.ts";
import { HOSTED_METHODS } from "./hosted-payment.ts";

/** What may be asked of the bank. Amounts are minor units; the operation is also in the address. */
const Id = Type.String({ pattern: "^[A-Za-z0-9_.:-]{1,64}$" });
// No control characters and no lone surrogates: names are stored and shown.
const Name = Type.String({ maxLength: 255, pattern: "^[^\\p{Cc}\\p{Cs}]*$" });

const ReturnUrl = Type.String({ maxLength: 2_048, pattern: "^https?://" });

const Common = { request_id: Id };

const Amount = {
  amount: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  currency: Type.Enum([...CURRENCY_CODES]),
};

const Card = Type.Object({
  number: Type.String({ maxLength: 32 }),
  expiry_month: Type.Integer({ minimum: 1, maximum: 12 }),
  expiry_year: Type.Integer({ minimum: 2000, maximum: 2099 }),
  cvc: Type.Optional(Type.String({ maxLength: 8 })),
  holder: Name,
});

const Order = {
  ...Common,
  ...Amount,
  order_id: Id,
  transaction_type: Type.Enum(["sale", "preauth"]),
  installments: Type.Integer({ minimum: 1, maximum: 99 }),
};

/** Epoch milliseconds. */
const Moment = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const Authorize = Type.Union([
  Type.Object({ operation: Type.Literal("authorize"), ...Order, card: Card }),
  Type.Object({ operation: Type.Literal("authorize"), ...Order, md: Id }),
]);

const Enroll = Type.Object({
  operation: Type.Literal("enroll"),
  ...Order,
  card: Card,
  return_url: ReturnUrl,
  merchant_name: Name,
  language: Type.Enum(["tr", "en"]),
  expires_at: Moment,
});

/** Opens a payment at a page: amounts are charged there, when the customer approves. */
const Initiate = Type.Object({
  operation: Type.Literal("initiate"),
  ...Common,
  ...Amount,
  order_id: Id,
  method: Type.Enum([...HOSTED_METHODS]),
  provider: Id,
  installments: Type.Integer({ minimum: 1, maximum: 99 }),
  return_url: ReturnUrl,
  merchant_name: Name,
  language: Type.Enum(["tr", "en"]),
  expires_at: Moment,
});

const Inquire = Type.Object({ operation: Type.Literal("inquire"), ...Common });

const Reverse = Type.Object({ operation: Type.Literal("reverse"), ...Common });

/** What arrived at the current accounts after a line that was already seen. */
const Feed = Type.Object({
  operation: Type.Literal("feed"),
  ...Common,
  after: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
});

const FollowUp = Type.Object({
  operation: Type.Enum(["capture", "void", "refund"]),
  ...Common,
  ...Amount,
  original_request_id: Id,
});

const Message = Type.Union([Authorize, Enroll, Initiate, Inquire, Reverse, Feed, FollowUp]);

export type AuthorizeMessage = Type.Static<typeof Authorize>;
export type EnrollMessage = Type.Static<typeof Enroll>;
export type InitiateMessage = Type.Static<typeof Initiate>;
export type FeedMessage = Type.Static<typeof Feed>;
export type InquireMessage = Type.Static<typeof Inquire>;
export type ReverseMessage = Type.Static<typeof Reverse>;
export type FollowUpMessage = Type.Static<typeof FollowUp>;
export type BankMessage = Type.Static<typeof Message>;

const validator = Compile(Message);
const idReader = Compile(Type.Object(Common));

/** The request id of a body that is not a message, so that the answer can say which was refused. */
export function readRequestId(body: unknown): string | undefined {
  return idReader.Check(body) ? body.request_id : undefined;
}

/** The message that a body holds, or `undefined` when it is not one. */
export function parseMessage(body: unknown): BankMessage | undefined {
  return validator.Check(body) ? body : undefined;
}
