import { Type } from "typebox";
import { Compile } from "typebox/compile";

import { CURRENCY_CODES } from "../kernel/currency.ts";
import { HOSTED_METHODS } from "./providers.ts";

/** The messages to the bank. Amounts are in minor units; the operation is also part of the path. */
const Id = Type.String({ pattern: "^[A-Za-z0-9_.:-]{1,64}$" });
// Control characters and lone surrogates are refused, because names are stored and shown.
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

/** Opens a payment at a page of the bank; the amount is charged when the customer approves. */
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

/**
 * Asks for a page of what was booked for the terminal from one moment until another; the next page
 * begins after the last booking of the page before.
 */
const Movements = Type.Object({
  operation: Type.Literal("movements"),
  ...Common,
  from: Moment,
  until: Moment,
  after: Type.Optional(Type.Object({ booked_at: Moment, request_id: Id })),
});

const Modification = Type.Object({
  operation: Type.Enum(["capture", "void", "refund"]),
  ...Common,
  ...Amount,
  original_request_id: Id,
});

const Message = Type.Union([
  Authorize,
  Enroll,
  Initiate,
  Inquire,
  Reverse,
  Movements,
  Modification,
]);

export type AuthorizeMessage = Type.Static<typeof Authorize>;
export type EnrollMessage = Type.Static<typeof Enroll>;
export type InitiateMessage = Type.Static<typeof Initiate>;
export type MovementsMessage = Type.Static<typeof Movements>;
export type InquireMessage = Type.Static<typeof Inquire>;
export type ReverseMessage = Type.Static<typeof Reverse>;
export type ModificationMessage = Type.Static<typeof Modification>;
export type BankMessage = Type.Static<typeof Message>;

const validator = Compile(Message);
const idReader = Compile(Type.Object(Common));

/** Returns the request id of a body that is no valid message, so that the refusal can name it. */
export function readRequestId(body: unknown): string | undefined {
  return idReader.Check(body) ? body.request_id : undefined;
}

/** Returns the message in a body, or undefined if the body is no valid message. */
export function parseMessage(body: unknown): BankMessage | undefined {
  return validator.Check(body) ? body : undefined;
}
