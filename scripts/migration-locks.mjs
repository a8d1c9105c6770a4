import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openServiceDatabase } from "../dist/database/installation/service-database.js";
import { openDatabase } from "../dist/database/connection/database.js";
import { migrate } from "../dist/database/migration/migrate.js";
import { startProbers } from "./upgrade/probers.mjs";
import { buildRelease, lastRelease, ROOT } from "./upgrade/old-release.mjs";

// `npm run migration-locks` fills a database of the last release with payments, runs the migrations
// of this one, and prints how long each made a payment wait for a lock, as the server measures it,
// and the longest answer, which depends on the machine as well. It fails for locks above 200 ms.
// `-- --payments 1000000` fills more, `--from REF` takes another commit for the last release, and
// further arguments name files of migrations that are being written.
const { values, positionals } = parseArgs({
  options: {
    from: { type: "string" },
    payments: { type: "string", default: "20000" },
    limit: { type: "string", default: "200" },
  },
  allowPositionals: true,
});
const QUIET_MS = 3_000;
const PROBER = "payment prober";

/** A folder with the migrations of this release up to one of them, and then the next. */
function migrationFolder(base) {
  const folder = join(base, "migrations");
  cpSync(join(ROOT, "migrations"), folder, { recursive: true });
  const last = readdirSync(join(folder, "vezne")).length;
  for (const [index, file] of positionals.entries()) {
    const number = String(last + index + 1).padStart(4, "0");
    copyFileSync(file, join(folder, "vezne", `${number}-${basename(file).replace(/^\d+-/, "")}`));
  }
  return folder;
}

/** Runs the pending files one by one, so that each wait belongs to a file. */
async function measure(address, base, report) {
  const all = migrationFolder(base);
  const pool = openDatabase({
    address,
    applicationName: PROBER,
    max: 80,
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
  });
  const probers = await startProbers(pool, PROBER);
  const step = join(base, "step");
  cpSync(all, step, { recursive: true });
  await wait(QUIET_MS);
  report("without a migration", QUIET_MS, probers.take());
  const { rows } = await pool.query("select count(*)::int as count from schema_migration");
  const files = readdirSync(join(all, "vezne")).toSorted();
  for (const file of files) rmSync(join(step, "vezne", file));
  for (const [index, file] of files.entries()) {
    copyFileSync(join(all, "vezne", file), join(step, "vezne", file));
    if (index < rows[0].count) continue;
    probers.take();
    const began = performance.now();
    await migrate(address, "vezne", { folder: step });
    report(basename(file, ".sql"), performance.now() - began, probers.take());
  }
  await probers.stop();
  await pool.end();
}

const base = mkdtempSync(join(tmpdir(), "vezne-locks-"));
const release = buildRelease(values.from ?? lastRelease());
const environment = { ...process.env, VEZNE_DATA_DIR: join(base, "data") };
let database;
try {
  execFileSync(process.execPath, ["bench/fill-database.mjs", values.payments], {
    cwd: release.folder,
    env: environment,
    stdio: "inherit",
  });
  database = await openServiceDatabase({
    databaseUrl: process.env.DATABASE_URL,
    dataDir: environment.VEZNE_DATA_DIR,
    random: { bytes: (count) => randomBytes(count) },
    log: () => undefined,
  });
  const owner = database.embedded?.ownerConnection ?? database.address;
  await measure(owner, base, (name, took, { lockMs, probeMs }) => {
    const isLong = lockMs > Number(values.limit);
    if (isLong) process.exitCode = 1;
    const [ran, locked, answered] = [took, lockMs, probeMs].map(Math.round);
    const waits = `waits for locks up to ${locked} ms, answers up to ${answered} ms`;
    console.log(`${isLong ? "✗" : " "} ${name}: ran ${ran} ms; ${waits}`);
  });
} finally {
  await database?.close();
  release.remove();
  rmSync(base, { recursive: true, force: true });
}
