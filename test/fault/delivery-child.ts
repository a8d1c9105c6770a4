import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { startLoop } from "../../src/jobs/loop.ts";
import { createDeliveryStore } from "../../src/store/event/delivery-store.ts";
import { createEventPlacer } from "../../src/store/event/event-placer.ts";
import { createMerchantStore } from "../../src/store/merchant/merchant-store.ts";
import { openDatabase } from "../../src/database/connection/database.ts";
import { createLogger, maskText } from "../../src/system/logger.ts";
import { sleep } from "../../src/system/sleep.ts";
import { webhookSigner } from "../../src/system/webhook-signer.ts";
import { createWebhookSender } from "../../src/outbound/webhook/sender.ts";
import { instant } from "../../src/kernel/clock.ts";
import { deliverWebhooks, placeEvents } from "../../src/service/runtime/events.ts";
import { jobDeps } from "../support/job-deps.ts";
import { timesOf } from "../support/times.ts";

/**
 * A process of the service that delivers webhooks. It reads the time from a file, so that time
 * passes while the process is stopped; it ends with its parent. It takes only the parts of an
 * installation that can be bundled into one file.
 */
const [url = "", timeFile = ""] = process.argv.slice(2);
const clock = { now: () => instant(Number(readFileSync(timeFile, "utf8"))) };
const pool = openDatabase({ address: url, applicationName: "delivery child", max: 6 });
const { clocks } = timesOf(clock);
const { failedItems, isPassing } = jobDeps(pool, clock);
const parts = {
  clock,
  clocks,
  random: { bytes: (count: number) => randomBytes(count) },
  logger: createLogger("silent"),
  databaseWatch: { fail: () => false },
  merchants: createMerchantStore(pool, clock),
  sender: createWebhookSender({
    userAgent: "Vezne/test",
    mask: maskText,
    loopback: { webhookLoopback: true, isRehearsal: false },
  }),
  signer: webhookSigner,
  deliveries: createDeliveryStore(pool),
  failedItems,
  isPassing,
  refreshClocks: () => Promise.resolve(),
};
const options = { everyMs: 200, sleep, onError: () => undefined };
const { round } = deliverWebhooks(parts, () => deliveries.wake());
const deliveries = startLoop({ ...options, name: "deliver-webhooks", round });
const placing = { placer: createEventPlacer(pool), clock };
startLoop({
  ...options,
  name: "place-events",
  round: placeEvents(placing, () => deliveries.wake()),
});
process.stdin.on("end", () => process.exit()).resume();
