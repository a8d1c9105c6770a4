import { later, type Clock, type Instant } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import type { Secret } from "../kernel/secret.ts";
import type { Book } from "./book.ts";
import type { FaultScript } from "./faults.ts";

export type BankDeps = {
  readonly book: Book;
  readonly clock: Clock;
  readonly random: Random;
  /**
   * The secret from which every terminal's key is derived; the acquirer adapter has the same one.
   */
  readonly masterSecret: Secret;
  /** The public address of the bank, without a trailing slash: `http://127.0.0.1:3000/bank`. */
  readonly publicBaseUrl: string;
  /** Waits for some milliseconds; used by the slow card and by scripted faults. */
  readonly delay: (ms: number) => Promise<void>;
  readonly faults?: FaultScript;
};

/** Returns the time of the terminal for which a page was opened: the bank's time plus `aheadMs`. */
export function timeOf(
  { clock }: Pick<BankDeps, "clock">,
  { aheadMs }: { readonly aheadMs: number },
): Instant {
  return later(clock.now(), aheadMs);
}
