import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import Fastify from "fastify";
import { memoryBook } from "../../dist/bank/memory-book.js";
import { bankPlugin } from "../../dist/bank/server/bank-plugin.js";
import { Secret } from "../../dist/kernel/secret.js";

// The test bank in a process of its own, which no fault of the trial touches. It answers after
// 150 to 600 ms, so that at each fault some calls are between the bank's yes and the commit.
const FASTEST_MS = 150;
const SLOWEST_MS = 600;

const { host, port, secret } = JSON.parse(process.env.TRIAL_BANK);
const book = memoryBook();
const app = Fastify({ logger: false, forceCloseConnections: true });
app.get("/book", async () => {
  const entries = await book.list();
  return entries.map(({ type, state, orderId, voided, capturedMinor, refundedMinor }) => ({
    type,
    state,
    order: orderId,
    voided,
    captured: Number(capturedMinor),
    refunded: Number(refundedMinor),
  }));
});
app.addHook("onRequest", async (request) => {
  if (request.url === "/book") return;
  await wait(FASTEST_MS + Math.random() * (SLOWEST_MS - FASTEST_MS));
});
const options = {
  book,
  clock: { now: () => Date.now() },
  random: { bytes: (count) => randomBytes(count) },
  masterSecret: new Secret(secret),
  delay: wait,
  publicBaseUrl: `http://${host}:${port}`,
};
await app.register(bankPlugin(options));
await app.listen({ host, port });
process.on("disconnect", () => process.exit());
process.send?.("ready");
