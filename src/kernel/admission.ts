import { assert } from "./assert.ts";

/** Runs something after a time, unless what it returns is called before. */
export type After = (ms: number, run: () => void) => () => void;

export type AdmissionOptions = {
  /** Whether a subject that holds so many may have one more while all together hold `taken`. */
  readonly mayEnter: (held: number, taken: number) => boolean;
  /** How many calls of one subject may wait for a place. */
  readonly lineMax: number;
  /** How long each of them waits at most. */
  readonly waitMs: number;
  readonly after: After;
  /** Gives the same promise; a process that names its work names it again after the wait. */
  readonly keep?: (wait: Promise<Entry>) => Promise<Entry>;
};

/** How asking for a place ended; only what entered has to leave. */
export type Entry = "entered" | "line_full" | "waited_too_long" | "given_up";

/** Thrown for a call that got no place in time; nothing of it was done, and it may be repeated. */
export class Busy extends Error {
  constructor() {
    super("There was no free place in time.");
  }
}

type Line = {
  readonly subject: string;
  held: number;
  readonly waiting: ((entry: Entry) => void)[];
};

/**
 * A dynamic threshold: a subject may have one more place while it holds fewer than are free. One
 * alone gets half of all, two get a third each, `n` get a part of `n + 1`, and the part that stays
 * free lets in a subject that holds none without a wait (Choudhury and Hahne, 1998).
 */
export function shareOf(places: number): AdmissionOptions["mayEnter"] {
  return (held, taken) => held < places - taken;
}

const same = (wait: Promise<Entry>): Promise<Entry> => wait;

/**
 * Places that subjects hold for a time. Each subject waits in a line of its own, and the next free
 * place goes to the line of the subject that holds fewest.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  /** Of every subject that holds a place or waits for one. */
  readonly #lines = new Map<string, Line>();
  /** Those in which somebody waits, in the order of their turns. */
  readonly #queue = new Set<Line>();
  #taken = 0;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  held(subject: string): number {
    return this.#lines.get(subject)?.held ?? 0;
  }

  /** The most that any subject holds. */
  get mostHeld(): number {
    let most = 0;
    for (const { held } of this.#lines.values()) most = Math.max(most, held);
    return most;
  }

  /** Takes a place where that needs no waiting. */
  tryEnter(subject: string): boolean {
    const line = this.#lines.get(subject) ?? { subject, held: 0, waiting: [] };
    if (line.waiting.length > 0 || !this.#mayEnter(line)) return false;
    this.#lines.set(subject, line);
    this.#admit(line);
    return true;
  }

  /** Takes a place, after a wait in the subject's line if need be; the signal gives up waiting. */
  enter(subject: string, signal?: AbortSignal): Promise<Entry> {
    if (this.tryEnter(subject)) return Promise.resolve("entered");
    if (signal?.aborted === true) return Promise.resolve("given_up");
    const line = this.#lines.get(subject) ?? { subject, held: 0, waiting: [] };
    if (line.waiting.length >= this.#options.lineMax) return Promise.resolve("line_full");
    this.#lines.set(subject, line);
    this.#queue.add(line);
    const { keep = same } = this.#options;
    return keep(this.#wait(line, signal));
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
   * Does something in a place.
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

  /** Lets in who may enter now; to be called where `mayEnter` has begun to answer otherwise. */
  reconsider(): void {
    for (let line = this.#next(); line !== undefined; line = this.#next()) {
      this.#admit(line);
      line.waiting.shift()?.("entered");
      // To the end of the turns.
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
    if (line.waiting.length > 0) return;
    this.#queue.delete(line);
    if (line.held === 0) this.#lines.delete(line.subject);
  }
}
