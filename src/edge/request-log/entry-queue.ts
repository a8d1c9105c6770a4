import { merchantOf } from "../../kernel/ids.ts";
import { TurnQueue } from "../../kernel/turn-queue.ts";
import type { LogEntry } from "./log-entry.ts";

/** Some seconds of a process that is busy; together with the text bound, some megabytes. */
const ENTRIES_MAX = 5_000;
const TEXT_MAX = 16 * 1_024 * 1_024;
/** Dropped at once, so that a full queue is not moved for every entry. */
const DROPPED_AT_ONCE = 250;

/**
 * What waits to be written, bounded and in turns among merchants; where it is full the oldest of
 * the one with most of it go.
 */
export class EntryQueue {
  readonly #entries = new TurnQueue<LogEntry>();
  readonly #onLost: (entries: readonly LogEntry[]) => void;
  #text = 0;
  #dropped = 0;

  /** `onLost` hears of what will never be written. */
  constructor(onLost: (entries: readonly LogEntry[]) => void = () => undefined) {
    this.#onLost = onLost;
  }

  add(entry: LogEntry): void {
    this.#entries.add(subjectOf(entry), entry);
    this.#text += textOf(entry);
    while (this.#entries.length > ENTRIES_MAX || this.#text > TEXT_MAX) this.#dropOldest();
  }

  /** Up to so many, in turns; they are the caller's from then on. */
  take(count: number): readonly LogEntry[] {
    return this.#taken(this.#entries.take(count));
  }

  /** Puts what could not be written back; what has no room is dropped. */
  putBack(entries: readonly LogEntry[]): void {
    for (const entry of entries) this.add(entry);
  }

  /** Counts what was taken and could not be written. */
  lose(entries: readonly LogEntry[]): void {
    this.#dropped += entries.length;
    this.#onLost(entries);
  }

  #dropOldest(): void {
    this.lose(this.#taken(this.#entries.takeFromLongest(DROPPED_AT_ONCE)));
  }

  #taken(entries: readonly LogEntry[]): readonly LogEntry[] {
    for (const entry of entries) this.#text -= textOf(entry);
    return entries;
  }

  get length(): number {
    return this.#entries.length;
  }

  /** Entries lost since the process began. */
  get dropped(): number {
    return this.#dropped;
  }
}

/**
 * Whose turn an entry takes. What only names a merchant, by a session or a key that may be made up,
 * takes none of the turns of the merchant's own calls.
 */
function subjectOf({ caller, claimedKey, sessionId }: LogEntry): string {
  if (caller !== undefined) return `${caller.merchantId} ${caller.mode}`;
  const named = claimedKey?.merchantId ?? (sessionId && merchantOf(sessionId)) ?? "";
  return `${named} named`;
}

function textOf({ path, requestBody, answer }: LogEntry): number {
  return path.length + (requestBody?.text.length ?? 0) + (answer?.length ?? 0);
}
