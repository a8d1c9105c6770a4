import { randomBytes } from "node:crypto";
import type { Book } from "../../src/bank/book.ts";
import { FaultScript } from "../../src/bank/faults.ts";
import { memoryBook } from "../../src/bank/memory-book.ts";
import { startBank } from "../../src/bank/server/start-bank.ts";
import { createSandboxAcquirer, type SandboxAcquirer } from "../../src/acquirer/sandbox/adapter.ts";
import type { CardDetails } from "../../src/domain/card/card-details.ts";
import { type Clock, type Instant, instant } from "../../src/kernel/clock.ts";
import { newMerchantId } from "../../src/kernel/ids.ts";
import { Secret } from "../../src/kernel/secret.ts";

export const random = { bytes: (count: number) => randomBytes(count) };

/** 21 November 2026, noon in Istanbul; the tests' sandbox cards expire later. */
const START = instant(Date.UTC(2026, 10, 21, 9));

export type MovableClock = Clock & { move(ms: number): void };

export function movableClock(start: Instant = START): MovableClock {
  let now: number = start;
  return {
    now: () => instant(now),
    move: (ms) => {
      now += ms;
    },
  };
}

/** A real bank on a port of its own, and the adapter that calls it over HTTP. */
export type SandboxBank = {
  readonly acquirer: SandboxAcquirer;
  readonly book: Book;
  readonly faults: FaultScript;
  readonly clock: MovableClock;
  readonly url: string;
  readonly masterSecret: Secret;
  readonly merchantId: ReturnType<typeof newMerchantId>;
  /** The delays that the bank requested, in milliseconds and in order; they end at once. */
  readonly waits: readonly number[];
  /** Makes the bank's delays end with this promise instead. */
  holdDelays(held: Promise<void>): void;
  /** Stops the bank while the adapter continues. */
  stopBank(): Promise<void>;
  close(): Promise<void>;
};

export async function startSandboxBank(
  options: {
    readonly book?: Book;
    readonly timeoutMs?: number;
    /** The lead of the terminals' sandboxes over the real time, in ms. */
    readonly aheadMs?: (terminal: string) => number;
  } = {},
): Promise<SandboxBank> {
  const book = options.book ?? memoryBook();
  const clock = movableClock();
  const faults = new FaultScript();
  const masterSecret = new Secret(randomBytes(32).toString("hex"));
  const waits: number[] = [];
  let held = Promise.resolve();
  const bank = await startBank({
    host: "127.0.0.1",
    port: 0,
    book,
    clock,
    random,
    masterSecret,
    faults,
    delay: (ms) => {
      waits.push(ms);
      return held;
    },
  });
  const acquirer = createSandboxAcquirer({
    baseUrl: bank.url,
    masterSecret,
    timeoutMs: options.timeoutMs ?? 5_000,
    clock,
    aheadMs: options.aheadMs ?? (() => 0),
  });
  const merchantId = newMerchantId(random);
  return {
    acquirer,
    book,
    faults,
    clock,
    url: bank.url,
    masterSecret,
    merchantId,
    waits,
    holdDelays(until) {
      held = until;
    },
    stopBank: () => bank.close(),
    async close() {
      await bank.close();
      await acquirer.close();
    },
  };
}

/** A card as its holder types it, valid for years by default. */
export function sandboxCard(
  number: string,
  { month = 12, year = 2030, cvc = number.startsWith("37") ? "1234" : "123" } = {},
): CardDetails {
  return {
    number: new Secret(number),
    expiry: { month, year },
    cvc: new Secret(cvc),
    holderName: "Ada Şahin",
  };
}
