import type { Account } from "./accounts.ts";

/** The amounts of a money event; an absent amount posts nothing. */
export type AmountName = "held" | "taken" | "commission" | "moved";

type Entry = {
  readonly debit: Account;
  readonly credit: Account;
  readonly amount: AmountName;
};

/**
 * The postings of each money event; they are written in the commit that makes the event true. An
 * entry moves one amount from one account to another, so no rule can be out of balance. The reasons
 * are in docs/decisions/ledger.md.
 */
export const POSTING_RULES = {
  // Payments.
  held: [{ debit: "card_holds", credit: "hold_obligations", amount: "held" }],
  voided: [{ debit: "hold_obligations", credit: "card_holds", amount: "held" }],
  charged: [
    { debit: "acquirer_receivable", credit: "merchant_payable", amount: "taken" },
    { debit: "acquirer_commission", credit: "acquirer_receivable", amount: "commission" },
  ],
  // A capture ends the whole hold, also if only a part of it was captured.
  captured: [
    { debit: "hold_obligations", credit: "card_holds", amount: "held" },
    { debit: "acquirer_receivable", credit: "merchant_payable", amount: "taken" },
    { debit: "acquirer_commission", credit: "acquirer_receivable", amount: "commission" },
  ],
  transfer_matched: [{ debit: "bank_account", credit: "merchant_payable", amount: "taken" }],
  // A person assigned an arrived transfer, whose money is in suspense, to the payment.
  transfer_assigned: [{ debit: "suspense", credit: "merchant_payable", amount: "taken" }],

  // A refund reverses the route of the payment: it lowers the claim on the acquirer, or, for a bank
  // transfer, the balance of the bank account.
  refunded: [{ debit: "merchant_payable", credit: "acquirer_receivable", amount: "moved" }],
  paid_back: [{ debit: "merchant_payable", credit: "bank_account", amount: "moved" }],

  // Statement lines that match no payment.
  line_unmatched: [{ debit: "bank_account", credit: "suspense", amount: "moved" }],
  line_returned: [{ debit: "suspense", credit: "bank_account", amount: "moved" }],

  // Settlement by the acquirer: the amount that it paid or took back, and the difference between
  // its commission and the expected one.
  settled: [
    { debit: "bank_account", credit: "acquirer_receivable", amount: "moved" },
    { debit: "acquirer_commission", credit: "acquirer_receivable", amount: "commission" },
  ],
  // A contract that was loaded after a sale gives it its expected commission and value date.
  commission_expected: [
    { debit: "acquirer_commission", credit: "acquirer_receivable", amount: "commission" },
  ],
  taken_back: [{ debit: "acquirer_receivable", credit: "bank_account", amount: "moved" }],
  commission_corrected: [
    { debit: "acquirer_receivable", credit: "acquirer_commission", amount: "commission" },
  ],
} as const satisfies Record<string, readonly Entry[]>;

export type MoneyEvent = keyof typeof POSTING_RULES;
