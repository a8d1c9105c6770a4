import { assert } from "../assert.ts";
import { SweptMap } from "../swept-map.ts";

/** Runs a function after a time, unless the returned function cancels it. */
export type Timer = (ms: number, run: () => void) => () => void;

export type AdmissionOptions = {
  /**
   * True if a subject that holds `held` places may take one more while all subjects together hold
   * `taken` places.
   */
  readonly mayEnter: (held: number, taken: number) => boolean;
  /** The most calls of one subject that may wait for a place. */
  readonly lineMax: number;
  /** The longest time that a call waits, in milliseconds. */
  readonly waitMs: number;
  readonly after: Timer;
  /**
   * Wraps the promise of a wait; the result resolves to the same value. A process that measures the
   * event loop by the name of the work restores the caller's name after the wait.
   */
  readonly keep?: (wait: Promise<Entry>) => Promise<Entry>;
};

/** The result of a request for a place; only `entered` has a place to leave. */
export type Entry = "entered" | "line_full" | "waited_too_long" | "given_up";

/** Thrown for a call that got no place in time. Nothing of it was done, so it may be repeated. */
export class Busy extends Error {
  constructor() {
    super("There was no free place in time.");
  }
}

type Line = { held: number; readonly waiting: ((entry: Entry) => void)[] };

function newLine(): Line {
  return { held: 0, waiting: [] };
}

function isIdle({ held, waiting }: Line): boolean {
  return held === 0 && waiting.length === 0;
}

/**
 * A dynamic threshold (Choudhury and Hahne, 1998): a subject may take one more place while it holds
 * fewer places than are free. So each of `n` busy subjects gets one part in `n + 1` of all places:
 * a single subject half of them, two subjects a third each. The part that stays free lets a further
 * subject enter without a wait.
 */
export function shareOf(places: number): AdmissionOptions["mayEnter"] {
  return (held, taken) => held < places - taken;
}

const same = (wait: Promise<Entry>): Promise<Entry> => wait;

/**
 * A number of places that subjects take and leave. Each subject waits in a line of its own, and the
 * next free place goes to the line of the subject that holds the fewest.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  /** The line of every subject that holds a place or waits for one, and some idle ones. */
  readonly #lines = new SweptMap<Line>(isIdle);
  /** The lines with waiting calls, in the order of their turns. */
  readonly #queue = new Set<Line>();
  #taken = 0;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  held(subject: string): number {
    return this.#lines.get(subject)?.held ?? 0;
  }

  /** The largest number of places that one subject holds. */
  get mostHeld(): number {
    let most = 0;
    for (const { held } of this.#lines.values()) most = Math.max(most, held);
    return most;
  }

  /** Takes a place if one is free for the subject at once. */
  tryEnter(subject: string): boolean {
    const known = this.#lines.get(subject);
    const line = known ?? newLine();
    if (line.waiting.length > 0 || !this.#mayEnter(line)) return false;
    this.#admit(line);
    if (known === undefined) this.#lines.set(subject, line);
    return true;
  }

  /** Takes a place, after a wait in the subject's line if necessary; the signal ends the wait. */
  enter(subject: string, signal?: AbortSignal): Promise<Entry> {
    if (this.tryEnter(subject)) return Promise.resolve("entered");
    if (signal?.aborted === true) return Promise.resolve("given_up");
    const known = this.#lines.get(subject);
    const line = known ?? newLine();
    if (line.waiting.length >= this.#options.lineMax) return Promise.resolve("line_full");
    this.#queue.add(line);
    const { keep = same } = this.#options;
    const entry = keep(this.#wait(line, signal));
    if (known === undefined) this.#lines.set(subject, line);
    return entry;
  }

  #wait(line: Line, signal: AbortSignal | undefined): Promise<Entry> {
    return new Promise((resolve) => {
      const end = (entry: Entry): void => {
        stopTimer();
        signal?.removeEventListener("abort", giveUp);
        resolve(entry);
      };
      const leaveLine = (entry: Entry): void => {
        line.waiting.splice(line.waiting.indexOf(end), 1);
        this.#tidy(line);
        end(entry);
      };
      const giveUp = (): void => leaveLine("given_up");
      const { waitMs, after } = this.#options;
      const stopTimer = after(waitMs, () => leaveLine("waited_too_long"));
      signal?.addEventListener("abort", giveUp, { once: true });
      line.waiting.push(end);
    });
  }

  /**
   * Runs work while it holds a place.
   * @throws Busy
   */
  async run<Value>(subject: string, work: () => Promise<Value>): Promise<Value> {
    if ((await this.enter(subject)) !== "entered") throw new Busy();
    try {
      return await work();
    } finally {
      this.leave(subject);
    }
  }

  leave(subject: string): void {
    const line = this.#lines.get(subject);
    assert(line !== undefined && line.held > 0, "a subject leaves a place that it holds");
    line.held -= 1;
    this.#taken -= 1;
    this.#tidy(line);
    this.reconsider();
  }

  /**
   * Admits the waiting calls that may enter now; to be called after `mayEnter` has changed its
   * answer.
   */
  reconsider(): void {
    for (let line = this.#next(); line !== undefined; line = this.#next()) {
      this.#admit(line);
      line.waiting.shift()?.("entered");
      // The line goes to the end of the turns.
      this.#queue.delete(line);
      if (line.waiting.length > 0) this.#queue.add(line);
    }
  }

  #next(): Line | undefined {
    let next: Line | undefined;
    for (const line of this.#queue) {
      if (this.#mayEnter(line) && (next === undefined || line.held < next.held)) next = line;
    }
    return next;
  }

  #mayEnter({ held }: Line): boolean {
    return this.#options.mayEnter(held, this.#taken);
  }

  #admit(line: Line): void {
    line.held += 1;
    this.#taken += 1;
  }

  #tidy(line: Line): void {
    if (line.waiting.length === 0) this.#queue.delete(line);
  }
}
