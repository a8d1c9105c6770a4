import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { openEvents } from "../../src/service/compose-events.ts";
import { openDatabase } from "../../src/edge/store/sql/database.ts";
import { createMerchantStore } from "../../src/edge/store/merchant/merchant-store.ts";
import { createLogger } from "../../src/edge/system/logger.ts";
import { instant } from "../../src/kernel/clock.ts";
import { timesOf } from "../support/times.ts";

/**
 * A process of the service that delivers webhooks. It reads the time from a file, so that time
 * passes while the process is stopped; it ends with its parent.
 */
const [url = "", timeFile = ""] = process.argv.slice(2);
const clock = { now: () => instant(Number(readFileSync(timeFile, "utf8"))) };
const pool = openDatabase({ address: url, applicationName: "delivery child", max: 6 });
const events = openEvents(
  {
    ...timesOf(clock),
    refreshClocks: () => Promise.resolve(),
    random: { bytes: (count) => randomBytes(count) },
    logger: createLogger("silent"),
    merchants: createMerchantStore(pool, clock),
    userAgent: "Vezne/test",
    config: { webhookLoopback: true },
  },
  pool,
);
events.start();
process.stdin.on("end", () => process.exit()).resume();
