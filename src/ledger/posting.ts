import type { Money } from "../kernel/money.ts";

/** Accounts of a merchant's books, kept per mode and currency. */
export type Account =
  /** What the acquirer will pay out for captured payments. */
  | "acquirer_receivable"
  /** What the merchant is owed. */
  | "merchant_payable"
  /** Money held on cards, and its counterweight; both empty again when the hold ends. */
  | "card_holds"
  | "hold_obligations"
  /** Money received by transfer. */
  | "bank_account";

/**
 * One move of money, balanced by construction: the amount leaves one account and enters another.
 */
export type Posting = {
  readonly debit: Account;
  readonly credit: Account;
  readonly amount: Money;
};

export function postCharge(charged: Money): Posting[] {
  return [{ debit: "acquirer_receivable", credit: "merchant_payable", amount: charged }];
}

/** Money that a customer sent to our bank account. */
export function postTransfer(received: Money): Posting[] {
  return [{ debit: "bank_account", credit: "merchant_payable", amount: received }];
}

export function postHold(held: Money): Posting[] {
  return [{ debit: "card_holds", credit: "hold_obligations", amount: held }];
}

export function postRelease(held: Money): Posting[] {
  return [{ debit: "hold_obligations", credit: "card_holds", amount: held }];
}

/** Money goes back the way it came: out of the acquirer's next payout, or of our bank account. */
export function postRefund(
  refunded: Money,
  source: "acquirer_receivable" | "bank_account",
): Posting[] {
  return [{ debit: "merchant_payable", credit: source, amount: refunded }];
}
