import {
  MerchantKeyCreatedSchema,
  MerchantKeyEndedSchema,
  MerchantKeyListSchema,
  MerchantKeyRolledSchema,
  MerchantSecretRolledSchema,
} from "../../../schema/admin/key.ts";
import { EXAMPLE } from "../../example-values.ts";
import { ofField } from "../../problem-examples.ts";
import { ACTOR, ADMIN, MERCHANT_PROBLEMS, MERCHANT_QUERY, ONE } from "./shared.ts";
import type { Operations } from "./shared.ts";

const KEYS = `${ONE}/keys`;

const key = {
  key_ref: EXAMPLE.keyRef,
  mode: "test",
  name: "accounting",
  last_four: EXAMPLE.lastFour,
  rights: ["payments.read"],
  refunds_above_limit_from: null,
  networks: [],
  created_at: EXAMPLE.createdAt,
  created_by: ACTOR,
  used_at: null,
  used_from: null,
  ends_at: null,
};
const main = {
  ...key,
  name: null,
  rights: null,
  refunds_above_limit_from: EXAMPLE.createdAt,
  created_by: null,
};

export const ADMIN_KEY_OPERATIONS: Operations = {
  [`GET ${KEYS}`]: {
    ...ADMIN,
    id: "listKeys",
    summary: "List a merchant's keys",
    description: "The keys in force, those of test mode first; a key without a name is a main key.",
    answers: { "application/json": [MerchantKeyListSchema] },
    examples: {
      main_keys: {
        summary: "The main keys",
        query: MERCHANT_QUERY,
        answer: { keys: [main, { ...main, mode: "live" }] },
      },
    },
    problems: MERCHANT_PROBLEMS,
  },
  [`POST ${KEYS}`]: {
    ...ADMIN,
    id: "createKey",
    summary: "Create a key",
    description:
      "A key with a name and some rights, which this answer shows once. If the merchant has an " +
      "approval limit, the right `refunds.above_limit` begins after a day.",
    answers: { "application/json": [MerchantKeyCreatedSchema] },
    examples: {
      reports: {
        summary: "A key for reports",
        query: MERCHANT_QUERY,
        body: { mode: "test", name: key.name, rights: key.rights },
        answer: { ...key, api_key: EXAMPLE.newTestKey },
      },
    },
    problems: ["validation_failed", ...MERCHANT_PROBLEMS, "already_exists"],
    problemExamples: { validation_failed: ofField("name", "is required") },
  },
  [`POST ${KEYS}/roll`]: {
    ...ADMIN,
    id: "rollKey",
    summary: "Replace a key",
    description:
      "Replaces the key of the name, or without one the main key, by a key with the same rights, which " +
      "this answer shows once. The old key still works for `grace_hours`.",
    answers: { "application/json": [MerchantKeyRolledSchema] },
    examples: {
      main_key: {
        summary: "The main key, with an hour for the change",
        query: MERCHANT_QUERY,
        body: { mode: "test", grace_hours: 1 },
        answer: {
          mode: "test",
          name: null,
          api_key: EXAMPLE.newTestKey,
          old_key_until: EXAMPLE.expiresAt,
        },
      },
    },
    problems: ["validation_failed", ...MERCHANT_PROBLEMS],
    problemExamples: { validation_failed: ofField("mode", "is required") },
  },
  [`DELETE ${KEYS}/:key_ref`]: {
    ...ADMIN,
    id: "endKey",
    summary: "End a key",
    description: "The key is refused from now on. A main key is replaced instead.",
    answers: { "application/json": [MerchantKeyEndedSchema] },
    examples: {
      named: {
        summary: "A key with a name",
        query: { ...MERCHANT_QUERY, key_ref: EXAMPLE.keyRef },
        answer: { ended: true, key_ref: EXAMPLE.keyRef },
      },
    },
    problems: MERCHANT_PROBLEMS,
  },
  [`POST ${ONE}/webhook-secret/roll`]: {
    ...ADMIN,
    id: "rollMerchantSecret",
    summary: "Replace a merchant's secret",
    description:
      "Replaces the secret that signs redirects and the webhooks of endpoints without one of their " +
      "own, in both modes; this answer shows it once. For `overlap_hours` the old one signs redirects " +
      "and both sign webhooks. While an old one signs, only a call with `overlap_hours` 0 is made.",
    answers: { "application/json": [MerchantSecretRolledSchema] },
    examples: {
      usual: {
        summary: "With a day for the change",
        query: MERCHANT_QUERY,
        body: {},
        answer: {
          merchant_id: EXAMPLE.merchant,
          webhook_secret: EXAMPLE.webhookSecret,
          old_secret_until: "2026-11-24T09:00:00.000Z",
        },
      },
    },
    problems: ["validation_failed", ...MERCHANT_PROBLEMS],
    problemExamples: { validation_failed: ofField("overlap_hours", "must be an integer") },
  },
};
