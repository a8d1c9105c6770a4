import type { Instant } from "../kernel/clock.ts";
import type { CardToken, OrderId } from "../kernel/ids.ts";
import type { Result } from "../kernel/result.ts";
import type { BinRecord } from "./bin-record.ts";
import type { BinTable } from "./bin-table.ts";
import type {
  CardOwner,
  CardToKeep,
  OpenedCard,
  StoredCardPage,
  StoredCardQuery,
} from "./stored-card.ts";

/** The BIN table in force, in the memory of this process. */
export interface BinDirectory {
  /** Test mode has the sandbox's table until one is imported; live mode has none until then. */
  table(mode: "test" | "live"): BinTable;
  /** Resolves once the table is at least as new as this call; payments do without. */
  refresh(): Promise<void>;
}

/** What an import changed, in rows. */
export type BinTableChange = {
  readonly records: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
};

/** The BIN table that all processes share. */
export interface BinStore {
  /** Puts these rows in the place of all others, in one step. */
  replace(records: readonly BinRecord[], at: Instant): Promise<BinTableChange>;
  /** Goes back to the sandbox's own table. */
  reset(at: Instant): Promise<void>;
}

export type VaultRefusal =
  /** No card of this owner has the token. */
  | "card_token_not_found"
  /** This process does not have the key that the stored cards are kept under. */
  | "stored_cards_unavailable";

/** Stored cards. A number is in clear only in what `open` gives, on its way to the bank. */
export interface CardVault {
  /**
   * Keeps a card aside, sealed, until its payment has ended, and gives the token that it will have
   * then; the same card of the same owner always has the same. Nothing where no key is at hand: a
   * payment must not fail because its card can't be saved.
   */
  setAside(card: CardToKeep): Promise<CardToken | undefined>;
  /** Erases what was kept aside for a payment that was never begun. */
  discard(orderId: OrderId): Promise<void>;
  /** The card of a token, if its owner is this one. */
  open(owner: CardOwner, token: string): Promise<Result<OpenedCard, VaultRefusal>>;
  list(query: StoredCardQuery): Promise<StoredCardPage>;
  /** Erases a card; false where the merchant has no card of that token in that mode. */
  erase(owner: Pick<CardOwner, "merchantId" | "mode">, token: string): Promise<boolean>;
  /** Erases cards that expired long ago, and what was kept aside for payments never begun. */
  sweep(now: Instant): Promise<void>;
}
