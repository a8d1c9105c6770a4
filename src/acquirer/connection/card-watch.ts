import type { CardSource, CardWord } from "../../domain/card/card-note.ts";
import type { CardNotes } from "../../domain/card/ports.ts";
import type { AcquirerConnection } from "../../domain/connection/connection.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { ConnectionId } from "../../kernel/ids.ts";

type Heard = { readonly source: CardSource; readonly words: Map<string, Counted> };
type Counted = CardWord & { readonly count: number };

/** The words that wait for the next `write` of this process; others are dropped. */
const MOST_WAITING = 10_000;

/**
 * Gathers what banks say of cards and writes it together, so that a payment costs no statement for
 * it. Words that wait in a crash are lost: the next payments bring them again.
 */
export class CardWatch {
  readonly #notes: Pick<CardNotes, "keep">;
  readonly #clock: Clock;
  #heard = new Map<ConnectionId, Heard>();
  #waiting = 0;

  constructor(notes: Pick<CardNotes, "keep">, clock: Clock) {
    this.#notes = notes;
    this.#clock = clock;
  }

  /** Takes words about cards, unless the connection only rehearses live mode at the test bank. */
  hear(connection: AcquirerConnection, words: readonly CardWord[]): void {
    const { merchantId, mode, connectionId, hosts } = connection;
    if (words.length === 0 || (mode === "live" && hosts !== "bank")) return;
    const source = { merchantId, mode, connectionId };
    const heard = this.#heard.get(connectionId) ?? { source, words: new Map<string, Counted>() };
    this.#heard.set(connectionId, heard);
    for (const word of words) {
      const known = heard.words.get(word.bin);
      if (known === undefined && this.#waiting >= MOST_WAITING) continue;
      if (known === undefined) this.#waiting += 1;
      heard.words.set(word.bin, joined(known, word));
    }
  }

  async write(): Promise<void> {
    const heard = [...this.#heard.values()];
    this.#heard = new Map();
    this.#waiting = 0;
    for (const { source, words } of heard) {
      await this.#notes.keep(source, [...words.values()], this.#clock.now());
    }
  }
}

/** A later word stands, and a field that it leaves out stays as it was said before. */
function joined(known: Counted | undefined, word: CardWord): Counted {
  return {
    bin: word.bin,
    issuer: word.issuer ?? known?.issuer,
    bankCode: word.bankCode ?? known?.bankCode,
    brand: word.brand ?? known?.brand,
    type: word.type ?? known?.type,
    program: word.program ?? known?.program,
    count: (known?.count ?? 0) + 1,
  };
}
