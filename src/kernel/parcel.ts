/** A value without its long lists, which are sent part by part. */
export type Parcel = {
  /** What is left of the value; only `Unpacking` knows what it is. */
  readonly left: unknown;
  readonly lists: readonly (readonly unknown[])[];
};

/** Stands where a list was. */
type Gap = { readonly gapOfList: number };

/** Lists are looked for so deep: what is packed is the result of an operation. */
const DEPTH = 3;

/** Takes the lists that are longer than `most` out of a value of plain objects. */
export function pack(value: unknown, most: number): Parcel {
  const lists: (readonly unknown[])[] = [];
  const left = mapMembers(value, DEPTH, (member) =>
    Array.isArray(member) && member.length > most ? { gapOfList: lists.push(member) - 1 } : member,
  );
  return { left, lists };
}

/** Puts a value together of what is left of it and of the parts of its lists, in their order. */
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

/** A value of which `change` was asked at every member, and at the whole. */
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
