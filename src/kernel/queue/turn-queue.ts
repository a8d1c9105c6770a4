/**
 * A queue in which subjects take turns: each waiting subject gives one item before any subject
 * gives its next. An item waits for at most one item of every other subject, however many those
 * have.
 */
export class TurnQueue<Item> {
  /** The waiting items by subject, in the order of turns. */
  #lines = new Map<string, Item[]>();
  #length = 0;

  /** The number of items of all subjects. */
  get length(): number {
    return this.#length;
  }

  add(subject: string, item: Item): void {
    const line = this.#lines.get(subject);
    if (line === undefined) this.#lines.set(subject, [item]);
    else line.push(item);
    this.#length += 1;
  }

  /** Takes up to `count` items, in turns. */
  take(count: number): Item[] {
    const taken = this.#lines.size === 1 ? this.#takeFromOnly(count) : this.#takeTurns(count);
    this.#length -= taken.length;
    // A map that is emptied leaves garbage that points to all later entries; see swept-map.ts.
    if (this.#length === 0 && this.#lines.size > 0) this.#lines = new Map();
    return taken;
  }

  /** Takes the oldest items of the subject with the most items, and none of the others. */
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

  #takeFromOnly(count: number): Item[] {
    const [line = []] = this.#lines.values();
    return line.splice(0, count);
  }

  #takeTurns(count: number): Item[] {
    const taken: Item[] = [];
    // A map entry that is deleted and set again moves to the end, where this loop reaches it again.
    for (const [subject, line] of this.#lines) {
      if (taken.length === count) break;
      taken.push(...line.splice(0, 1));
      this.#lines.delete(subject);
      if (line.length > 0) this.#lines.set(subject, line);
    }
    return taken;
  }
}
