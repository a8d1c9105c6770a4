/** Commands about payments, money and the tables behind them; each is loaded when it is called. */
export const paymentCommands = {
  payments: async () => (await import("./payments/payments.ts")).paymentsCommand,
  export: async () => (await import("./payments/export.ts")).exportCommand,
  verify: async () => (await import("./verify.ts")).verifyCommand,
  proof: async () => (await import("./proof.ts")).proofCommand,
  erase: async () => (await import("./erase.ts")).eraseCommand,
  refunds: async () => (await import("./payments/refunds.ts")).refundsCommand,
  reports: async () => (await import("./reports.ts")).reportsCommand,
  settlement: async () => (await import("./settlement.ts")).settlementCommand,
  statements: async () => (await import("./statements.ts")).statementsCommand,
  feeds: async () => (await import("./feeds/feeds.ts")).feedsCommand,
  accounts: async () => (await import("./accounts.ts")).accountsCommand,
  bins: async () => (await import("./bins.ts")).binsCommand,
  commissions: async () => (await import("./commissions.ts")).commissionsCommand,
  "installment-limits": async () =>
    (await import("./installment-limits.ts")).installmentLimitsCommand,
};
