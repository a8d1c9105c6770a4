import type pg from "pg";
import type { CardExpiry, CardSummary } from "../../domain/card/card-details.ts";
import type {
  CardOwner,
  CardToKeep,
  StoredCard,
  StoredCardPage,
  StoredCardQuery,
} from "../../domain/card/stored-card.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { merchantOf, type CardToken, type OrderId } from "../../kernel/ids.ts";
import {
  columnsWithin,
  columnValues,
  namesOf,
  unnestClause,
  type Column,
} from "../../database/mapping/columns.ts";
import { bigint, id, type Row } from "../../database/mapping/rows.ts";
import {
  EXPIRY,
  FOUND_CARD,
  SEALED_RECORD,
  STORED_CARD,
  SUMMARY,
  type FoundCard,
  type SealedRecord,
} from "./stored-card-rows.ts";

export type SealedDraft = Pick<CardToKeep, "owner" | "orderId" | "bankName" | "at"> & {
  readonly token: CardToken;
  readonly fingerprint: string;
  readonly summary: CardSummary;
  readonly expiry: StoredCard["expiry"];
  readonly holderName: string;
  readonly record: SealedRecord;
  /** In real time, because the sweep of drafts and unused cards compares it with the real time. */
  readonly setAsideAt: Instant;
};

export type SetAside =
  | { readonly kind: "kept" }
  /** The card has another token already, which the record must be bound to. */
  | { readonly kind: "known"; readonly token: CardToken }
  /** The vault key of the record is not in force any more. */
  | { readonly kind: "key_replaced" };

type Merchants = Pick<CardOwner, "merchantId" | "mode">;

export type StoredCardStore = {
  setAside(draft: SealedDraft): Promise<SetAside>;
  discard(orderId: OrderId): Promise<void>;
  find(owner: CardOwner, token: string): Promise<FoundCard | undefined>;
  list(query: StoredCardQuery): Promise<StoredCardPage>;
  erase(owner: Merchants, token: string): Promise<boolean>;
  /** Deletes drafts without a payment and unused cards older than `setAside`, and expired cards. */
  sweep(older: { readonly setAside: Instant; readonly expiry: CardExpiry }): Promise<void>;
};

type Query = (sql: string, values: readonly unknown[]) => Promise<readonly Row[]>;

export function createStoredCardStore(pool: pg.Pool): StoredCardStore {
  const query: Query = async (sql, values) =>
    (await pool.query<Record<string, unknown>>(sql, [...values])).rows;
  return {
    async setAside(draft) {
      const [row] = await query(SET_ASIDE, setAsideValues(draft));
      if (row === undefined || row["card_token"] === null) return { kind: "key_replaced" };
      const token = id<CardToken>(row, "card_token");
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
      return row === undefined ? undefined : FOUND_CARD.read(row);
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
  const { owner, customerId, token, page, perPage } = wanted;
  const values = [owner.merchantId, owner.mode, customerId ?? null, token ?? null];
  const [counted, rows] = await Promise.all([
    query(`select count(*) as total from stored_card where ${LISTED}`, values),
    query(
      `select * from stored_card where ${LISTED}
       order by created_at desc, card_token desc limit $5 offset $6`,
      [...values, perPage, (page - 1) * perPage],
    ),
  ]);
  const total = counted[0] === undefined ? 0 : Number(bigint(counted[0], "total"));
  return { total, cards: rows.map(STORED_CARD.read) };
}

/** The columns of a card's row, which is written before its payment is approved. */
const NEW_CARD: readonly Column<SealedDraft>[] = [
  ["merchant_id", "text", ({ owner }) => owner.merchantId],
  ["card_token", "text", ({ token }) => token],
  ["mode", "text", ({ owner }) => owner.mode],
  ["customer_id", "text", ({ owner }) => owner.customerId],
  ["fingerprint", "text", ({ fingerprint }) => fingerprint],
  ...columnsWithin(SUMMARY.columns, ({ summary }: SealedDraft) => summary),
  ["created_at", "timestamptz", ({ at }) => toIso(at)],
  ["touched_at", "timestamptz", ({ setAsideAt }) => toIso(setAsideAt)],
];

/** The columns of the draft that the approval of its payment copies into the card. */
const NEW_DRAFT: readonly Column<SealedDraft>[] = [
  ["order_id", "text", ({ orderId }) => orderId],
  ["card_bank", "text", ({ bankName }) => bankName],
  ...columnsWithin(EXPIRY.columns, ({ expiry }: SealedDraft) => expiry),
  ["holder_name", "text", ({ holderName }) => holderName],
  ...columnsWithin(SEALED_RECORD.columns, ({ record: sealed }: SealedDraft) => sealed),
];

const DRAFT = [...NEW_CARD, ...NEW_DRAFT];

/**
 * The row of the vault key stays locked while the record is written, so that no record is written
 * under a key that is being replaced. The card's row is written first. If the card already has
 * another token, that token is returned and no draft is written.
 */
const SET_ASIDE = `
with input as materialized (select * from ${unnestClause(DRAFT)}),
key as materialized (
  select key_id from vault_key where key_id = $${DRAFT.length + 1} and is_current for share
),
card as (
  insert into stored_card (${namesOf(NEW_CARD)})
  select ${namesOf(NEW_CARD)} from input join key using (key_id)
  on conflict (merchant_id, mode, fingerprint) do update set touched_at = excluded.touched_at
  returning card_token
),
draft as (
  insert into card_draft (merchant_id, card_token, created_at, ${namesOf(NEW_DRAFT)})
  select merchant_id, card_token, touched_at, ${namesOf(NEW_DRAFT)}
  from input join card using (card_token)
)
select (select card_token from card) as card_token`;

function setAsideValues(draft: SealedDraft): readonly unknown[] {
  return [...columnValues(DRAFT, [draft]), draft.record.keyId];
}

// A blank id, which was stored once, names no customer. A card of another owner is a missing card.
const FIND = `
select card_token, customer_id, key_id, wrapped_key, sealed from stored_card
where merchant_id = $1 and card_token = $2 and mode = $3 and sealed is not null
  and (customer_id is null or btrim(customer_id) = '' or customer_id = $4)`;

const LISTED = `merchant_id = $1 and mode = $2 and sealed is not null
  and ($3::text is null or customer_id = $3) and ($4::text is null or card_token = $4)`;

/** Deletes a card, and its drafts, so that a payment under way does not store the card again. */
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

/** The condition that the card has no draft, which the approval of a payment would store again. */
const UNASKED = `not exists (
  select from card_draft
  where card_draft.merchant_id = stored_card.merchant_id
    and card_draft.card_token = stored_card.card_token)`;

/** Deletes cards with which no payment was approved. */
const SWEEP_RESERVED = `
delete from stored_card
where sealed is null and touched_at < $1 and ${UNASKED}`;

/** A run deletes at most 1000 cards, and skips a card that was saved anew with a later expiry. */
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
