import type { RecordedRow, StandingPage } from "./book.ts";
import type { Entry, EntryKey } from "./entry.ts";

type BookingTime = Pick<Entry, "bookedAt" | "requestId">;

/** Entries in memory, with the order of each terminal's bookings. */
export class MemoryEntries {
  readonly #entries = new Map<string, Entry>();
  readonly #times = new Map<string, BookingTime[]>();

  /** Adds an entry unless its key is taken. */
  add(entry: Entry): RecordedRow<Entry> {
    const recorded = this.find(entry);
    if (recorded !== undefined) return { fresh: false, row: recorded };
    this.#entries.set(keyOf(entry), entry);
    const { terminal, bookedAt, requestId } = entry;
    const booked = this.#times.get(terminal) ?? [];
    booked.splice(indexBehind(booked, entry), 0, { bookedAt, requestId });
    this.#times.set(terminal, booked);
    return { fresh: true, row: entry };
  }

  find(key: EntryKey): Entry | undefined {
    return this.#entries.get(keyOf(key));
  }

  /** Writes a changed entry over its version; returns false if that version is outdated. */
  change(entry: Entry): boolean {
    if (this.find(entry)?.version !== entry.version) return false;
    this.#entries.set(keyOf(entry), { ...entry, version: entry.version + 1 });
    return true;
  }

  list(terminal: string | undefined): readonly Entry[] {
    const all = [...this.#entries.values()];
    return terminal === undefined ? all : all.filter((entry) => entry.terminal === terminal);
  }

  standing(terminal: string, { from, until, after, limit }: StandingPage): readonly Entry[] {
    const booked = this.#times.get(terminal) ?? [];
    const standing: Entry[] = [];
    let index = indexBehind(booked, after ?? { bookedAt: from, requestId: "" });
    for (; standing.length < limit; index += 1) {
      const one = booked[index];
      if (one === undefined || one.bookedAt >= until) break;
      const entry = this.find({ terminal, requestId: one.requestId });
      if (entry?.state === "approved" && entry.type !== "reverse") standing.push(entry);
    }
    return standing;
  }
}

export function keyOf(key: EntryKey): string {
  return `${key.terminal} ${key.requestId}`;
}

/** Returns the index of the first booking behind a place, in the order of time and request id. */
function indexBehind(booked: readonly BookingTime[], place: BookingTime): number {
  let low = 0;
  let high = booked.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = booked[middle];
    if (one === undefined || isBehind(one, place)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isBehind(one: BookingTime, place: BookingTime): boolean {
  if (one.bookedAt !== place.bookedAt) return one.bookedAt > place.bookedAt;
  return one.requestId > place.requestId;
}
