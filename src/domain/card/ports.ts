import type { Instant } from "../../kernel/clock.ts";
import type { CardToken, OrderId } from "../../kernel/ids.ts";
import type { Result } from "../../kernel/result.ts";
import type { BinRecord } from "./bin-record.ts";
import type { CardNote, CardSource, CardWord } from "./card-note.ts";
import type { BinTable } from "./bin-table.ts";
import type {
  CardOwner,
  CardToKeep,
  OpenedCard,
  StoredCardPage,
  StoredCardQuery,
} from "./stored-card.ts";

/** The BIN tables in force, in the memory of this process. */
export interface BinDirectory {
  /**
   * Until an import, test mode has the sandbox's table and live mode the one that the program
   * brings; an operator's corrections replace single rows of either.
   */
  table(mode: BinMode): BinTable;
  /** Resolves once the tables are at least as new as this call; payments do not wait for it. */
  refresh(): Promise<void>;
}

/** Each mode has a BIN table of its own. */
export type BinMode = "test" | "live";

/** The number of rows that an import changed, by kind of change. */
export type BinTableChange = {
  readonly records: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
};

/** A row that an operator wrote in place of the table's row of the same digits. */
export type BinCorrection = {
  readonly record: BinRecord;
  readonly changedAt: Instant;
  /** The user, operator key or `command line` that wrote it. */
  readonly changedBy: string;
};

/** The BIN tables in the database, which all processes share. */
export interface BinStore {
  /** Replaces all rows of a mode in one step; corrections stay. */
  replace(mode: BinMode, records: readonly BinRecord[], at: Instant): Promise<BinTableChange>;
  /** Counts what `replace` would change, and changes nothing. */
  compare(mode: BinMode, records: readonly BinRecord[]): Promise<BinTableChange>;
  /** Restores the mode's table from before any import; corrections stay. */
  reset(mode: BinMode, at: Instant): Promise<void>;
  /** Writes a correction in place of an earlier one of the same digits. */
  correct(mode: BinMode, correction: BinCorrection): Promise<void>;
  /** Removes a correction. Returns false if the mode has none of these digits. */
  removeCorrection(mode: BinMode, bin: string, at: Instant): Promise<boolean>;
  /** Lists the corrections of a mode, by digits. */
  corrections(mode: BinMode): Promise<readonly BinCorrection[]>;
}

/** The words of banks about cards, beside the BIN table, which only an operator changes. */
export interface CardNotes {
  /** No two words may be about the same BIN. */
  keep(
    source: CardSource,
    words: readonly (CardWord & Pick<CardNote, "count">)[],
    at: Instant,
  ): Promise<void>;
  /** Removes the notes that no bank has repeated since `before`. */
  forget(before: Instant): Promise<void>;
  /** The notes of all connections of a mode, by BIN. */
  list(mode: BinMode): Promise<readonly CardNote[]>;
}

export type VaultRefusal =
  /** No card of this owner has the token. */
  | "card_token_not_found"
  /** This process does not have the key of the stored cards. */
  | "stored_cards_unavailable";

/**
 * Encrypted store of cards. Only the result of `open` holds a number in plain text, on its way to
 * the bank.
 */
export interface CardVault {
  /**
   * Encrypts a card and sets it aside until its payment has ended. Returns the token that the card
   * has once it is stored; the same card of the same owner always has the same token. Returns
   * undefined if no key is available, because a payment must not fail only because its card cannot
   * be stored.
   */
  setAside(card: CardToKeep): Promise<CardToken | undefined>;
  /** Erases the card that was set aside for a payment that never began. */
  discard(orderId: OrderId): Promise<void>;
  /** Decrypts the card of a token if it belongs to this owner. */
  open(owner: CardOwner, token: string): Promise<Result<OpenedCard, VaultRefusal>>;
  list(query: StoredCardQuery): Promise<StoredCardPage>;
  /** Erases a card. Returns false if the merchant has no card with that token in that mode. */
  erase(owner: Pick<CardOwner, "merchantId" | "mode">, token: string): Promise<boolean>;
  /** Erases cards that expired long ago, and cards set aside for payments that never began. */
  sweep(now: Instant): Promise<void>;
}
