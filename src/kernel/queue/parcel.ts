import { isRecord } from "../json.ts";

/** A value and the long lists taken out of it, to be sent between threads in parts. */
export type Parcel = {
  /** The value with gaps in place of its lists; only `Unpacking` interprets it. */
  readonly left: unknown;
  readonly lists: readonly (readonly unknown[])[];
};

/** The placeholder of a list. */
type Gap = { readonly gapOfList: number };

/** The depth to which lists are searched for; results of operations are not deeper. */
const DEPTH = 3;

/** Takes the lists with more than `most` items out of a value of plain objects. */
export function pack(value: unknown, most: number): Parcel {
  const lists: (readonly unknown[])[] = [];
  const left = mapMembers(value, DEPTH, (member) =>
    Array.isArray(member) && member.length > most ? { gapOfList: lists.push(member) - 1 } : member,
  );
  return { left, lists };
}

/** Rebuilds a value from `left` of its parcel and from the parts of its lists, in order. */
export class Unpacking<Value> {
  readonly #left: unknown;
  readonly #lists: unknown[][];
  readonly #lengths: readonly number[];
  #current = 0;

  constructor(left: unknown, lengths: readonly number[]) {
    this.#left = left;
    this.#lengths = lengths;
    this.#lists = lengths.map(() => []);
  }

  add(part: readonly unknown[]): void {
    const list = this.#lists[this.#current];
    if (list === undefined) return;
    for (const item of part) list.push(item);
    if (list.length === this.#lengths[this.#current]) this.#current += 1;
  }

  get isWhole(): boolean {
    return this.#current === this.#lists.length;
  }

  value(): Value {
    const whole = mapMembers(this.#left, DEPTH, (member) =>
      isGap(member) ? this.#lists[member.gapOfList] : member,
    );
    return whole as Value;
  }
}

/** Applies `change` to a value and to its members, down to a depth. */
function mapMembers(value: unknown, depth: number, change: (member: unknown) => unknown): unknown {
  const changed = change(value);
  if (changed !== value || depth === 0 || !isRecord(value)) return changed;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapMembers(member, depth - 1, change)]),
  );
}

function isGap(value: unknown): value is Gap {
  return isRecord(value) && typeof value["gapOfList"] === "number";
}
