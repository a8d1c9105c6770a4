import { randomBytes } from "node:crypto";
import { memoryBook } from "../dist/bank/memory-book.js";
import { startBank } from "../dist/bank/server/start-bank.js";
import { Secret } from "../dist/kernel/secret.js";

// The test bank has a process of its own, so that its cost is not counted as the service's.
const bank = await startBank({
  host: "127.0.0.1",
  port: Number(process.argv[2]),
  book: memoryBook(),
  clock: { now: () => Date.now() },
  random: { bytes: (count) => randomBytes(count) },
  masterSecret: new Secret(process.env.BANK_SECRET),
  delay: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});
process.send?.(bank.url);
process.on("SIGTERM", () => void bank.close().then(() => process.exit(0)));
