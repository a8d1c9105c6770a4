import { ConnectionCheckSchema } from "../../../schema/admin/connection.ts";
import { FeedListSchema, FeedSchema } from "../../../schema/admin/feed.ts";
import { EXAMPLE } from "../../example-values.ts";
import { ofField } from "../../problem-examples.ts";
import { ADMIN, MERCHANT_PROBLEMS, MERCHANT_QUERY, ONE, type Operations } from "./shared.ts";

const FEEDS = `${ONE}/feeds`;
const FEED = `${FEEDS}/:feed_id`;
const FEED_QUERY = { ...MERCHANT_QUERY, feed_id: EXAMPLE.feed };

const credentials = {
  client_id: "sandbox-client",
  consent_id: "consent-TR810006200000000123456789",
};

const feed = {
  feed_id: EXAMPLE.feed,
  merchant_id: EXAMPLE.merchant,
  mode: "test",
  state: "active",
  health: "untried",
  title: "Garanti TL",
  protocol: "garanti",
  extracts_of: null,
  hosts: "simulated_bank",
  credentials,
  every_seconds: 60,
  last_check: { at: EXAMPLE.createdAt, kind: "ready", code: null, message: null },
  answered_at: null,
  news_at: null,
  due_at: EXAMPLE.createdAt,
  created_at: EXAMPLE.createdAt,
  updated_at: EXAMPLE.createdAt,
};

/** A feed whose bank has not accepted the credentials. */
const refusedCheck = {
  at: EXAMPLE.createdAt,
  kind: "refused",
  code: "token_refused",
  message: "unknown client",
};
const refusedFeed = {
  ...feed,
  state: "disabled",
  health: "disabled",
  last_check: refusedCheck,
};

export const ADMIN_FEED_OPERATIONS: Operations = {
  [`GET ${FEEDS}`]: {
    ...ADMIN,
    id: "listAccountFeeds",
    summary: "List a merchant's account feeds",
    description: "The bank accounts that are looked at for incoming transfers, oldest first.",
    parameters: { mode: { description: "Only the feeds of this mode." } },
    answers: { "application/json": [FeedListSchema] },
    examples: {
      test_mode: {
        summary: "Those of test mode",
        query: { ...MERCHANT_QUERY, mode: "test" },
        answer: { feeds: [refusedFeed] },
      },
    },
    problems: ["validation_failed", ...MERCHANT_PROBLEMS],
    problemExamples: { validation_failed: ofField("mode", "must be one of test, live") },
  },
  [`POST ${FEEDS}`]: {
    ...ADMIN,
    id: "addAccountFeed",
    summary: "Look at a bank account",
    description:
      "A bank account whose incoming transfers complete the merchant's payments, or with `extracts_of` the " +
      "place of a connection's settlement extracts. Secret credentials are stored encrypted, and no answer " +
      "contains them.",
    answers: { "application/json": [FeedSchema] },
    examples: {
      garanti: {
        summary: "An account at the test bank",
        query: MERCHANT_QUERY,
        body: {
          mode: "test",
          protocol: "garanti",
          title: feed.title,
          credentials: { ...credentials, client_secret: "sandbox-secret" },
        },
        answer: feed,
      },
    },
    problems: ["validation_failed", ...MERCHANT_PROBLEMS, "already_exists"],
    problemExamples: {
      validation_failed: ofField("credentials", "is required"),
      already_exists: ofField("title", "must be another: this one is taken"),
    },
  },
  [`GET ${FEED}`]: {
    ...ADMIN,
    id: "getAccountFeed",
    summary: "Read an account feed",
    description: "The feed with its health and the bank's last answer, without secrets.",
    answers: { "application/json": [FeedSchema] },
    examples: {
      garanti: { summary: "A disabled feed", query: FEED_QUERY, answer: refusedFeed },
    },
    problems: MERCHANT_PROBLEMS,
  },
  [`PATCH ${FEED}`]: {
    ...ADMIN,
    id: "changeAccountFeed",
    summary: "Change, disable or enable an account feed",
    description:
      "Changes the fields that are sent. A feed that was disabled reads what arrived meanwhile once it " +
      "is enabled.",
    answers: { "application/json": [FeedSchema] },
    examples: {
      pause: {
        summary: "Look every five minutes",
        query: FEED_QUERY,
        body: { every_seconds: 300 },
        answer: { ...refusedFeed, every_seconds: 300 },
      },
    },
    problems: ["validation_failed", ...MERCHANT_PROBLEMS, "already_exists"],
    problemExamples: {
      validation_failed: ofField("state", "must be one of active, disabled"),
      already_exists: ofField("title", "must be another: this one is taken"),
    },
  },
  [`POST ${FEED}/test`]: {
    ...ADMIN,
    id: "testAccountFeed",
    summary: "Ask the bank of an account feed",
    description: "Asks the bank whether it accepts the credentials; takes no lines.",
    answers: { "application/json": [ConnectionCheckSchema] },
    examples: {
      garanti: {
        summary: "A bank that refuses them",
        query: FEED_QUERY,
        answer: refusedCheck,
      },
    },
    problems: MERCHANT_PROBLEMS,
  },
};
