import { BOUNDS } from "../../kernel/bounds.ts";
import type { Json } from "./schema-writer.ts";

export const SECURITY_SCHEMES: Json = {
  merchantKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "vz_test_… or vz_live_…",
    description:
      "The merchant's API key, for calls from the merchant's server. The key's mode decides which " +
      "payments the call can see.",
  },
  operatorKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "vz_operator_…",
    description:
      "A key of the company that runs the service, for the administration API. It reaches every " +
      "merchant, by its rights, and none of the merchants' own calls.",
  },
};

/** The request headers; each operation refers to those that it accepts. */
export const PARAMETERS: Json = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Bare, or as a quoted string; kept 7 days. The same key and body give the stored answer again, " +
      "the same key and another body 422, and a call whose first one is still running 409.",
    schema: { type: "string", minLength: 1, maxLength: BOUNDS.idempotencyKeyMax },
    example: "order-1042-payment-1",
  },
  RequestId: {
    name: "X-Request-Id",
    in: "header",
    description: "A plain token of your own; it comes back in the answer and stands in our logs.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._~-]{1,128}$" },
  },
};

/** The header of `pay` and the summary, whose answers have two styles. */
export const RESPONSE_STYLE: Json = {
  name: "Vezne-Response-Style",
  in: "header",
  description: "The style of this one answer, whatever the merchant's setting is.",
  schema: { type: "string", enum: ["flags", "codes"] },
};

export const HEADERS: Json = {
  RequestId: {
    description: "Id of the request, as it stands in our logs.",
    required: true,
    schema: { type: "string" },
  },
  IdempotentReplayed: {
    description: "`true` where this is the stored answer of an earlier call with the same key.",
    schema: { type: "string", const: "true" },
  },
  RetryAfter: {
    description: "Seconds after which the call may be tried again.",
    schema: { type: "integer", minimum: 1 },
  },
  RateLimit: {
    description:
      "The rest of each limit that was applied: `r` requests, and all of them again after `t` seconds.",
    schema: { type: "string" },
    example: '"key";r=1999;t=1',
  },
  RateLimitPolicy: {
    description: "Each limit that was applied: `q` requests in `w` seconds.",
    schema: { type: "string" },
    example: '"key";q=2000;w=2',
  },
  Authenticate: {
    description: "The scheme that the call needs.",
    required: true,
    schema: { type: "string", const: "Bearer" },
  },
  ContentDisposition: {
    description: "The file's name.",
    required: true,
    schema: { type: "string" },
  },
  Help: {
    description: "The page about this error, with the relation `help` (RFC 8288).",
    required: true,
    schema: { type: "string" },
  },
};

export const TAGS: readonly Json[] = [
  { name: "Sessions", description: "An amount to be paid within one hour, and the pages for it." },
  { name: "Payments", description: "The payment of a session, and its status." },
  {
    name: "Cards and installments",
    description: "The bank and the installments of a card, by its first digits, before the charge.",
  },
  {
    name: "Refunds, captures and voids",
    description: "Money given back, taken later, or released. From the merchant's server only.",
  },
  { name: "Reports", description: "Lists, sums and files. From the merchant's server only." },
  {
    name: "Events",
    description: "Events in their order, and webhooks. From the merchant's server only.",
  },
  {
    name: "Administration",
    description:
      "Merchants, their keys, users, bank connections and tables, for the company that runs the service.",
  },
];

export const INFO_DESCRIPTION = [
  "Checkout sessions and payments: cards with 3-D Secure and installments, bank transfers, wallets, " +
    "shopping credit and Papel; refunds, captures and voids; reports.",
  "Amounts are integers in minor units. Times are UTC, ISO 8601, with `Z`. Unknown fields of a request " +
    "are ignored; a field of the wrong type, an unknown value of an enumeration, or a name that is " +
    "given twice is refused with 400.",
  "Errors are problem documents (RFC 9457) whose `type` is the address of a page about the problem. " +
    'Session creation answers `{"detail"}` instead, and gives that address in `Link`.',
  "Any path answers 405 with `Allow` to a method that it does not take, and any other path 404.",
].join("\n\n");
