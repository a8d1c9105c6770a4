import { CARD_BRANDS } from "../../domain/card/card-number.ts";
import type { CardExpiry, CardSummary } from "../../domain/card/card-details.ts";
import type { StoredCard } from "../../domain/card/stored-card.ts";
import type { CardToken } from "../../kernel/ids.ts";
import { column, optional, record } from "../../database/mapping/mapping.ts";

/** An encrypted card and its wrapped data key; the store can't read the card. */
export type SealedRecord = {
  readonly keyId: string;
  readonly wrappedKey: Buffer;
  readonly sealed: Buffer;
};

export type FoundCard = {
  readonly token: CardToken;
  readonly customerId: string | undefined;
  readonly record: SealedRecord;
};

export const SUMMARY = record<CardSummary>({
  bin: column.text("card_bin"),
  lastFour: column.text("card_last_four"),
  brand: column.oneOf("card_brand", CARD_BRANDS),
});

export const EXPIRY = record<CardExpiry>({
  month: column.integer("expire_month", "smallint"),
  year: column.integer("expire_year", "smallint"),
});

export const SEALED_RECORD = record<SealedRecord>({
  keyId: column.text("key_id"),
  wrappedKey: column.buffer("wrapped_key"),
  sealed: column.buffer("sealed"),
});

export const FOUND_CARD = record<FoundCard>({
  token: column.id("card_token"),
  customerId: optional(column.text("customer_id")),
  record: SEALED_RECORD,
});

export const STORED_CARD = record<StoredCard>({
  token: column.id("card_token"),
  customerId: optional(column.text("customer_id")),
  bin: column.text("card_bin"),
  lastFour: column.text("card_last_four"),
  brand: column.oneOf("card_brand", CARD_BRANDS),
  bankName: optional(column.text("card_bank")),
  expiry: EXPIRY,
  holderName: column.text("holder_name"),
  createdAt: column.instant("created_at"),
});
