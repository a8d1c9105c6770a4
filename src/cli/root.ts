import { defineCommand } from "citty";

const start = defineCommand({
  meta: { name: "start", description: "Run the service: HTTP API, pages, simulated bank, jobs" },
  run: async () => (await import("../service/main.ts")).main(process.env),
});

/** The command line; a command is loaded when it is called. */
export const vezne = defineCommand({
  meta: { description: "Self-hosted checkout and payment service" },
  subCommands: {
    start,
    merchants: async () => (await import("./merchants.ts")).merchantsCommand,
    doctor: async () => (await import("./doctor.ts")).doctorCommand,
    backup: async () => (await import("./backup.ts")).backupCommand,
    restore: async () => (await import("./backup.ts")).restoreCommand,
    payments: async () => (await import("./payments.ts")).paymentsCommand,
    events: async () => (await import("./events.ts")).eventsCommand,
    listen: async () => (await import("./listen.ts")).listenCommand,
    trigger: async () => (await import("./trigger.ts")).triggerCommand,
    logs: async () => (await import("./logs.ts")).logsCommand,
    export: async () => (await import("./export.ts")).exportCommand,
    keys: async () => (await import("./keys.ts")).keysCommand,
    users: async () => (await import("./users.ts")).usersCommand,
    webhooks: async () => (await import("./webhooks.ts")).webhooksCommand,
    verify: async () => (await import("./verify.ts")).verifyCommand,
    proof: async () => (await import("./proof.ts")).proofCommand,
    clock: async () => (await import("./clock.ts")).clockCommand,
    erase: async () => (await import("./erase.ts")).eraseCommand,
    "page-watch": async () => (await import("./page-watch.ts")).pageWatchCommand,
    refunds: async () => (await import("./refunds.ts")).refundsCommand,
    vault: async () => (await import("./vault.ts")).vaultCommand,
    jobs: async () => (await import("./jobs.ts")).jobsCommand,
    reports: async () => (await import("./reports.ts")).reportsCommand,
    sandbox: async () => (await import("./sandbox.ts")).sandboxCommand,
    settlement: async () => (await import("./settlement.ts")).settlementCommand,
    statements: async () => (await import("./statements.ts")).statementsCommand,
    accounts: async () => (await import("./accounts.ts")).accountsCommand,
    bins: async () => (await import("./bins.ts")).binsCommand,
    commissions: async () => (await import("./commissions.ts")).commissionsCommand,
    "installment-limits": async () =>
      (await import("./installment-limits.ts")).installmentLimitsCommand,
  },
});
