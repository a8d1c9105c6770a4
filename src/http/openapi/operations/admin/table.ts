import type { TSchema } from "typebox";
import {
  CardTableImportedSchema,
  LIMIT_TABLE,
  RATE_TABLE,
  TERM_TABLE,
  VersionListSchema,
} from "../../../schema/admin/table.ts";
import { EXAMPLE } from "../../example-values.ts";
import type { Operation } from "../../operation.ts";
import { ofField } from "../../problem-examples.ts";
import {
  ACTOR,
  ADMIN,
  KEY_PROBLEMS,
  MERCHANT_PROBLEMS,
  MERCHANT_QUERY,
  ONE,
  type Operations,
} from "./shared.ts";

const QUERY = { ...MERCHANT_QUERY, mode: "live" };
const MODE = { mode: { description: "The mode of the table." } };

type Table = {
  readonly path: string;
  /** The end of the ids of the operations. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly schemas: { readonly answer: TSchema; readonly version: TSchema };
  readonly row: object;
};

const rate = {
  program: "Bonus",
  card_bank: "own",
  bank_code: "0062",
  card_category: null,
  installment_count: 3,
  commission_rate: 2.5,
  borne_by: "customer",
  valid_from: "2026-01-01",
  valid_to: null,
};

const limit = {
  category: 7,
  max_installments: 4,
  goods: "electronics",
  valid_from: "2026-01-01",
  valid_to: null,
};

const term = {
  acquirer: null,
  payment_type: "creditcard",
  program: null,
  installment_count: null,
  commission_rate: 1.75,
  value_days: 1,
  valid_from: "2026-01-01",
  valid_to: null,
};

const version = {
  version: 1,
  changed_at: EXAMPLE.createdAt,
  changed_by: ACTOR,
  row_count: 1,
  added: 1,
  removed: 0,
};

export const ADMIN_TABLE_OPERATIONS: Operations = {
  ...tableOperations({
    path: `${ONE}/commission-rates`,
    id: "CommissionRates",
    name: "commission rates",
    description: "The cost of installments, by card program and number.",
    schemas: RATE_TABLE,
    row: rate,
  }),
  ...tableOperations({
    path: `${ONE}/installment-limits`,
    id: "InstallmentLimits",
    name: "installment limits",
    description: "The most installments by category of goods.",
    schemas: LIMIT_TABLE,
    row: limit,
  }),
  ...tableOperations({
    path: `${ONE}/settlement-terms`,
    id: "SettlementTerms",
    name: "settlement contract",
    description: "The commissions and value dates that the acquirers have agreed.",
    schemas: TERM_TABLE,
    row: term,
  }),
  "PUT /api/v1/admin/card-table": {
    ...ADMIN,
    id: "replaceCardTable",
    summary: "Replace the card table",
    description:
      "Replaces the BIN table of a mode (live by default), which all merchants share, by a file with " +
      "the columns bin, bank_name, card_brand, card_type and, where known, card_category, " +
      "card_program, bank_code and country. Corrected rows stay. A file that does not fit into a body " +
      "is imported at the command line.",
    answers: { "application/json": [CardTableImportedSchema] },
    examples: {
      file: {
        summary: "A file with one card",
        body: {
          csv: "bin,bank_name,card_brand,card_type\n540061,Garanti BBVA,mastercard,credit\n",
          mode: "live",
        },
        answer: { records: 1, added: 1, changed: 0, removed: 1, set_aside: [] },
      },
    },
    problems: ["validation_failed", ...KEY_PROBLEMS],
    problemExamples: { validation_failed: ofField("csv", "is required") },
  },
};

/** The operations of one table: to read it, to replace it, and to read its earlier versions. */
function tableOperations(table: Table): Operations {
  const { path, id, name, description, schemas, row } = table;
  const answer = { mode: "live", rows: [row] };
  return {
    [`GET ${path}`]: {
      ...ADMIN,
      id: `get${id}`,
      summary: `Read the ${name}`,
      description: `${description} The rows that were imported, in their order.`,
      parameters: MODE,
      answers: { "application/json": [schemas.answer] },
      examples: { one_row: { summary: "One row", query: QUERY, answer } },
      problems: ["validation_failed", ...MERCHANT_PROBLEMS],
      problemExamples: { validation_failed: ofField("mode", "is required") },
    },
    [`PUT ${path}`]: {
      ...ADMIN,
      id: `replace${id}`,
      summary: `Replace the ${name}`,
      description:
        `${description} Replaces all rows at once; one wrong row changes nothing. No row at all ` +
        "restores the default. Each change makes a version.",
      parameters: MODE,
      answers: { "application/json": [schemas.answer] },
      examples: {
        one_row: { summary: "One row", query: QUERY, body: { rows: [row] }, answer },
      },
      problems: ["validation_failed", ...MERCHANT_PROBLEMS],
      problemExamples: { validation_failed: ofField("rows", "is required") },
    },
    [`GET ${path}/versions`]: versionsOperation(table),
    [`GET ${path}/versions/:version`]: versionOperation(table),
  };
}

function versionsOperation({ id, name }: Table): Operation {
  return {
    ...ADMIN,
    id: `list${id}Versions`,
    summary: `List versions of the ${name}`,
    description: "The last 50 states of the table, by whichever way it was changed, newest first.",
    parameters: MODE,
    answers: { "application/json": [VersionListSchema] },
    examples: {
      one: {
        summary: "One version",
        query: QUERY,
        answer: { mode: "live", versions: [version] },
      },
    },
    problems: ["validation_failed", ...MERCHANT_PROBLEMS],
    problemExamples: { validation_failed: ofField("mode", "is required") },
  };
}

function versionOperation({ id, name, schemas, row }: Table): Operation {
  return {
    ...ADMIN,
    id: `get${id}Version`,
    summary: `Read a version of the ${name}`,
    description: "The rows of the table as they were.",
    parameters: MODE,
    answers: { "application/json": [schemas.version] },
    examples: {
      first: {
        summary: "The first version",
        query: { ...QUERY, version: "1" },
        answer: { mode: "live", version: 1, rows: [row] },
      },
    },
    problems: ["validation_failed", ...MERCHANT_PROBLEMS],
    problemExamples: { validation_failed: ofField("mode", "is required") },
  };
}
