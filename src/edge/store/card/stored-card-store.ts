import type pg from "pg";
import type { CardExpiry, CardSummary } from "../../../card/card-details.ts";
import type {
  CardOwner,
  CardToKeep,
  StoredCard,
  StoredCardPage,
  StoredCardQuery,
} from "../../../card/stored-card.ts";
import { toIso, type Instant } from "../../../kernel/clock.ts";
import { merchantOf, type CardToken, type OrderId } from "../../../kernel/ids.ts";
import {
  bigint,
  buffer,
  integer,
  moment,
  optionalText,
  text,
  trusted,
  type Row,
} from "../sql/rows.ts";

/** A record under a vault key; the store knows nothing of what is in it. */
export type SealedRecord = {
  readonly keyId: string;
  readonly wrappedKey: Buffer;
  readonly sealed: Buffer;
};

export type SealedDraft = Pick<CardToKeep, "owner" | "orderId" | "bankName" | "at"> & {
  readonly token: CardToken;
  readonly fingerprint: string;
  readonly summary: CardSummary;
  readonly expiry: StoredCard["expiry"];
  readonly holderName: string;
  readonly record: SealedRecord;
  /** By the real time, which the sweep of what was left behind goes by. */
  readonly setAsideAt: Instant;
};

export type SetAside =
  | { readonly kind: "kept" }
  /** The card has another token already, which the record must be bound to. */
  | { readonly kind: "known"; readonly token: CardToken }
  /** The key is not in force any more. */
  | { readonly kind: "key_replaced" };

export type FoundCard = {
  readonly token: CardToken;
  readonly customerId: string | undefined;
  readonly record: SealedRecord;
};

type Merchants = Pick<CardOwner, "merchantId" | "mode">;

export type StoredCardStore = {
  setAside(draft: SealedDraft): Promise<SetAside>;
  discard(orderId: OrderId): Promise<void>;
  find(owner: CardOwner, token: string): Promise<FoundCard | undefined>;
  list(query: StoredCardQuery): Promise<StoredCardPage>;
  erase(owner: Merchants, token: string): Promise<boolean>;
  /** Erases what was set aside before a time for orders that are not there, and old cards. */
  sweep(older: { readonly setAside: Instant; readonly expiry: CardExpiry }): Promise<void>;
};

type Query = (sql: string, values: readonly unknown[]) => Promise<readonly Row[]>;

export function createStoredCardStore(pool: pg.Pool): StoredCardStore {
  const query: Query = async (sql, values) =>
    (await pool.query<Record<string, unknown>>(sql, [...values])).rows;
  return {
    async setAside(draft) {
      const [row] = await query(SET_ASIDE, draftValues(draft));
      if (row === undefined || row["card_token"] === null) return { kind: "key_replaced" };
      const token = trusted<CardToken>(row, "card_token");
      return token === draft.token ? { kind: "kept" } : { kind: "known", token };
    },

    async discard(orderId) {
      await query("delete from card_draft where merchant_id = $1 and order_id = $2", [
        merchantOf(orderId),
        orderId,
      ]);
    },

    async find({ merchantId, mode, customerId }, token) {
      const [row] = await query(FIND, [merchantId, token, mode, customerId ?? null]);
      return row === undefined ? undefined : readFound(row);
    },

    list: (wanted) => list(query, wanted),

    async erase({ merchantId, mode }, token) {
      const rows = await query(ERASE, [merchantId, token, mode]);
      return rows.length > 0;
    },

    async sweep({ setAside, expiry }) {
      await query(SWEEP_DRAFTS, [toIso(setAside)]);
      await query(SWEEP_RESERVED, [toIso(setAside)]);
      await query(SWEEP_EXPIRED, [expiry.year, expiry.month]);
    },
  };
}

async function list(query: Query, wanted: StoredCardQuery): Promise<StoredCardPage> {
  const { owner, customerId, page, perPage } = wanted;
  const values = [owner.merchantId, owner.mode, customerId ?? null];
  const [counted, rows] = await Promise.all([
    query(`select count(*) as total from stored_card where ${LISTED}`, values),
    query(
      `select * from stored_card where ${LISTED}
       order by created_at desc, card_token desc limit $4 offset $5`,
      [...values, perPage, (page - 1) * perPage],
    ),
  ]);
  const total = counted[0] === undefined ? 0 : Number(bigint(counted[0], "total"));
  return { total, cards: rows.map(readCard) };
}

/**
 * Holds the row of the key while the record is written, so that no record comes to be under a key
 * that is being replaced. The card's row comes first and says which token it has.
 */
const SET_ASIDE = `
with key as materialized (
  select key_id from vault_key where key_id = $14 and is_current for share
),
card as (
  insert into stored_card (merchant_id, card_token, mode, customer_id, fingerprint, card_bin,
    card_last_four, card_brand, created_at, touched_at)
  select $1, $3, $4, $5, $6, $7, $8, $9, $17::timestamptz, $18::timestamptz from key
  on conflict (merchant_id, mode, fingerprint) do update set touched_at = excluded.touched_at
  returning card_token
),
draft as (
  insert into card_draft (merchant_id, order_id, card_token, card_bank, expire_month, expire_year,
    holder_name, key_id, wrapped_key, sealed, created_at)
  select $1, $2, card_token, $10, $11, $12, $13, $14, $15, $16, $18::timestamptz
  from card where card_token = $3
)
select (select card_token from card) as card_token`;

function draftValues(draft: SealedDraft): readonly unknown[] {
  const { owner, summary, expiry, record } = draft;
  return [
    owner.merchantId,
    draft.orderId,
    draft.token,
    owner.mode,
    owner.customerId ?? null,
    draft.fingerprint,
    summary.bin,
    summary.lastFour,
    summary.brand,
    draft.bankName ?? null,
    expiry.month,
    expiry.year,
    draft.holderName,
    record.keyId,
    record.wrappedKey,
    record.sealed,
    toIso(draft.at),
    toIso(draft.setAsideAt),
  ];
}

/** A card of others is found as little as one that never was, by the same work. */
const FIND = `
select card_token, customer_id, key_id, wrapped_key, sealed from stored_card
where merchant_id = $1 and card_token = $2 and mode = $3 and sealed is not null
  and (customer_id is null or customer_id = $4)`;

const LISTED = `merchant_id = $1 and mode = $2 and sealed is not null
  and ($3::text is null or customer_id = $3)`;

/** A draft of the card goes too: its payment, under way, must not bring the card back. */
const ERASE = `
with erased as (
  delete from stored_card
  where merchant_id = $1 and card_token = $2 and mode = $3 and sealed is not null
  returning merchant_id, card_token
),
drafts as (
  delete from card_draft using erased
  where card_draft.merchant_id = erased.merchant_id and card_draft.card_token = erased.card_token
)
select card_token from erased`;

const SWEEP_DRAFTS = `
delete from card_draft
where created_at < $1 and not exists (
  select from payment
  where payment.merchant_id = card_draft.merchant_id and payment.order_id = card_draft.order_id)`;

/** No payment under way is to save the card. */
const UNASKED = `not exists (
  select from card_draft
  where card_draft.merchant_id = stored_card.merchant_id
    and card_draft.card_token = stored_card.card_token)`;

/** Cards that no payment was approved with. */
const SWEEP_RESERVED = `
delete from stored_card
where sealed is null and touched_at < $1 and ${UNASKED}`;

/** A thousand each minute; a card that its customer saves again meanwhile has a new date then. */
const SWEEP_EXPIRED = `
with expired as materialized (
  select merchant_id, card_token from stored_card
  where sealed is not null and (expire_year, expire_month) < ($1, $2)
  order by expire_year, expire_month limit 1000
)
delete from stored_card using expired
where stored_card.merchant_id = expired.merchant_id
  and stored_card.card_token = expired.card_token
  and (stored_card.expire_year, stored_card.expire_month) < ($1, $2)
  and ${UNASKED}`;

function readFound(row: Row): FoundCard {
  return {
    token: trusted(row, "card_token"),
    customerId: optionalText(row, "customer_id"),
    record: {
      keyId: text(row, "key_id"),
      wrappedKey: buffer(row, "wrapped_key"),
      sealed: buffer(row, "sealed"),
    },
  };
}

function readCard(row: Row): StoredCard {
  return {
    token: trusted(row, "card_token"),
    customerId: optionalText(row, "customer_id"),
    bin: text(row, "card_bin"),
    lastFour: text(row, "card_last_four"),
    brand: trusted(row, "card_brand"),
    bankName: optionalText(row, "card_bank"),
    expiry: { month: integer(row, "expire_month"), year: integer(row, "expire_year") },
    holderName: text(row, "holder_name"),
    createdAt: moment(row, "created_at"),
  };
}
