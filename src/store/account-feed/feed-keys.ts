import type pg from "pg";
import type { FeedId, MerchantId } from "../../kernel/ids.ts";
import { keyInForce, type KeyLock } from "../../database/connection/key-lock.ts";
import {
  count,
  id,
  optionalId,
  optionalText,
  text,
  type Row,
} from "../../database/mapping/rows.ts";
import type { SealedCredentials } from "../connection/write-connection.ts";

/** The credentials of feeds, as ciphertext. */
export type FeedKeys = {
  findCredentials(feedId: FeedId): Promise<string | undefined>;
  /** The credentials that are not encrypted under a vault key. */
  credentialsNotUnder(keyId: string): Promise<readonly StoredCredentials[]>;
  /** Replaces credentials unless they have changed; resolves to false otherwise. */
  replaceCredentials(feedId: FeedId, before: string, after: SealedCredentials): Promise<boolean>;
  /** The number of feeds whose credentials are under each vault key. */
  countByKey(): Promise<ReadonlyMap<string, number>>;
};

type StoredCredentials = {
  readonly feedId: FeedId;
  readonly merchantId: MerchantId | undefined;
  readonly text: string;
};

export function createFeedKeys(pool: pg.Pool, lock: KeyLock): FeedKeys {
  return {
    async findCredentials(feedId) {
      const { rows } = await pool.query<Row>(
        "select credentials from bank_feed where feed_id = $1",
        [feedId],
      );
      return rows[0] === undefined ? undefined : optionalText(rows[0], "credentials");
    },
    async credentialsNotUnder(keyId) {
      const { rows } = await pool.query<Row>(
        `select feed_id, merchant_id, credentials from bank_feed
         where not starts_with(credentials, 'sealed:' || $1 || ':')`,
        [keyId],
      );
      return rows.map((row) => ({
        feedId: id<FeedId>(row, "feed_id"),
        merchantId: optionalId<MerchantId>(row, "merchant_id"),
        text: text(row, "credentials"),
      }));
    },
    async replaceCredentials(feedId, before, sealed) {
      const { rowCount } = await pool.query(
        `with key as materialized (${keyInForce("$2", lock)})
         update bank_feed set credentials = $3
         where feed_id = $1 and credentials = $4 and exists (select from key)`,
        [feedId, sealed.keyId, sealed.text, before],
      );
      return rowCount === 1;
    },
    async countByKey() {
      const { rows } = await pool.query<Row>(
        `select split_part(credentials, ':', 2) as key_id, count(*) as feeds
         from bank_feed where credentials is not null group by 1`,
      );
      return new Map(rows.map((row) => [text(row, "key_id"), count(row, "feeds")]));
    },
  };
}
