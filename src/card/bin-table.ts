import { unknownCard, type BinRecord, type CardFacts } from "./bin-record.ts";
import { brandOf } from "./card-number.ts";

const LONGEST = 8;
const SHORTEST = 6;

/** What a table knows of the cards that begin with some digits. */
export type BinMatch = {
  readonly best: CardFacts;
  /**
   * All that such a card may turn out to be once more of its digits are known. One entry for eight
   * digits or more.
   */
  readonly possible: readonly CardFacts[];
};

/**
 * A whole BIN table in memory; it never changes, a newer one takes its place. A card is what the
 * longest row says whose `bin` its number begins with.
 *
 * Fewer than eight digits may not tell which row that will be. Then the longest row that they begin
 * with is the best known; where there is none, what all longer rows agree on.
 * The reasons are in docs/decisions/bin-answers.md.
 */
export class BinTable {
  readonly #rows = new Map<string, BinRecord>();
  /** Rows by each shorter beginning: at most 110 for six digits, 10 for seven. */
  readonly #longer = new Map<string, BinRecord[]>();

  /** Each row has a `bin` of its own. */
  constructor(records: readonly BinRecord[]) {
    for (const record of records) this.#add(record);
  }

  /** Of rows that come part by part: a large table is long in the making. */
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

  /** Looks up a card number, or the first digits of one: six at least. */
  find(digits: string): BinMatch {
    const prefix = digits.slice(0, LONGEST);
    const row = this.#longestRow(prefix);
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
