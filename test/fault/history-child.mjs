import { randomBytes } from "node:crypto";
import { FaultScript } from "../../dist/bank/faults.js";
import { composeService } from "../../dist/service/compose.js";
import { startRecovery } from "../../dist/service/compose-payments.js";
import { readConfig } from "../../dist/config/config.js";
import { createLogger } from "../../dist/edge/system/logger.js";

// The built service in a process that a test may kill: told over IPC how late it is, and which of
// the bank's answers get lost. It ends with its parent.

/** By merchant and operation: its next answer gets lost in this way. */
const planned = new Map();

/** Finds the merchant by the code that a request's id carries. */
class MerchantFaults extends FaultScript {
  take(operation, requestId) {
    const key = `${requestId.slice("att_".length, "att_".length + 8)} ${operation}`;
    const fault = planned.get(key);
    planned.delete(key);
    return fault;
  }
}

const { database, environment, startsAt } = JSON.parse(process.argv[2] ?? "{}");
let now = startsAt;
const clock = { now: () => now };
const refreshClocks = () => Promise.resolve();
const logger = createLogger("warn");
const service = await composeService({
  config: readConfig(environment),
  database,
  clock,
  random: { bytes: (count) => randomBytes(count) },
  logger,
  bankFaults: new MerchantFaults(),
  bankDelay: () => Promise.resolve(),
});

async function obey(order) {
  if (order.kind === "fault") {
    planned.set(`${order.merchantCode} ${order.operation}`, order);
  }
  if (order.kind === "clock") {
    planned.clear();
    ({ now } = order);
    // A round at once, as of one more process; the service's own comes when its turn is.
    await startRecovery(service.deps, { clock, logger, refreshClocks }).stop();
  }
  if (order.kind === "stop") await service.stop();
  process.send({ done: order.number });
}

process.on("message", (order) => void obey(order));
process.on("disconnect", () => process.exit());
await service.start();
process.send({ done: 0 });
