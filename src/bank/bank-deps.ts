import { later, type Clock, type Instant } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import type { Secret } from "../kernel/secret.ts";
import type { Book } from "./book.ts";
import type { FaultScript } from "./faults.ts";

export type BankDeps = {
  readonly book: Book;
  readonly clock: Clock;
  readonly random: Random;
  /** What every terminal's key is derived from; the acquirer adapter holds the same secret. */
  readonly masterSecret: Secret;
  /** Where browsers reach the bank, without a trailing slash: `http://127.0.0.1:3000/bank`. */
  readonly publicBaseUrl: string;
  /** Waits; only the slow card and scripted faults do. */
  readonly delay: (ms: number) => Promise<void>;
  readonly faults?: FaultScript;
};

/** The time of the terminal that a page was opened for. */
export function timeOf(
  { clock }: Pick<BankDeps, "clock">,
  { aheadMs }: { readonly aheadMs: number },
): Instant {
  return later(clock.now(), aheadMs);
}
