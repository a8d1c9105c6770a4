import { MINUTE, SECOND } from "../../kernel/clock.ts";
import type { IdleLook } from "../../store/event/idle-look.ts";

/** The time without calls and work after which a process is idle. */
const ACTIVE_MS = 10 * SECOND;
/** The longest pause of a job in an idle process, unless its row says otherwise. */
export const IDLE_REST_MS = MINUTE;

/**
 * Knows whether this process has anything to do. While it is idle, jobs that would each ask the
 * database rest, and one statement a second asks for all of them.
 * The reasons are in docs/decisions/idle-process.md.
 */
export class Idleness {
  readonly #now: () => number;
  #activeUntil: number;
  #mark: string | undefined;
  #onActive: () => void = () => undefined;

  /** `now` is a clock that never goes back, in ms. */
  constructor(now: () => number) {
    this.#now = now;
    this.#activeUntil = now() + ACTIVE_MS;
  }

  isIdle(): boolean {
    return this.#now() >= this.#activeUntil;
  }

  /** Sets what happens when an idle process gets something to do. */
  onActive(wake: () => void): void {
    this.#onActive = wake;
  }

  /** Notes a call or work of this process. */
  note(): void {
    const wasIdle = this.isIdle();
    this.#activeUntil = this.#now() + ACTIVE_MS;
    if (wasIdle) this.#onActive();
  }

  /** Takes over what a look at the database has found. */
  learn({ isDue, mark }: IdleLook): void {
    const isChanged = this.#mark !== undefined && mark !== this.#mark;
    this.#mark = mark;
    if (isDue || isChanged) this.note();
  }

  /** True if a job may leave out a round: nothing is to do, and its last round is not long ago. */
  mayRest(sinceRoundMs: number, restMs: number): boolean {
    return this.isIdle() && sinceRoundMs < restMs;
  }
}
