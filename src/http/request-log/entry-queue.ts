import { merchantOf } from "../../kernel/ids.ts";
import { TurnQueue } from "../../kernel/queue/turn-queue.ts";
import type { LogEntry } from "./log-entry.ts";

/**
 * The most waiting entries, which a busy process collects within seconds; `TEXT_MAX` bounds their
 * texts, in characters.
 */
const ENTRIES_MAX = 5_000;
const TEXT_MAX = 16 * 1_024 * 1_024;
/** Entries dropped at once, so that a full queue is not shifted for each new entry. */
const DROP_BATCH_SIZE = 250;

/**
 * The entries that wait to be written. Merchants take turns. If the queue is full, the oldest
 * entries of the merchant with the most entries are dropped.
 */
export class EntryQueue {
  readonly #entries = new TurnQueue<LogEntry>();
  readonly #onLost: (entries: readonly LogEntry[]) => void;
  #text = 0;
  #dropped = 0;

  /** `onLost` is called with entries that will never be written. */
  constructor(onLost: (entries: readonly LogEntry[]) => void = () => undefined) {
    this.#onLost = onLost;
  }

  add(entry: LogEntry): void {
    this.#entries.add(subjectOf(entry), entry);
    this.#text += textOf(entry);
    while (this.#entries.length > ENTRIES_MAX || this.#text > TEXT_MAX) this.#dropOldest();
  }

  /** Removes and returns up to `count` entries, in turns among merchants. */
  take(count: number): readonly LogEntry[] {
    return this.#taken(this.#entries.take(count));
  }

  /** Puts back entries that could not be written; if the queue is full, entries are dropped. */
  putBack(entries: readonly LogEntry[]): void {
    for (const entry of entries) this.add(entry);
  }

  /** Counts entries as lost. */
  lose(entries: readonly LogEntry[]): void {
    this.#dropped += entries.length;
    this.#onLost(entries);
  }

  #dropOldest(): void {
    this.lose(this.#taken(this.#entries.takeFromLongest(DROP_BATCH_SIZE)));
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
 * The subject whose turn an entry takes. Any client can send a call that only names a merchant, by
 * a session id or an invented key. Such calls have a subject of their own, so that a flood of them
 * takes no turn from the merchant's own calls.
 */
function subjectOf({ caller, claimedKey, sessionId }: LogEntry): string {
  if (caller !== undefined) return `${caller.merchantId} ${caller.mode}`;
  const named = claimedKey?.merchantId ?? (sessionId && merchantOf(sessionId)) ?? "";
  return `${named} named`;
}

function textOf({ path, requestBody, answer }: LogEntry): number {
  return path.length + (requestBody?.text.length ?? 0) + (answer?.length ?? 0);
}
