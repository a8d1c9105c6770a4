import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { FaultScript } from "../../dist/bank/faults.js";
import { endOpenHolds } from "../../dist/service/jobs/end-holds.js";
import { recoverPayments } from "../../dist/service/runtime/payments.js";
import { openService } from "../../dist/service/service.js";
import { readConfig } from "../../dist/config/config.js";
import { createLogger } from "../../dist/system/logger.js";

// The built service in a process that a test may kill. Over IPC it receives the time and the bank
// answers that are to be lost. It ends with its parent.

const SLOW_ANSWER_MS = 50;

/** The way in which the next answer is lost, by merchant and operation. */
const planned = new Map();

/** A share of the bank's answers that meets one of these faults, whatever the request. */
let storm = { share: 0, behaviours: [] };

/** Finds the merchant by the code in a request's id. */
class MerchantFaults extends FaultScript {
  take(operation, requestId) {
    const key = `${requestId.slice("att_".length, "att_".length + 8)} ${operation}`;
    const fault = planned.get(key);
    planned.delete(key);
    if (fault !== undefined || Math.random() >= storm.share) return fault;
    const behaviour = storm.behaviours[Math.floor(Math.random() * storm.behaviours.length)];
    // Hardly any bank has an id for refunds, so it books a part twice that arrives twice.
    if (behaviour === "duplicate" && operation === "refund") return undefined;
    return { operation, behaviour, ms: SLOW_ANSWER_MS };
  }
}

const { database, environment, startsAt } = JSON.parse(process.argv[2] ?? "{}");
let now = startsAt;
const clock = { now: () => now };
const refreshClocks = () => Promise.resolve();
const logger = createLogger("warn");
const service = await openService({
  config: readConfig(environment),
  database,
  clock,
  random: { bytes: (count) => randomBytes(count) },
  logger,
  bankFaults: new MerchantFaults(),
  bankDelay: () => (storm.share === 0 ? Promise.resolve() : wait(SLOW_ANSWER_MS)),
});

async function execute(order) {
  if (order.kind === "fault") {
    planned.set(`${order.merchantCode} ${order.operation}`, order);
  }
  if (order.kind === "storm") storm = order;
  if (order.kind === "clock") {
    planned.clear();
    ({ now } = order);
    // Runs a round at once, like a further process; the service's own round comes at its interval.
    const round = recoverPayments(service.deps, { refreshClocks }).round;
    const ends = endOpenHolds(service.deps, { refreshClocks });
    const failed = (error) => logger.error({ err: error }, "recovery round failed");
    await round().then(ends).catch(failed);
  }
  if (order.kind === "stop") await service.stop();
  process.send({ done: order.number });
}

process.on("message", (order) => void execute(order));
process.on("disconnect", () => process.exit());
await service.start();
process.send({ done: 0 });
