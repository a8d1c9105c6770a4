import { fork, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import { openAdministration } from "../../dist/compose.js";
import { openDatabase } from "../../dist/edge/store/database.js";
import { databaseUrlOf } from "../../dist/edge/store/database-url.js";
import { startEmbeddedPostgres } from "../../dist/edge/store/embedded/embedded-postgres.js";
import { installationSecret } from "../../dist/edge/store/installation-secret.js";
import { migrateAll } from "../../dist/edge/store/service-database.js";
import { createMerchant } from "../../dist/merchant/create-merchant.js";

const random = { bytes: (count) => randomBytes(count) };
const clock = { now: () => Date.now() };
const root = join(import.meta.dirname, "../..");

/**
 * A whole installation in a temporary folder: embedded PostgreSQL with fsync on, the simulated bank
 * and the service each in a process of their own, and a client with its connections.
 */
export async function startWorld() {
  const folder = mkdtempSync(join(tmpdir(), "vezne-bench-"));
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    database: "vezne",
    random,
    log: () => undefined,
  });
  const address = postgres.connection;
  await migrateAll(address);
  const pool = openDatabase({ address, applicationName: "bench", max: 2 });
  const secret = await installationSecret(pool, random, "sandbox_bank");
  const admin = openAdministration({ database: address, clock, random });
  const { merchant, testApiKey } = await createMerchant(admin.deps, { name: "Bench" });
  await admin.close();

  const bank = fork(join(root, "bench/bank.mjs"), [String(await freePort())], {
    env: { ...process.env, BANK_SECRET: secret.reveal() },
  });
  const [bankUrl] = await once(bank, "message");
  const port = await freePort();
  const service = spawn(process.execPath, [join(root, "dist/cli/main.js"), "start"], {
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: databaseUrlOf(address),
      VEZNE_DATA_DIR: join(folder, "service"),
      VEZNE_BANK_URL: bankUrl,
      VEZNE_RATE_LIMIT: "off",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const http = new Pool(`http://127.0.0.1:${port}`, { connections: 128, pipelining: 1 });
  await ready(http);
  return {
    address,
    pool,
    http,
    merchantId: merchant.merchantId,
    apiKey: testApiKey,
    servicePid: service.pid,
    postmasterPid: await postmasterOf(pool),
    async close() {
      await http.close();
      service.kill("SIGTERM");
      await once(service, "exit");
      bank.kill("SIGTERM");
      await once(bank, "exit");
      await pool.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// Any server process is a child of the postmaster.
async function postmasterOf(pool) {
  const { rows } = await pool.query("select pg_backend_pid() as pid");
  const stat = readFileSync(`/proc/${rows[0].pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

async function ready(http) {
  for (let round = 0; round < 200; round += 1) {
    const answer = await http.request({ method: "GET", path: "/readyz" }).catch(() => undefined);
    if (answer !== undefined) await answer.body.dump();
    if (answer?.statusCode === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the service did not become ready");
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
