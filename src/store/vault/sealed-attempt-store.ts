import type pg from "pg";
import type { SealedPlace } from "../../domain/payment/attempt-vault.ts";
import { bigint, id, text, type Row } from "../../database/mapping/rows.ts";

/** A bank's value that is stored encrypted with an attempt. */
export type SealedValue = SealedPlace & { readonly sealed: string };

/** Finds and replaces the encrypted values of attempts. */
export type SealedAttemptStore = {
  /** The next values, after an attempt, that are not encrypted under this key. */
  next(wanted: {
    readonly keyId: string;
    readonly after: Pick<SealedPlace, "merchantId" | "attemptId"> | undefined;
    readonly limit: number;
  }): Promise<readonly SealedValue[]>;
  /** Resolves to false if the stored value is not `before` any more. */
  replace(before: SealedValue, sealed: string): Promise<boolean>;
  /** The number of attempts with values under each key; one with two keys counts for both. */
  countByKey(): Promise<ReadonlyMap<string, number>>;
};

const COLUMNS = ["acquirer_state", "challenge_document"] as const;

/** Null if it is under the same key as the state, so that its attempt counts once for the key. */
const OTHER_DOCUMENT = `case
  when split_part(challenge_document, ':', 2) is distinct from split_part(acquirer_state, ':', 2)
  then challenge_document end`;

const IS_SEALED = "(acquirer_state is not null or challenge_document is not null)";

const VALUES = COLUMNS.map(
  (name) =>
    `select merchant_id, attempt_id, '${name}' as purpose, ${name} as sealed from found
     where not starts_with(${name}, 'sealed:' || $1 || ':')`,
).join(" union all ");

export function createSealedAttemptStore(pool: pg.Pool): SealedAttemptStore {
  return {
    async next({ keyId, after, limit }) {
      const { rows } = await pool.query<Row>(
        `with found as materialized (
           select merchant_id, attempt_id, acquirer_state, challenge_document from attempt
           where ${IS_SEALED} and (merchant_id, attempt_id) > ($2, $3)
             and (not starts_with(coalesce(acquirer_state, 'sealed:' || $1 || ':'),
                 'sealed:' || $1 || ':')
               or not starts_with(coalesce(challenge_document, 'sealed:' || $1 || ':'),
                 'sealed:' || $1 || ':'))
           order by merchant_id, attempt_id limit $4
         )
         select * from (${VALUES}) as values order by merchant_id, attempt_id, purpose`,
        [keyId, after?.merchantId ?? "", after?.attemptId ?? "", limit],
      );
      return rows.map((row) => ({
        merchantId: id(row, "merchant_id"),
        attemptId: id(row, "attempt_id"),
        purpose: text(row, "purpose") === COLUMNS[0] ? COLUMNS[0] : COLUMNS[1],
        sealed: text(row, "sealed"),
      }));
    },

    async replace({ merchantId, attemptId, purpose, sealed: before }, sealed) {
      const { rowCount } = await pool.query(
        `update attempt set ${purpose} = $3
         where merchant_id = $1 and attempt_id = $2 and ${purpose} = $4`,
        [merchantId, attemptId, sealed, before],
      );
      return rowCount === 1;
    },

    async countByKey() {
      const { rows } = await pool.query<Row>(
        `select split_part(sealed, ':', 2) as key_id, count(*) as attempts from (
           select unnest(array[acquirer_state, ${OTHER_DOCUMENT}]) as sealed
           from attempt where ${IS_SEALED}
         ) as values where starts_with(sealed, 'sealed:') group by 1`,
      );
      return new Map(rows.map((row) => [text(row, "key_id"), Number(bigint(row, "attempts"))]));
    },
  };
}
