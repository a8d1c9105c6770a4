import { unknownCard, type BinRecord, type CardFacts } from "./bin-record.ts";
import { brandOf } from "./card-number.ts";

const LONGEST = 8;
const SHORTEST = 6;

/** The answer of a BIN table for some first digits. */
export type BinMatch = {
  readonly best: CardFacts;
  /**
   * The facts of all cards that more digits might still reveal; exactly one for eight digits or
   * more.
   */
  readonly possible: readonly CardFacts[];
};

/**
 * A whole BIN table in memory. It never changes; a newer table replaces it. A card is described by
 * the longest row whose `bin` its number begins with.
 *
 * Fewer than eight digits may not decide which row that is. In that case, the answer is the longest
 * row that the digits begin with; if there is none, the facts that all longer rows share. The
 * reasons are in docs/decisions/bin-answers.md.
 */
export class BinTable {
  readonly #rows = new Map<string, BinRecord>();
  /**
   * The rows by each shorter prefix of their `bin`: at most 110 rows for a prefix of six digits, 10
   * for one of seven.
   */
  readonly #longer = new Map<string, BinRecord[]>();

  /** No two rows may have the same `bin`. */
  constructor(records: readonly BinRecord[]) {
    for (const record of records) this.#add(record);
  }

  /**
   * Builds a table part by part, so that a large table does not keep the process from other work.
   */
  static async of(parts: AsyncIterable<readonly BinRecord[]>): Promise<BinTable> {
    const table = new BinTable([]);
    for await (const part of parts) for (const record of part) table.#add(record);
    return table;
  }

  get size(): number {
    return this.#rows.size;
  }

  records(): readonly BinRecord[] {
    return [...this.#rows.values()];
  }

  /** The longest row that the digits begin with. */
  rowOf(digits: string): BinRecord | undefined {
    return this.#longestRow(digits.slice(0, LONGEST));
  }

  /** Looks up a card number or its first digits, at least six. */
  find(digits: string): BinMatch {
    const prefix = digits.slice(0, LONGEST);
    const row = this.rowOf(prefix);
    const longer = this.#longer.get(prefix) ?? [];
    const possible = row === undefined ? longer : [row, ...longer];
    if (possible.length === 0) {
      const unknown = unknownCard(digits);
      return { best: unknown, possible: [unknown] };
    }
    return { best: row ?? agreement(longer, prefix), possible };
  }

  #add(record: BinRecord): void {
    this.#rows.set(record.bin, record);
    for (let length = SHORTEST; length < record.bin.length; length += 1) {
      const prefix = record.bin.slice(0, length);
      const known = this.#longer.get(prefix);
      if (known === undefined) this.#longer.set(prefix, [record]);
      else known.push(record);
    }
  }

  #longestRow(prefix: string): BinRecord | undefined {
    for (let length = prefix.length; length >= SHORTEST; length -= 1) {
      const row = this.#rows.get(prefix.slice(0, length));
      if (row !== undefined) return row;
    }
    return undefined;
  }
}

function agreement(rows: readonly BinRecord[], digits: string): CardFacts {
  return {
    bankName: agreed(rows, (row) => row.bankName),
    bankCode: agreed(rows, (row) => row.bankCode),
    brand: agreed(rows, (row) => row.brand) ?? brandOf(digits),
    type: agreed(rows, (row) => row.type),
    category: agreed(rows, (row) => row.category),
    program: agreed(rows, (row) => row.program),
    country: agreed(rows, (row) => row.country),
  };
}

function agreed<Value>(
  rows: readonly BinRecord[],
  valueOf: (row: BinRecord) => Value,
): Value | undefined {
  const values = new Set(rows.map(valueOf));
  const [value] = values;
  return values.size === 1 ? value : undefined;
}
