import { BOUNDS } from "../../../kernel/bounds.ts";
import { StoredCardErasedSchema, StoredCardListSchema } from "../../schema/stored-card-answer.ts";
import { EXAMPLE } from "../example-values.ts";
import type { Operation } from "../operation.ts";
import { PROBLEM_EXAMPLES, ofField } from "../problem-examples.ts";

const shared = { tag: "Cards and installments", access: "merchant key" } as const;

/** Cards that customers saved: an extension of spec 4.3. */
export const STORED_CARD_OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /api/v1/payment/cards": {
    ...shared,
    id: "listStoredCards",
    summary: "List stored cards",
    description:
      "The cards that `save_card` kept for the key's merchant and mode, newest first; with " +
      "`customer_id`, those of one customer.",
    parameters: {
      page: { schema: { type: "integer", minimum: 1, maximum: 999_999_999, default: 1 } },
      per_page: {
        schema: { type: "integer", minimum: 1, maximum: BOUNDS.perPageMax, default: 20 },
      },
    },
    answers: { "application/json": [StoredCardListSchema] },
    examples: {
      of_customer: {
        summary: "The cards of a customer",
        query: { customer_id: EXAMPLE.customer },
        answer: {
          success: true,
          total: 1,
          page: 1,
          per_page: 20,
          cards: [
            {
              card_token: EXAMPLE.token,
              card_last_four: "0008",
              bin_number: "55287900",
              card_brand: "mastercard",
              bank_name: "Halkbank",
              expire_month: "12",
              expire_year: "2030",
              card_holder_name: "Ada Şahin",
              customer_id: EXAMPLE.customer,
              created_at: EXAMPLE.createdAt,
            },
          ],
        },
      },
    },
    problems: ["validation_failed", "missing_api_key", "invalid_api_key"],
    problemExamples: {
      validation_failed: ofField(
        "per_page",
        `must be a whole number from 1 to ${BOUNDS.perPageMax}`,
      ),
    },
  },
  "DELETE /api/v1/payment/cards/:card_token": {
    ...shared,
    id: "eraseStoredCard",
    summary: "Erase a stored card",
    description: "Erases the card's number for good; its token pays nothing any more.",
    answers: { "application/json": [StoredCardErasedSchema] },
    examples: {
      stored: {
        summary: "A stored card",
        query: { card_token: EXAMPLE.token },
        answer: { success: true, card_token: EXAMPLE.token },
      },
    },
    problems: ["missing_api_key", "invalid_api_key", "card_token_not_found"],
    problemExamples: {
      card_token_not_found: {
        ...PROBLEM_EXAMPLES.card_token_not_found,
        detail: "card_token is not the token of a stored card of this merchant and mode.",
      },
    },
  },
};
