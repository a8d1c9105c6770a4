/** The kind of an account in double entry; `memorandum` accounts hold no money. */
export type AccountKind = "asset" | "liability" | "expense" | "memorandum";

/** The chart of accounts. Each merchant has one set of them for each mode and currency. */
export const CHART = {
  acquirer_receivable: {
    kind: "asset",
    holds: "money that acquirers owe for captured payments, less refunds and commission",
  },
  bank_account: {
    kind: "asset",
    holds: "money at the merchant's bank, from transfers and payouts",
  },
  merchant_payable: {
    kind: "liability",
    holds: "payments of customers to the merchant, less their refunds",
  },
  acquirer_commission: {
    kind: "expense",
    holds: "commission that acquirers keep of captured payments",
  },
  suspense: {
    kind: "liability",
    holds: "money that arrived and matches no payment, until a person assigns it",
  },
  card_holds: { kind: "memorandum", holds: "amounts held on customers' cards" },
  hold_obligations: { kind: "memorandum", holds: "the counterweight of card_holds" },
} as const satisfies Record<string, { readonly kind: AccountKind; readonly holds: string }>;

export type Account = keyof typeof CHART;

export const ACCOUNTS: readonly Account[] = Object.keys(CHART).filter(isAccount);

function isAccount(text: string): text is Account {
  return Object.hasOwn(CHART, text);
}
