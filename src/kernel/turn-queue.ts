/**
 * A queue in which subjects take turns: each of those that wait gives one item before any gives
 * its next. Thousands of items of one subject delay another's single item by no more than one.
 */
export class TurnQueue<Item> {
  /** By subject, in the order of their turns. */
  readonly #lines = new Map<string, Item[]>();
  #length = 0;

  /** Items of all subjects. */
  get length(): number {
    return this.#length;
  }

  add(subject: string, item: Item): void {
    const line = this.#lines.get(subject);
    if (line === undefined) this.#lines.set(subject, [item]);
    else line.push(item);
    this.#length += 1;
  }

  /** Up to so many items, in turns. */
  take(count: number): Item[] {
    const [only, ...others] = this.#lines;
    const taken =
      only !== undefined && others.length === 0 ? only[1].splice(0, count) : this.#takeTurns(count);
    this.#length -= taken.length;
    if (this.#length === 0) this.#lines.clear();
    return taken;
  }

  /** Takes the oldest of the subject of which most waits, and nothing of others. */
  takeFromLongest(count: number): Item[] {
    let longest: { readonly subject: string; readonly line: Item[] } | undefined;
    for (const [subject, line] of this.#lines) {
      if (line.length > (longest?.line.length ?? 0)) longest = { subject, line };
    }
    if (longest === undefined) return [];
    const taken = longest.line.splice(0, count);
    if (longest.line.length === 0) this.#lines.delete(longest.subject);
    this.#length -= taken.length;
    return taken;
  }

  #takeTurns(count: number): Item[] {
    const taken: Item[] = [];
    // A key that is deleted and set again moves to the end, and the loop meets it again there.
    for (const [subject, line] of this.#lines) {
      if (taken.length === count) break;
      taken.push(...line.splice(0, 1));
      this.#lines.delete(subject);
      if (line.length > 0) this.#lines.set(subject, line);
    }
    return taken;
  }
}
