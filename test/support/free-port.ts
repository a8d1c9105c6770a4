import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * The ports of this worker of Vitest. The system gives ports above 32 767 to connections and to
 * servers that name none, so it never takes one of these between the look and the use.
 */
const FIRST = 20_000 + 1_000 * (Number(process.env["VITEST_POOL_ID"] ?? 0) % 12);
const COUNT = 1_000;
let next = randomInt(COUNT);

/** A port without a listener, which no other program takes by chance. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries += 1) {
    const port = FIRST + (next % COUNT);
    next += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`the ports from ${FIRST} on have listeners`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
