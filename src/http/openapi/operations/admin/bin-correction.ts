import {
  BinCorrectionListSchema,
  BinCorrectionRemovedSchema,
  BinCorrectionSchema,
  CardNoteListSchema,
} from "../../../schema/admin/table.ts";
import { ofField } from "../../problem-examples.ts";
import { ADMIN, KEY_PROBLEMS, type Operations } from "./shared.ts";

const row = {
  bin: "435508",
  bank_name: "Akbank",
  card_brand: "visa",
  card_type: "credit",
  card_category: "individual",
  card_program: "Axess",
  bank_code: "0046",
  country: "TR",
};
const { bin, ...body } = row;
const QUERY = { mode: "live" };
const parameters = {
  mode: { description: "The mode of the table." },
  bin: { description: "First 6 to 8 digits of the card numbers." },
};

/** Single rows of the BIN table, which operators correct, and what banks say of cards. */
export const ADMIN_BIN_CORRECTION_OPERATIONS: Operations = {
  "GET /api/v1/admin/card-table/corrections": {
    ...ADMIN,
    id: "listBinCorrections",
    summary: "List the corrected rows of the card table",
    description: "The rows that are in force in place of the BIN table's, by digits.",
    parameters: { mode: parameters.mode },
    answers: { "application/json": [BinCorrectionListSchema] },
    examples: {
      one: { summary: "One row", query: QUERY, answer: { mode: "live", rows: [row] } },
    },
    problems: ["validation_failed", ...KEY_PROBLEMS],
    problemExamples: { validation_failed: ofField("mode", "is required") },
  },
  "GET /api/v1/admin/card-table/notes": {
    ...ADMIN,
    id: "listCardNotes",
    summary: "List what banks say against the card table",
    description:
      "Words of banks about cards, in their own lists and in answers to charges, where the table's " +
      "row says something else (`differs` names the fields) or is missing (`bin`). They change no " +
      "offer; an operator corrects the row.",
    parameters: { mode: parameters.mode },
    answers: { "application/json": [CardNoteListSchema] },
    examples: {
      none: { summary: "No difference", query: QUERY, answer: { mode: "live", rows: [] } },
    },
    problems: ["validation_failed", ...KEY_PROBLEMS],
    problemExamples: { validation_failed: ofField("mode", "is required") },
  },
  "PUT /api/v1/admin/card-table/corrections/:bin": {
    ...ADMIN,
    id: "correctBin",
    summary: "Correct a row of the card table",
    description:
      "Writes one row in place of the BIN table's. It stays in force after imports; a row with more " +
      "digits comes first.",
    parameters,
    answers: { "application/json": [BinCorrectionSchema] },
    examples: {
      one: {
        summary: "One row",
        query: { ...QUERY, bin },
        body,
        answer: { mode: "live", ...row },
      },
    },
    problems: ["validation_failed", ...KEY_PROBLEMS],
    problemExamples: { validation_failed: ofField("card_type", "is required") },
  },
  "DELETE /api/v1/admin/card-table/corrections/:bin": {
    ...ADMIN,
    id: "removeBinCorrection",
    summary: "Remove a correction of the card table",
    description: "The table's own row counts again.",
    parameters,
    answers: { "application/json": [BinCorrectionRemovedSchema] },
    examples: {
      one: {
        summary: "One row",
        query: { ...QUERY, bin },
        answer: { mode: "live", bin, removed: true },
      },
    },
    problems: ["validation_failed", "resource_not_found", ...KEY_PROBLEMS],
    problemExamples: {
      validation_failed: ofField("mode", "is required"),
      resource_not_found: ofField("bin", "must be the digits of a corrected row"),
    },
  },
};
