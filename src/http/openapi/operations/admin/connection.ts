import {
  ConnectionCheckSchema,
  ConnectionListSchema,
  ConnectionSchema,
  ProtocolSchema,
} from "../../../schema/admin/connection.ts";
import { EXAMPLE } from "../../example-values.ts";
import { ofField } from "../../problem-examples.ts";
import {
  ADMIN,
  KEY_PROBLEMS,
  MERCHANT_PROBLEMS,
  MERCHANT_QUERY,
  ONE,
  type Operations,
} from "./shared.ts";

const CONNECTIONS = `${ONE}/connections`;
const CONNECTION = `${CONNECTIONS}/:connection_id`;
const CONNECTION_QUERY = { ...MERCHANT_QUERY, connection_id: EXAMPLE.connection };

const connection = {
  connection_id: EXAMPLE.connection,
  merchant_id: EXAMPLE.merchant,
  mode: "test",
  state: "active",
  title: "Garanti BBVA",
  protocol: "garanti",
  bank: "garanti",
  bank_code: "0062",
  terminal: "7000679/30691298",
  hosts: "simulated_bank",
  credentials: { merchant_id: "7000679", terminal_id: "30691298" },
  model: "3D",
  accepted_md_status: ["1"],
  mail_order: false,
  installment_counts: [],
  programs: [],
  currencies: ["TRY"],
  amount_min: null,
  amount_max: null,
  weight: 100,
  hold_days: null,
  active_from: null,
  active_until: null,
  last_check: { at: EXAMPLE.createdAt, kind: "ready", code: null, message: null },
  store_key: { state: "unproved", at: null, code: null, message: null },
  created_at: EXAMPLE.createdAt,
  updated_at: EXAMPLE.createdAt,
};

/** The protocols of this release, as the refusal of another one names them. */
const PROTOCOLS =
  "nestpay, garanti, posnet, akbank, payfor, payflex, boa, albaraka, intervpos, iyzico";

const protocol = {
  protocol: "garanti",
  title: "Garanti BBVA (GVP)",
  banks: [
    {
      bank: "garanti",
      title: "Garanti BBVA",
      bank_code: "0062",
      has_live: true,
      has_test: true,
    },
  ],
  models: ["3D"],
  marks_mail_order: true,
  credentials: [
    { name: "merchant_id", title: "Merchant number", is_secret: false, is_required: true },
    { name: "terminal_id", title: "Terminal number", is_secret: false, is_required: true },
    { name: "sub_merchant_id", title: "Dealer number", is_secret: false, is_required: false },
    { name: "store_key", title: "3-D Secure store key", is_secret: true, is_required: true },
    { name: "sale_password", title: "Password of PROVAUT", is_secret: true, is_required: true },
    { name: "refund_password", title: "Password of PROVRFN", is_secret: true, is_required: true },
  ],
};

export const ADMIN_CONNECTION_OPERATIONS: Operations = {
  "GET /api/v1/admin/protocols/:protocol": {
    ...ADMIN,
    id: "getProtocol",
    summary: "Read a bank protocol",
    description: "The banks of a protocol, and the credentials that a connection by it needs.",
    answers: { "application/json": [ProtocolSchema] },
    examples: {
      garanti: {
        summary: "The protocol of Garanti BBVA",
        query: { protocol: "garanti" },
        answer: protocol,
      },
    },
    problems: [...KEY_PROBLEMS, "resource_not_found"],
    problemExamples: {
      resource_not_found: ofField("protocol", `must be one of ${PROTOCOLS}`),
    },
  },
  [`GET ${CONNECTIONS}`]: {
    ...ADMIN,
    id: "listConnections",
    summary: "List a merchant's connections",
    description: "The connections of both modes or of one, also the retired ones, oldest first.",
    parameters: { mode: { description: "Only the connections of this mode." } },
    answers: { "application/json": [ConnectionListSchema] },
    examples: {
      test_mode: {
        summary: "Those of test mode",
        query: { ...MERCHANT_QUERY, mode: "test" },
        answer: { connections: [connection] },
      },
    },
    problems: ["validation_failed", ...MERCHANT_PROBLEMS],
    problemExamples: { validation_failed: ofField("mode", "must be one of test, live") },
  },
  [`POST ${CONNECTIONS}`]: {
    ...ADMIN,
    id: "addConnection",
    summary: "Connect a bank",
    description:
      "A connection to a bank with the credentials that its protocol asks for. Those that are secret " +
      "are stored encrypted, and no answer contains them. In live mode no payment takes the connection " +
      "before live payments are started.",
    answers: { "application/json": [ConnectionSchema] },
    examples: {
      garanti: {
        summary: "A terminal at the test bank",
        query: MERCHANT_QUERY,
        body: {
          mode: "test",
          protocol: "garanti",
          bank: "garanti",
          title: connection.title,
          credentials: {
            ...connection.credentials,
            store_key: "12345678",
            sale_password: "123qweASD/",
            refund_password: "123qweASD/",
          },
        },
        answer: connection,
      },
    },
    problems: ["validation_failed", ...MERCHANT_PROBLEMS, "already_exists"],
    problemExamples: {
      validation_failed: ofField("credentials", "is required"),
      already_exists: ofField("title", "must be another: this one is taken"),
    },
  },
  [`GET ${CONNECTION}`]: {
    ...ADMIN,
    id: "getConnection",
    summary: "Read a connection",
    description: "The connection, without the credentials that are secret.",
    answers: { "application/json": [ConnectionSchema] },
    examples: {
      garanti: { summary: "A connection", query: CONNECTION_QUERY, answer: connection },
    },
    problems: MERCHANT_PROBLEMS,
  },
  [`PATCH ${CONNECTION}`]: {
    ...ADMIN,
    id: "changeConnection",
    summary: "Change, disable, enable or retire a connection",
    description:
      "Changes the fields that are sent; `weight` is its share among equal connections. `credentials` " +
      "replace all of them and must be of the same terminal. The state `retired` is final.",
    answers: { "application/json": [ConnectionSchema] },
    examples: {
      disable: {
        summary: "Disable",
        query: CONNECTION_QUERY,
        body: { state: "disabled" },
        answer: { ...connection, state: "disabled" },
      },
      share: {
        summary: "Take a smaller share",
        query: CONNECTION_QUERY,
        body: { weight: 20 },
        answer: { ...connection, weight: 20 },
      },
    },
    problems: ["validation_failed", ...MERCHANT_PROBLEMS, "already_exists"],
    problemExamples: {
      validation_failed: ofField("weight", "must be an integer"),
      already_exists: ofField("title", "must be another: this one is taken"),
    },
  },
  [`POST ${CONNECTION}/test`]: {
    ...ADMIN,
    id: "testConnection",
    summary: "Ask the bank",
    description:
      "Asks the bank whether it accepts the credentials, without a payment. `unknown` means that the " +
      "bank gave no clear answer.",
    answers: { "application/json": [ConnectionCheckSchema] },
    examples: {
      garanti: {
        summary: "A bank that accepts them",
        query: CONNECTION_QUERY,
        answer: { kind: "ready", code: null, message: null, at: EXAMPLE.createdAt },
      },
    },
    problems: MERCHANT_PROBLEMS,
  },
};
