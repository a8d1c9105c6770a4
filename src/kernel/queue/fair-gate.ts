import { Admission, type Timer, type Entry } from "./admission.ts";

/** The most calls of one merchant that may be under way, even in an idle process. */
const MOST = 2_048;
/** The number of calls that a merchant may always have under way; below it no call waits. */
const LEAST = 4;
/**
 * Under pressure, the next allowance is the number of calls of the busiest merchant, multiplied by
 * a factor between these bounds.
 */
const SHED = { least: 0.9, most: 0.5 };
const GROWTH = 1.05;
/** The number of rounds without a call after which a merchant no longer counts as active. */
const FORGOTTEN_AFTER = 100;

/**
 * A call above the allowance is refused at once if `LINE_MAX` calls of its merchant wait already;
 * otherwise it waits, and is refused after `WAIT_MS`.
 */
const LINE_MAX = 1_024;
const WAIT_MS = 2_000;

/**
 * Limits the calls that a merchant may have under way, so that one merchant does not slow the
 * others of a process down. Without pressure every merchant may have as many as it likes. Under
 * pressure the allowance falls below the number of calls of the busiest merchant, round by round,
 * until the pressure ends; further calls wait in a line of their own merchant.
 * The reasons are in docs/decisions/fair-shares.md.
 */
export class FairGate {
  readonly #admission: Admission;
  /** The last round in which each subject sent a call. */
  readonly #seen = new Map<string, number>();
  #allowance = MOST;
  #round = 0;

  constructor(after: Timer) {
    this.#admission = new Admission({
      mayEnter: (held) => held < this.#allowance,
      lineMax: LINE_MAX,
      waitMs: WAIT_MS,
      after,
    });
  }

  /** The number of calls that one merchant may have under way now. */
  get allowance(): number {
    return this.#allowance;
  }

  tryEnter(subject: string): boolean {
    this.#seen.set(subject, this.#round);
    return this.#admission.tryEnter(subject);
  }

  enter(subject: string, signal: AbortSignal): Promise<Entry> {
    return this.#admission.enter(subject, signal);
  }

  leave(subject: string): void {
    this.#admission.leave(subject);
  }

  /**
   * Adapts the allowance to the load, once per round; `pressure` above 1 means that calls slow each
   * other down. A single active merchant slows only itself down, so it keeps the full allowance.
   */
  adapt(pressure: number): void {
    this.#round += 1;
    for (const [subject, round] of this.#seen) {
      if (this.#round - round > FORGOTTEN_AFTER) this.#seen.delete(subject);
    }
    this.#allowance = this.#seen.size < 2 ? MOST : this.#adapted(pressure);
    this.#admission.reconsider();
  }

  #adapted(pressure: number): number {
    if (pressure <= 1)
      return Math.min(MOST, Math.max(this.#allowance * GROWTH, this.#allowance + 1));
    const left = Math.min(SHED.least, Math.max(SHED.most, 1 / pressure));
    const busiest = Math.min(this.#allowance, this.#admission.mostHeld);
    return Math.max(LEAST, Math.floor(busiest * left));
  }
}
