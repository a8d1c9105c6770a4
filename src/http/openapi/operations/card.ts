import { BinFoundSchema, InstallmentsFoundSchema } from "../../schema/card.ts";
import { EXAMPLE } from "../example-values.ts";
import { spelledOtherwise, type Operation } from "../operation.ts";

const known = {
  success: true,
  bank_name: "Halkbank",
  card_brand: "mastercard",
  card_type: "credit",
  card_program: "Paraf",
};

const shared = {
  tag: "Cards and installments",
  access: "session",
  problems: ["validation_failed", "session_not_found", "session_expired", "too_many_attempts"],
  problemExamples: {
    too_many_attempts: {
      detail:
        "Too many different bin_numbers were asked about. No other is answered for the next 180 s.",
    },
  },
} as const;

const INSTALLMENTS: Operation = {
  ...shared,
  id: "lookUpInstallments",
  summary: "Look up the installments of a card",
  description:
    "The installments that the session's merchant offers for a card, by the card number's first 6 to " +
    "8 digits. Without `amount` the session's amount counts. Debit cards and cards of no installment " +
    "program have none. `count` 1 is a single charge.",
  answers: { "application/json": [InstallmentsFoundSchema] },
  examples: {
    credit_card: {
      summary: "A credit card of an installment program",
      body: { session_id: EXAMPLE.session, bin_number: "552879", amount: EXAMPLE.amount },
      answer: {
        ...known,
        installments: [
          option(1, [125_000, 125_000, 0]),
          option(2, [127_488, 63_744, 1.99]),
          option(3, [128_738, 42_912, 2.99]),
          option(6, [132_488, 22_081, 5.99]),
          option(9, [136_238, 15_137, 8.99]),
          option(12, [139_988, 11_665, 11.99]),
        ],
      },
    },
    debit_card: {
      summary: "A debit card",
      body: { session_id: EXAMPLE.session, bin_number: "589004" },
      answer: {
        success: true,
        bank_name: "Akbank",
        card_brand: "mastercard",
        card_type: "debit",
        card_program: null,
        installments: [],
      },
    },
  },
};

const BIN: Operation = {
  ...shared,
  id: "lookUpBin",
  summary: "Look up a card's bank",
  description:
    "The bank, brand, type, category and installment program of a card, by the first 6 to 8 digits of " +
    "its number; each is null where it is not known.",
  answers: { "application/json": [BinFoundSchema] },
  examples: {
    credit_card: {
      summary: "A credit card",
      body: { session_id: EXAMPLE.session, bin_number: "552879" },
      answer: { ...known, card_category: "individual" },
    },
  },
};

/** Spec 4.4 and 4.5, both spellings. */
export const CARD_OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /api/v1/payment/installment": INSTALLMENTS,
  "POST /api/v1/payment/installments": spelledOtherwise(
    INSTALLMENTS,
    "lookUpInstallmentsPlural",
    "/api/v1/payment/installment",
  ),
  "POST /api/v1/payment/bin": BIN,
  "POST /api/v1/payment/bin-check": spelledOtherwise(BIN, "checkBin", "/api/v1/payment/bin"),
};

function option(
  count: number,
  [total_amount, installment_amount, commission_rate]: readonly [number, number, number],
): object {
  return { count, total_amount, installment_amount, commission_rate };
}
