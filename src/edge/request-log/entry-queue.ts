import type { LogEntry } from "./log-entry.ts";

/** Some seconds of a process that is busy; together with the text bound, some megabytes. */
const ENTRIES_MAX = 5_000;
const TEXT_MAX = 16 * 1_024 * 1_024;
/** Dropped at once, so that a full queue is not moved for every entry. */
const DROPPED_AT_ONCE = 250;

/** What waits to be written, bounded; where it is full the oldest go. */
export class EntryQueue {
  #entries: LogEntry[] = [];
  #text = 0;
  #dropped = 0;

  add(entry: LogEntry): void {
    this.#entries.push(entry);
    this.#text += textOf(entry);
    if (this.#entries.length > ENTRIES_MAX || this.#text > TEXT_MAX) this.#dropOldest();
  }

  /** The oldest, up to so many; they are the caller's from then on. */
  take(count: number): readonly LogEntry[] {
    const taken = this.#entries.splice(0, count);
    for (const entry of taken) this.#text -= textOf(entry);
    return taken;
  }

  /** Puts what could not be written back before all others; what has no room is dropped. */
  putBack(entries: readonly LogEntry[]): void {
    this.#entries = [...entries, ...this.#entries];
    for (const entry of entries) this.#text += textOf(entry);
    while (this.#entries.length > ENTRIES_MAX || this.#text > TEXT_MAX) this.#dropOldest();
  }

  /** Counts what was taken and could not be written. */
  lose(count: number): void {
    this.#dropped += count;
  }

  #dropOldest(): void {
    this.lose(this.take(DROPPED_AT_ONCE).length);
  }

  get length(): number {
    return this.#entries.length;
  }

  /** Entries lost since the process began. */
  get dropped(): number {
    return this.#dropped;
  }
}

function textOf({ path, requestBody, answer }: LogEntry): number {
  return path.length + (requestBody?.text.length ?? 0) + (answer?.length ?? 0);
}
