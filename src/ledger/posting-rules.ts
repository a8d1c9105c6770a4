import type { Account } from "./accounts.ts";

/** The amounts that an event of money may have; one that it hasn't posts nothing. */
export type AmountName = "held" | "taken" | "commission" | "moved";

type Entry = {
  readonly debit: Account;
  readonly credit: Account;
  readonly amount: AmountName;
};

/**
 * What each event of money posts, all of it in the commit that makes the event true. An entry takes
 * one amount out of one account and puts it into another, so that no rule can be out of balance;
 * what each rule does in words is what its table row says.
 * The reasons are in docs/decisions/ledger.md.
 */
export const POSTING_RULES = {
  // Payments.
  held: [{ debit: "card_holds", credit: "hold_obligations", amount: "held" }],
  voided: [{ debit: "hold_obligations", credit: "card_holds", amount: "held" }],
  charged: [
    { debit: "acquirer_receivable", credit: "merchant_payable", amount: "taken" },
    { debit: "acquirer_commission", credit: "acquirer_receivable", amount: "commission" },
  ],
  // A hold ends as a whole, whatever part of it was captured.
  captured: [
    { debit: "hold_obligations", credit: "card_holds", amount: "held" },
    { debit: "acquirer_receivable", credit: "merchant_payable", amount: "taken" },
    { debit: "acquirer_commission", credit: "acquirer_receivable", amount: "commission" },
  ],
  transfer_matched: [{ debit: "bank_account", credit: "merchant_payable", amount: "taken" }],

  // Refunds go back the way the money came.
  refunded: [{ debit: "merchant_payable", credit: "acquirer_receivable", amount: "moved" }],
  paid_back: [{ debit: "merchant_payable", credit: "bank_account", amount: "moved" }],

  // Lines of bank statements that pay for nothing.
  line_unmatched: [{ debit: "bank_account", credit: "suspense", amount: "moved" }],
  line_returned: [{ debit: "suspense", credit: "bank_account", amount: "moved" }],

  // Settlement by the acquirer: what it paid or took back, and what it kept beyond the expectation.
  settled: [
    { debit: "bank_account", credit: "acquirer_receivable", amount: "moved" },
    { debit: "acquirer_commission", credit: "acquirer_receivable", amount: "commission" },
  ],
  taken_back: [{ debit: "acquirer_receivable", credit: "bank_account", amount: "moved" }],
  commission_corrected: [
    { debit: "acquirer_receivable", credit: "acquirer_commission", amount: "commission" },
  ],
} as const satisfies Record<string, readonly Entry[]>;

export type MoneyEvent = keyof typeof POSTING_RULES;
