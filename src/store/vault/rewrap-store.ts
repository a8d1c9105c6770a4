import type pg from "pg";
import { classifyDatabaseError } from "../../database/connection/database-error.ts";
import { buffer, count, optionalText, text, type Row } from "../../database/mapping/rows.ts";

/** A wrapped record and the data it is bound to; `id` is its key within its merchant. */
export type WrappedRecord = {
  readonly merchantId: string;
  readonly id: string;
  readonly token: string;
  readonly mode: string;
  readonly customerId: string | undefined;
  readonly keyId: string;
  readonly wrappedKey: Buffer;
};

/** The last record of a batch; the next batch begins after it. */
export type RewrapPosition = Pick<WrappedRecord, "merchantId" | "id">;

/**
 * A row that was found. `read` throws if the row is damaged, so that the others can still be read.
 */
export type FoundRecord = RewrapPosition & { readonly read: () => WrappedRecord };

export type RewrappedRecord = {
  readonly record: WrappedRecord;
  readonly wrappedKey: Buffer;
};

/** Finds and replaces wrapped keys of the vault's records: drafts of cards, and stored cards. */
export type RewrapStore = {
  /** The next records after a position that are not wrapped with this key. */
  next(
    table: RecordTable,
    wanted: { readonly keyId: string; readonly after: RewrapPosition; readonly limit: number },
  ): Promise<readonly FoundRecord[]>;
  /**
   * Writes rewrapped keys, except of records that changed since they were read; resolves to the
   * number of written records.
   */
  write(table: RecordTable, keyId: string, records: readonly RewrappedRecord[]): Promise<number>;
  /** The number of stored cards and of drafts under each key. */
  countByKey(): Promise<ReadonlyMap<string, number>>;
};

const TABLES = ["card_draft", "stored_card"] as const;
export type RecordTable = (typeof TABLES)[number];

const SELECT = {
  card_draft: `
select card_draft.merchant_id, order_id as id, card_token, mode, customer_id, card_draft.key_id,
  card_draft.wrapped_key
from card_draft join stored_card using (merchant_id, card_token)
where card_draft.key_id <> $1 and (card_draft.merchant_id, order_id) > ($2, $3)
order by card_draft.merchant_id, order_id limit $4`,
  stored_card: `
select merchant_id, card_token as id, card_token, mode, customer_id, key_id, wrapped_key
from stored_card
where key_id <> $1 and (merchant_id, card_token) > ($2, $3)
order by merchant_id, card_token limit $4`,
} as const satisfies Record<RecordTable, string>;

const COUNT = {
  // The draft of a card that was erased since is never used, so it is not counted.
  card_draft: `
select card_draft.key_id, count(*) as cards
from card_draft join stored_card using (merchant_id, card_token) group by card_draft.key_id`,
  stored_card: `
select key_id, count(*) as cards from stored_card where key_id is not null group by key_id`,
} as const satisfies Record<RecordTable, string>;

const UPDATE = {
  card_draft: updateOf("card_draft", "order_id"),
  stored_card: updateOf("stored_card", "card_token"),
} as const satisfies Record<RecordTable, string>;

function updateOf(table: RecordTable, id: string): string {
  return `
update ${table} set key_id = $1, wrapped_key = input.new_key
from unnest($2::text[], $3::text[], $4::bytea[], $5::bytea[])
  as input (merchant_id, id, old_key, new_key)
where ${table}.merchant_id = input.merchant_id and ${table}.${id} = input.id
  and ${table}.wrapped_key = input.old_key`;
}

export function createRewrapStore(pool: pg.Pool): RewrapStore {
  return {
    async next(table, { keyId, after, limit }) {
      const { rows } = await pool.query<Record<string, unknown>>(SELECT[table], [
        keyId,
        after.merchantId,
        after.id,
        limit,
      ]);
      return rows.map((row) => ({
        merchantId: text(row, "merchant_id"),
        id: text(row, "id"),
        read: () => readRecord(row),
      }));
    },

    async write(table, keyId, records) {
      const values = [
        keyId,
        records.map(({ record }) => record.merchantId),
        records.map(({ record }) => record.id),
        records.map(({ record }) => record.wrappedKey),
        records.map(({ wrappedKey }) => wrappedKey),
      ];
      try {
        return (await pool.query(UPDATE[table], values)).rowCount ?? 0;
      } catch (error) {
        // A payment is saving one of these cards; the next pass rewraps the remaining ones.
        if (["conflict", "timeout"].includes(classifyDatabaseError(error).kind)) return 0;
        throw error;
      }
    },

    async countByKey() {
      const counts = new Map<string, number>();
      for (const table of TABLES) {
        const { rows } = await pool.query<Record<string, unknown>>(COUNT[table]);
        for (const row of rows) {
          const keyId = text(row, "key_id");
          counts.set(keyId, (counts.get(keyId) ?? 0) + count(row, "cards"));
        }
      }
      return counts;
    },
  };
}

function readRecord(row: Row): WrappedRecord {
  return {
    merchantId: text(row, "merchant_id"),
    id: text(row, "id"),
    token: text(row, "card_token"),
    mode: text(row, "mode"),
    customerId: optionalText(row, "customer_id"),
    keyId: text(row, "key_id"),
    wrappedKey: buffer(row, "wrapped_key"),
  };
}
