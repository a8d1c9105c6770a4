import { randomBytes } from "node:crypto";
import { readConfig } from "../dist/config/config.js";
import { openDatabase } from "../dist/database/connection/database.js";
import { migrateAll, openServiceDatabase } from "../dist/database/installation/service-database.js";
import { createMerchant } from "../dist/domain/merchant/create-merchant.js";
import { benchInstallation } from "./lib/bench-installation.mjs";
import { fill } from "./lib/fill.mjs";

// `VEZNE_DATA_DIR=… node bench/fill-database.mjs [payments]` fills the configured database and
// prints the merchants with their keys. See docs/operations/volume.md.
const NEIGHBOURS = 3;
const NEIGHBOURS_SHARE = 50;

const count = Number(process.argv[2] ?? 1_000_000);
const random = { bytes: (length) => randomBytes(length) };
const database = await openServiceDatabase({
  ...readConfig(process.env),
  random,
  log: () => undefined,
});
const { address } = database;
await migrateAll(database);
const pool = openDatabase({ address, applicationName: "fill", max: 2, statementTimeoutMs: 0 });
const installation = await benchInstallation(address);
for (let index = 0; index <= NEIGHBOURS; index += 1) {
  const payments = index < NEIGHBOURS ? Math.ceil(count / NEIGHBOURS_SHARE) : count;
  const name = index < NEIGHBOURS ? `Neighbour ${index + 1}` : "Full";
  const { merchant, testApiKey } = await createMerchant(installation, { name });
  const { merchantId } = merchant;
  const began = performance.now();
  await fill({ pool, address, merchantId }, payments, { isSealed: index === NEIGHBOURS });
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`${merchantId} ${testApiKey} ${payments} payments in ${seconds} s`);
}
await installation.close();
await pool.end();
await database.close();
