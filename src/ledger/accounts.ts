/** The side of the books on which an account is; `memorandum` accounts hold no money. */
export type AccountKind = "asset" | "liability" | "expense" | "memorandum";

/** The chart of accounts. Each merchant has one set of them for each mode and currency. */
export const CHART = {
  acquirer_receivable: {
    kind: "asset",
    holds: "what acquirers will still pay out for captured payments, less refunds and commission",
  },
  bank_account: { kind: "asset", holds: "money at the merchant's bank, by transfer or paid out" },
  merchant_payable: {
    kind: "liability",
    holds: "what customers have paid the merchant, less what was given back to them",
  },
  acquirer_commission: { kind: "expense", holds: "what acquirers keep of captured payments" },
  suspense: {
    kind: "liability",
    holds: "money that arrived and pays for nothing, until somebody has looked at it",
  },
  card_holds: { kind: "memorandum", holds: "money held on customers' cards" },
  hold_obligations: { kind: "memorandum", holds: "the counterweight of card_holds" },
} as const satisfies Record<string, { readonly kind: AccountKind; readonly holds: string }>;

export type Account = keyof typeof CHART;
