import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../dist/database/connection/database.js";
import { startEmbeddedPostgres } from "../../dist/database/embedded/embedded-postgres.js";
import { installationSecret } from "../../dist/database/installation/installation-secret.js";
import { migrateAll } from "../../dist/database/installation/service-database.js";
import { createMerchant } from "../../dist/domain/merchant/create-merchant.js";
import { benchInstallation } from "./bench-installation.mjs";

/** Settings of PostgreSQL that make it count the cost of each statement. */
const STATISTICS = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track_planning": "on",
};

const random = { bytes: (count) => randomBytes(count) };

/** Starts a migrated PostgreSQL with `fsync` in a temporary folder and creates one merchant. */
export async function createInstallation() {
  const folder = mkdtempSync(join(tmpdir(), "vezne-bench-"));
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    database: "vezne",
    random,
    log: () => undefined,
    settings: STATISTICS,
  });
  const address = postgres.connection;
  await migrateAll({ address, embedded: postgres });
  const { merchantId, apiKey } = await addMerchant(address, "Bench");
  const bareAddress = await copyDatabase(postgres);
  const pool = openDatabase({ address, applicationName: "bench", max: 2, statementTimeoutMs: 0 });
  const owner = openDatabase({
    address: postgres.ownerConnection,
    applicationName: "bench owner",
    max: 1,
    statementTimeoutMs: 0,
  });
  await owner.query("create extension pg_stat_statements");
  const bankSecret = await installationSecret(pool, random, "sandbox_bank");
  return {
    folder,
    address,
    /** A second database with the same tables and merchant, without a service. */
    bareAddress,
    pool,
    /** A connection that may read the statistics of the server. */
    owner,
    bankSecret,
    merchantId,
    apiKey,
    postmasterPid: await postmasterOf(pool),
    /** Makes a checkpoint after a fill, so that no later measurement pays for writing the pages. */
    checkpoint: () => owner.query("checkpoint"),
    async remove() {
      await Promise.all([pool.end(), owner.end()]);
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function copyDatabase({ connection, ownerConnection }) {
  const database = "bare";
  const pool = openDatabase({
    address: { ...ownerConnection, database: "postgres" },
    applicationName: "bench owner",
    max: 1,
    statementTimeoutMs: 0,
  });
  await pool.query(`create database ${database} template ${connection.database}`);
  await pool.end();
  return { ...connection, database };
}

/** Creates another merchant with its key for test mode. */
export async function addMerchant(address, name) {
  const installation = await benchInstallation(address);
  const { merchant, testApiKey } = await createMerchant(installation, { name });
  await installation.close();
  return { merchantId: merchant.merchantId, apiKey: testApiKey };
}

// The backend of a connection is a child of the postmaster.
export async function postmasterOf(pool) {
  const { rows } = await pool.query("select pg_backend_pid() as pid");
  const stat = readFileSync(`/proc/${rows[0].pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}
