import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { openEvents } from "../../src/compose-events.ts";
import { openDatabase } from "../../src/edge/store/database.ts";
import { createMerchantStore } from "../../src/edge/store/merchant-store.ts";
import { createLogger } from "../../src/edge/system/logger.ts";
import { instant } from "../../src/kernel/clock.ts";
import { timesOf } from "../support/times.ts";

/** Stands for a process of the service that delivers webhooks; is told the time line by line. */
const [url = "", start = "0"] = process.argv.slice(2);
let now = Number(start);
const clock = { now: () => instant(now) };
const pool = openDatabase({ address: url, applicationName: "delivery child", max: 6 });
const events = openEvents(
  {
    ...timesOf(clock),
    refreshClocks: () => Promise.resolve(),
    random: { bytes: (count) => randomBytes(count) },
    logger: createLogger("silent"),
    merchants: createMerchantStore(pool, clock),
    userAgent: "Vezne/test",
  },
  pool,
);
events.start();
for await (const line of createInterface({ input: process.stdin })) now = Number(line);
process.exit();
