import { defineCommand, runMain } from "citty";
import { main as startService } from "../main.ts";
import { accountsCommand } from "./accounts.ts";
import { binsCommand } from "./bins.ts";
import { commissionsCommand } from "./commissions.ts";
import { installmentLimitsCommand } from "./installment-limits.ts";
import { merchantsCommand } from "./merchants.ts";
import { refundsCommand } from "./refunds.ts";
import { vaultCommand } from "./vault.ts";
import { reportsCommand } from "./reports.ts";
import { sandboxCommand } from "./sandbox.ts";
import { statementsCommand } from "./statements.ts";
import { webhooksCommand } from "./webhooks.ts";
import { version } from "../version.ts";

const start = defineCommand({
  meta: { name: "start", description: "Run the service: HTTP API, pages, simulated bank, jobs" },
  run: () => startService(process.env),
});

const vezne = defineCommand({
  meta: { name: "vezne", version, description: "Self-hosted checkout and payment service" },
  subCommands: {
    start,
    merchants: merchantsCommand,
    webhooks: webhooksCommand,
    refunds: refundsCommand,
    vault: vaultCommand,
    reports: reportsCommand,
    sandbox: sandboxCommand,
    statements: statementsCommand,
    accounts: accountsCommand,
    bins: binsCommand,
    commissions: commissionsCommand,
    "installment-limits": installmentLimitsCommand,
  },
});

await runMain(vezne);
