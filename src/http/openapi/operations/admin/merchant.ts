import {
  LiveSchema,
  MerchantCreatedSchema,
  MerchantListSchema,
  MerchantSchema,
} from "../../../schema/admin/merchant.ts";
import { EXAMPLE } from "../../example-values.ts";
import { ofField } from "../../problem-examples.ts";
import { ADMIN, KEY_PROBLEMS, MERCHANT_PROBLEMS, MERCHANT_QUERY, ONE, PATH } from "./shared.ts";
import type { Operations } from "./shared.ts";

const LIMIT = { type: "integer", minimum: 1, maximum: 100, default: 20 };

const merchant = {
  merchant_id: EXAMPLE.merchant,
  name: "Kitapçı",
  state: "active",
  suspended_since: null,
  live_since: null,
  response_style: "flags",
  three_d_secure: "optional",
  on_hold_end: "void",
  time_zone: "Europe/Istanbul",
  allowed_origins: [],
  refund_approval_above: null,
  refund_limit_raise: null,
  webhook_secret_since: EXAMPLE.createdAt,
  old_secret_until: null,
  created_at: EXAMPLE.createdAt,
} as const;

/** The conditions of live payments in the order of the list, for a merchant without any. */
const points = [
  ["connection", "missing"],
  ["three_d_secure", "missing"],
  ["store_key", "advice"],
  ["simulated_bank", "done"],
  ["public_https", "done"],
  ["production", "missing"],
  ["vault_key", "done"],
  ["live_key", "done"],
  ["second_factor", "missing"],
  ["webhook", "advice"],
  ["brand", "advice"],
  ["commissions", "advice"],
  ["bins", "done"],
  ["settlement", "advice"],
  ["demo_shop", "done"],
  ["backup", "advice"],
].map(([name, state]) => ({ name, state }));
const missing = points.filter(({ state }) => state === "missing").map(({ name }) => name);
const live = { live: false, live_since: null, may_start: false, points };

export const ADMIN_MERCHANT_OPERATIONS: Operations = {
  [`POST ${PATH}`]: {
    ...ADMIN,
    id: "createMerchant",
    summary: "Create a merchant",
    description:
      "Makes a merchant with its main keys of both modes, which this answer shows once. In test mode " +
      "the merchant can take payments at once.",
    answers: { "application/json": [MerchantCreatedSchema] },
    examples: {
      shop: {
        summary: "A shop",
        body: { name: merchant.name },
        answer: {
          ...merchant,
          test_api_key: EXAMPLE.newTestKey,
          live_api_key: EXAMPLE.newLiveKey,
          webhook_secret: EXAMPLE.webhookSecret,
        },
      },
    },
    problems: ["validation_failed", ...KEY_PROBLEMS],
    problemExamples: { validation_failed: ofField("name", "is required") },
  },
  [`GET ${PATH}`]: {
    ...ADMIN,
    id: "listMerchants",
    summary: "List merchants",
    description:
      "The merchants in the order of their ids. `next` of a page is `after` of the next.",
    parameters: {
      after: { description: "The `next` of the page before." },
      limit: { description: "Merchants of a page. Default 20.", schema: LIMIT },
    },
    answers: { "application/json": [MerchantListSchema] },
    examples: {
      next_page: {
        summary: "The page after a merchant",
        query: { after: EXAMPLE.earlierMerchant, limit: 1 },
        answer: { merchants: [merchant], has_more: false, next: EXAMPLE.merchant },
      },
    },
    problems: ["validation_failed", ...KEY_PROBLEMS],
    problemExamples: {
      validation_failed: ofField("limit", "must be a whole number from 1 to 100"),
    },
  },
  [`GET ${ONE}`]: {
    ...ADMIN,
    id: "getMerchant",
    summary: "Read a merchant",
    description: "The merchant with its settings and state.",
    answers: { "application/json": [MerchantSchema] },
    examples: { shop: { summary: "A shop", query: MERCHANT_QUERY, answer: merchant } },
    problems: MERCHANT_PROBLEMS,
  },
  [`PATCH ${ONE}`]: {
    ...ADMIN,
    id: "changeMerchant",
    summary: "Change, suspend or resume a merchant",
    description:
      "Changes the fields that are sent. A `suspended` merchant takes no new payments; its refunds, " +
      "captures, voids and reports go on. A lower approval limit holds at once, a higher one after a " +
      "day, in which an owner can withdraw it in the panel.",
    answers: { "application/json": [MerchantSchema] },
    examples: {
      suspend: {
        summary: "Suspend",
        query: MERCHANT_QUERY,
        body: { state: "suspended" },
        answer: { ...merchant, state: "suspended", suspended_since: EXAMPLE.createdAt },
      },
      settings: {
        summary: "Change settings",
        query: MERCHANT_QUERY,
        body: {
          three_d_secure: "always",
          allowed_origins: ["https://shop.example"],
          refund_approval_above: 100_000,
        },
        answer: {
          ...merchant,
          three_d_secure: "always",
          allowed_origins: ["https://shop.example"],
          refund_approval_above: 100_000,
        },
      },
    },
    problems: ["validation_failed", ...MERCHANT_PROBLEMS],
    problemExamples: {
      validation_failed: ofField(
        "time_zone",
        "must be the name of a time zone such as Europe/Istanbul",
      ),
    },
  },
  [`GET ${ONE}/live`]: {
    ...ADMIN,
    id: "getLiveState",
    summary: "Read the conditions of live payments",
    description:
      "Every condition of live payments. Those in the state `missing` must be met before the start; " +
      "`advice` is recommended.",
    answers: { "application/json": [LiveSchema] },
    examples: { new_shop: { summary: "A new shop", query: MERCHANT_QUERY, answer: live } },
    problems: MERCHANT_PROBLEMS,
  },
  [`PUT ${ONE}/live`]: {
    ...ADMIN,
    id: "switchLive",
    summary: "Start or stop live payments",
    description:
      "The start is refused while a condition is missing, as in the panel. The stop is always possible.",
    answers: { "application/json": [LiveSchema] },
    examples: {
      stop: {
        summary: "Stop",
        query: MERCHANT_QUERY,
        body: { live: false },
        answer: live,
      },
    },
    problems: ["validation_failed", ...MERCHANT_PROBLEMS, "live_not_ready"],
    problemExamples: {
      validation_failed: ofField("live", "is required"),
      live_not_ready: {
        detail: `The merchant can't take live payments yet; missing: ${missing.join(", ")}.`,
        extra: { missing },
      },
    },
  },
};
