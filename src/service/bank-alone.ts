import { DOOR_PROTOCOLS } from "../bank/door/doors.ts";
import { FaultScript } from "../bank/faults.ts";
import { memoryBook } from "../bank/memory-book.ts";
import { startBank } from "../bank/server/start-bank.ts";
import { systemClock } from "../system/clock.ts";
import { createLogger } from "../system/logger.ts";
import { createSystemRandom } from "../system/random.ts";
import { sleep } from "../system/sleep.ts";
import { later } from "../kernel/clock.ts";
import { randomText } from "../kernel/ids.ts";
import { Secret } from "../kernel/secret.ts";

const SECRET_LENGTH = 32;

export type BankAlone = {
  readonly url: string;
  /** The addresses of the protocols' front doors. */
  readonly doors: Readonly<Record<string, string>>;
  /** The address of the developer's controls. */
  readonly control: string;
  close(): Promise<void>;
};

/** Starts only the test bank. Its book is in memory, and ends with the process. */
export async function startBankAlone(listen: {
  readonly host: string;
  readonly port: number;
}): Promise<BankAlone> {
  const random = createSystemRandom();
  const time = movableTime();
  const faults = new FaultScript();
  const book = memoryBook();
  const { url, close } = await startBank({
    ...listen,
    book,
    clock: time,
    random,
    masterSecret: new Secret(randomText(random, SECRET_LENGTH)),
    delay: sleep,
    faults,
    control: { book, faults, time },
    // The command prints its document to stdout.
    logger: createLogger("warn", process.stderr),
  });
  const doors = DOOR_PROTOCOLS.map((name) => [name, `${url}/doors/${name}`] as const);
  return { url, doors: Object.fromEntries(doors), control: `${url}/control`, close };
}

function movableTime() {
  let aheadMs = 0;
  return {
    now: () => later(systemClock.now(), aheadMs),
    advance(ms: number): void {
      aheadMs += ms;
    },
  };
}
