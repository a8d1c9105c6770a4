/** The number of entries from which on the idle ones are dropped. */
const SWEPT_FROM = 256;

/**
 * A map of what is busy for a moment, such as the calls of a network. Idle entries stay until there
 * are many, and are then left behind together in the old map.
 *
 * To delete each entry once it is idle would be costly: whenever a `Map` shrinks or grows, V8 makes
 * a new table, and the old one points to the new one. Once such a table is old garbage, it keeps
 * all later tables, and what they held, until the next full collection
 * (docs/operations/performance.md).
 */
export class SweptMap<Value> {
  readonly #isIdle: (value: Value) => boolean;
  #values = new Map<string, Value>();
  #sweptAt = SWEPT_FROM;

  constructor(isIdle: (value: Value) => boolean) {
    this.#isIdle = isIdle;
  }

  get size(): number {
    return this.#values.size;
  }

  get(name: string): Value | undefined {
    return this.#values.get(name);
  }

  set(name: string, value: Value): void {
    this.#values.set(name, value);
    if (this.#values.size >= this.#sweptAt) this.#sweep();
  }

  values(): IterableIterator<Value> {
    return this.#values.values();
  }

  #sweep(): void {
    this.#values = new Map([...this.#values].filter(([, value]) => !this.#isIdle(value)));
    this.#sweptAt = Math.max(SWEPT_FROM, 2 * this.#values.size);
  }
}
