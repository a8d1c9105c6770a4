import { errorMessage } from "../kernel/thrown.ts";
import { defineCommand } from "./kit/command.ts";
import { readConfig, type Config } from "../config/config.ts";
import { misspelledSettings } from "../config/misspelled-settings.ts";
import { openDatabase } from "../database/connection/database.ts";
import { systemClock } from "../system/clock.ts";
import { createFatalRecord } from "../system/fatal-record.ts";
import { EXIT } from "../service/start/exit-code.ts";
import { json } from "./kit/arguments.ts";
import { endWell } from "./kit/command-end.ts";
import { checkLive } from "./doctor-live.ts";
import { checkBanks } from "./doctor/check-acquirers.ts";
import { checkAudit } from "./doctor/check-audit.ts";
import { checkConnections, checkPooling } from "./doctor/check-connections.ts";
import { checkDatabase } from "./doctor/check-database.ts";
import { checkFatalErrors } from "./doctor/check-fatal-errors.ts";
import { checkJobs } from "./doctor/check-jobs.ts";
import { checkMachine } from "./doctor/check-machine.ts";
import { checkSecurity } from "./doctor/check-security.ts";
import { checkService } from "./doctor/check-service.ts";
import { checkWork } from "./doctor/check-work.ts";
import { failed, ok, warning, type Check } from "./doctor/check.ts";
import { print } from "./kit/output.ts";
import { UsageError } from "./kit/usage-error.ts";
import { withDatabase } from "./kit/with-installation.ts";

const MARKS = { ok: "ok  ", warning: "warn", failed: "FAIL" } as const;

export const doctorCommand = defineCommand({
  meta: {
    name: "doctor",
    description: "Check the installation, and print advice for each problem",
  },
  args: {
    json,
    live: { type: "boolean", description: "List what a merchant needs for live payments" },
    merchant: { type: "string", description: "Id of the merchant, for --live" },
  },
  run: ({ args }) => {
    if (args.live === true) return checkLive(args.merchant, args.json);
    if (args.merchant !== undefined) throw new UsageError("--merchant needs --live");
    return endWell(async () => {
      const config = readConfig(process.env);
      const checks = [
        ok("configuration", `Node ${process.versions.node}, data in ${config.dataDir}`),
        ...checkNames(process.env),
        ...checkRehearsal(config),
        ...(await checkMachine(config)),
        checkFatalErrors(createFatalRecord(config.dataDir, systemClock).read(), Date.now()),
        ...(await checkStorage(config)),
        ...(await checkService(config)),
      ];
      print({ json: { checks, healthy: isHealthy(checks) }, text: textOf(checks) }, args.json);
      if (!isHealthy(checks)) process.exitCode = EXIT.refused;
    });
  },
});

function checkNames(environment: Readonly<Record<string, string | undefined>>): readonly Check[] {
  return misspelledSettings(environment).map(({ name, meant }) =>
    warning("setting", `${name} is no setting and has no effect`, `Rename it to ${meant}.`),
  );
}

function checkRehearsal({ isRehearsal }: Config): readonly Check[] {
  if (!isRehearsal) return [];
  const detail = "live payments go to the test bank, no money moves";
  return [
    warning("rehearsal", detail, "Remove VEZNE_LIVE_REHEARSAL for an installation of banks."),
  ];
}

/** Checks the database with the schema that it has; nothing is migrated. */
async function checkStorage(config: Config): Promise<readonly Check[]> {
  try {
    const pooling = await checkPooling(config);
    if (pooling.length > 0) return pooling;
    return await withDatabase(async ({ address }) => {
      const pool = openDatabase({ address, applicationName: "vezne doctor", max: 2 });
      try {
        const database = await checkDatabase(pool, Date.now);
        const isCurrent = database.some(({ name, status }) => name === "schema" && status === "ok");
        if (!isCurrent) return database;
        return [
          ...database,
          ...(await checkConnections(pool, config)),
          await checkAudit(pool),
          await checkJobs(pool),
          ...(await checkWork(pool, config)),
          ...(await checkSecurity(pool, config)),
          ...(await checkBanks(config, address)),
        ];
      } finally {
        await pool.end();
      }
    });
  } catch (error) {
    return [
      failed("database", errorMessage(error), "Look at the data folder, or at DATABASE_URL."),
    ];
  }
}

function isHealthy(checks: readonly Check[]): boolean {
  return checks.every(({ status }) => status !== "failed");
}

function textOf(checks: readonly Check[]): string {
  return checks
    .map(({ name, status, detail, advice }) => {
      const line = `${MARKS[status]}  ${name}: ${detail}`;
      return advice === undefined || status === "ok" ? line : `${line}\n      ${advice}`;
    })
    .join("\n");
}
