import { once } from "node:events";
import { defineCommand } from "citty";
import { DOOR_PROTOCOLS } from "../bank/door/doors.ts";
import { FaultScript } from "../bank/faults.ts";
import { memoryBook } from "../bank/memory-book.ts";
import { startBank } from "../bank/server/start-bank.ts";
import { systemClock } from "../edge/system/clock.ts";
import { createSystemRandom } from "../edge/system/random.ts";
import { sleep } from "../edge/system/sleep.ts";
import { later } from "../kernel/clock.ts";
import { randomText } from "../kernel/ids.ts";
import { Secret } from "../kernel/secret.ts";
import { facts, print } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const SECRET_LENGTH = 32;
const PORT_MAX = 65_535;

export const bankCommand = defineCommand({
  meta: {
    name: "bank",
    description: "Run only the simulated bank, in the real formats of Turkish banks",
  },
  args: {
    port: { type: "string", default: "4000", description: "Port; 0 takes any free one" },
    host: { type: "string", default: "127.0.0.1", description: "Address to listen on" },
    json: { type: "boolean", default: false, description: "Print one JSON document" },
  },
  run: ({ args }) =>
    runBank({ host: args.host, port: portOf(args.port), asJson: args.json }, untilStopped),
});

type BankCommand = { readonly host: string; readonly port: number; readonly asJson: boolean };

/** Runs the bank until `stopped` resolves. Its book is in memory, and ends with the process. */
export async function runBank(
  { host, port, asJson }: BankCommand,
  stopped: () => Promise<unknown>,
): Promise<void> {
  const random = createSystemRandom();
  const time = movableTime();
  const faults = new FaultScript();
  const book = memoryBook();
  const bank = await startBank({
    host,
    port,
    book,
    clock: time,
    random,
    masterSecret: new Secret(randomText(random, SECRET_LENGTH)),
    delay: sleep,
    faults,
    control: { book, faults, time },
  });
  const doors = DOOR_PROTOCOLS.map((name) => [name, `${bank.url}/doors/${name}`] as const);
  const control = `${bank.url}/control`;
  const text = facts([...doors, ["control", control]]);
  print({ json: { url: bank.url, doors: Object.fromEntries(doors), control }, text }, asJson);
  await stopped();
  await bank.close();
}

function movableTime() {
  let aheadMs = 0;
  return {
    now: () => later(systemClock.now(), aheadMs),
    advance: (ms: number) => {
      aheadMs += ms;
    },
  };
}

function untilStopped(): Promise<unknown> {
  return Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : PORT_MAX + 1;
  if (port > PORT_MAX) throw new UsageError("--port must be a whole number from 0 to 65535.");
  return port;
}
