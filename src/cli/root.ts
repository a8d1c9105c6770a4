import { defineCommand } from "./command.ts";
import { paymentCommands } from "./payment-commands.ts";

const start = defineCommand({
  meta: { name: "start", description: "Run the service: HTTP API, pages, simulated bank, jobs" },
  run: async () => (await import("../service/main.ts")).main(process.env),
});

/** The command line; a command is loaded when it is called. */
export const vezne = defineCommand({
  meta: { description: "Self-hosted checkout and payment service" },
  subCommands: {
    start,
    bank: async () => (await import("./bank.ts")).bankCommand,
    merchants: async () => (await import("./merchants.ts")).merchantsCommand,
    migrate: async () => (await import("./migrate.ts")).migrateCommand,
    doctor: async () => (await import("./doctor.ts")).doctorCommand,
    backup: async () => (await import("./backup.ts")).backupCommand,
    restore: async () => (await import("./backup.ts")).restoreCommand,
    restoration: async () => (await import("./restoration.ts")).restorationCommand,
    events: async () => (await import("./events.ts")).eventsCommand,
    listen: async () => (await import("./listen.ts")).listenCommand,
    trigger: async () => (await import("./trigger.ts")).triggerCommand,
    logs: async () => (await import("./logs.ts")).logsCommand,
    keys: async () => (await import("./keys.ts")).keysCommand,
    "operator-keys": async () => (await import("./operator-keys.ts")).operatorKeysCommand,
    users: async () => (await import("./users.ts")).usersCommand,
    webhooks: async () => (await import("./webhooks.ts")).webhooksCommand,
    clock: async () => (await import("./clock.ts")).clockCommand,
    "page-watch": async () => (await import("./page-watch.ts")).pageWatchCommand,
    vault: async () => (await import("./vault.ts")).vaultCommand,
    acquirers: async () => (await import("./acquirers.ts")).acquirersCommand,
    jobs: async () => (await import("./jobs.ts")).jobsCommand,
    sandbox: async () => (await import("./sandbox.ts")).sandboxCommand,
    ...paymentCommands,
  },
});
