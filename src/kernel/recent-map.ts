/**
 * A map that remembers the entries that were set or read last: at least `kept` of them, and at most
 * twice as many. Older ones are left behind together.
 *
 * To delete the oldest entry for each new one would be costly: a `Map` keeps the places of deleted
 * entries until it makes a new table, so the search for its first entry walks over thousands of
 * them (docs/operations/performance.md).
 */
export class RecentMap<Key, Value> {
  readonly #kept: number;
  #recent = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  constructor(kept: number) {
    this.#kept = kept;
  }

  get(key: Key): Value | undefined {
    const known = this.#recent.get(key);
    if (known !== undefined) return known;
    const old = this.#older.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    this.#recent.set(key, value);
    if (this.#recent.size < this.#kept) return;
    this.#older = this.#recent;
    this.#recent = new Map();
  }

  delete(key: Key): void {
    this.#recent.delete(key);
    this.#older.delete(key);
  }

  /** Deletes the entries for which the condition holds. */
  deleteWhere(condition: (value: Value) => boolean): void {
    for (const map of [this.#recent, this.#older]) {
      for (const [key, value] of map) if (condition(value)) map.delete(key);
    }
  }
}
