import { defineCommand } from "./kit/command.ts";
import { paymentCommands } from "./payment-commands.ts";

const start = defineCommand({
  meta: { name: "start", description: "Run the service: HTTP API, pages, test bank, jobs" },
  run: async () => (await import("../service/main.ts")).main(process.env),
});

/** The command line; a command is loaded when it is called. */
export const vezne = defineCommand({
  meta: { description: "Self-hosted checkout and payment service" },
  subCommands: {
    start,
    bank: async () => (await import("./sandbox/bank.ts")).bankCommand,
    merchants: async () => (await import("./merchants/merchants.ts")).merchantsCommand,
    migrate: async () => (await import("./migrate.ts")).migrateCommand,
    doctor: async () => (await import("./doctor.ts")).doctorCommand,
    backup: async () => (await import("./backup.ts")).backupCommand,
    restore: async () => (await import("./backup.ts")).restoreCommand,
    restoration: async () => (await import("./restoration/restoration.ts")).restorationCommand,
    events: async () => (await import("./events/events.ts")).eventsCommand,
    listen: async () => (await import("./events/listen.ts")).listenCommand,
    trigger: async () => (await import("./events/trigger.ts")).triggerCommand,
    logs: async () => (await import("./logs/logs.ts")).logsCommand,
    keys: async () => (await import("./merchants/keys.ts")).keysCommand,
    "operator-keys": async () => (await import("./operator-keys.ts")).operatorKeysCommand,
    users: async () => (await import("./users.ts")).usersCommand,
    webhooks: async () => (await import("./webhooks/webhooks.ts")).webhooksCommand,
    clock: async () => (await import("./sandbox/clock.ts")).clockCommand,
    "page-watch": async () => (await import("./page-watch.ts")).pageWatchCommand,
    vault: async () => (await import("./vault/vault.ts")).vaultCommand,
    acquirers: async () => (await import("./acquirers/acquirers.ts")).acquirersCommand,
    jobs: async () => (await import("./jobs.ts")).jobsCommand,
    sandbox: async () => (await import("./sandbox/sandbox.ts")).sandboxCommand,
    ...paymentCommands,
  },
});
