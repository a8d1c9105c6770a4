import { Admission, type After, type Entry } from "./admission.ts";

/** Calls of one merchant under way at once, however idle the process is. */
const MOST = 2_048;
/** What a merchant is always allowed: with fewer under way nobody waits for another. */
const LEAST = 4;
/** A round later calls are shed by at least and at most so much where there is too much to do. */
const SHED = { least: 0.9, most: 0.5 };
const GROWTH = 1.05;
/** Rounds after which a merchant that sent nothing is not among those who share any more. */
const FORGOTTEN_AFTER = 100;

/** Beyond this a call is refused at once, and after so long if its turn does not come. */
const LINE_MAX = 1_024;
const WAIT_MS = 2_000;

/**
 * How many calls a merchant may have under way while others are served by the same process. As long
 * as nothing piles up, as many as it likes. Where something does, whoever has most under way gets
 * less until it does not, and the calls beyond that wait in a line of that merchant's own.
 * The reasons are in docs/decisions/fair-shares.md.
 */
export class FairGate {
  readonly #admission: Admission;
  /** By subject, the round in which it last came. */
  readonly #seen = new Map<string, number>();
  #allowance = MOST;
  #round = 0;

  constructor(after: After) {
    this.#admission = new Admission({
      mayEnter: (held) => held < this.#allowance,
      lineMax: LINE_MAX,
      waitMs: WAIT_MS,
      after,
    });
  }

  /** What one merchant may have under way at this moment. */
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
   * One round of adapting to the load; `pressure` is above 1 where calls hinder each other. A
   * merchant that is alone hinders itself only, and is left to find its own pace.
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
