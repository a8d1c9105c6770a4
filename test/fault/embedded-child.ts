import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { errorMessage } from "../../src/kernel/thrown.ts";
import { startEmbeddedPostgres } from "../../src/database/embedded/embedded-postgres.ts";

/** A process of the service that reads commands line by line and answers in JSON lines. */
function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function serve(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    database: "vezne",
    random: { bytes: (count) => randomBytes(count) },
    log: () => {},
  });
  postgres.onExit(() => say({ exited: true }));
  say({ connection: postgres.connection, adopted: postgres.adopted });
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === "claim") say(await postgres.claimServer());
    if (line === "restart") {
      await postgres.restart();
      say({ restarted: true });
    }
    if (line === "stop") break;
  }
  await postgres.stop();
  say({ stopped: true });
}

const [dataDir = ""] = process.argv.slice(2);
try {
  await serve(dataDir);
} catch (error) {
  say({ failed: errorMessage(error) });
}
process.exit();
