import type pg from "pg";
import type { EndpointId, MerchantId } from "../../kernel/ids.ts";
import { keyInForce, type KeyLock } from "../../database/connection/key-lock.ts";
import { bigint, id, optionalId, text, type Row } from "../../database/mapping/rows.ts";

/** A stored secret that signs; without `endpointId` it is the merchant's. */
export type KeptSigningSecret = {
  readonly merchantId: MerchantId;
  readonly endpointId: EndpointId | undefined;
  readonly text: string;
};

/** Finds and replaces the stored secrets that sign webhooks and redirects. */
export type SigningSecretStore = {
  /**
   * True if this installation encrypts its secrets. One without a merchant begins to, unless
   * `mayBegin` is false.
   */
  isSealing(mayBegin: boolean): Promise<boolean>;
  /** Makes the installation encrypt its secrets; there is no way back. */
  seal(): Promise<void>;
  /** The secrets that are not encrypted under this key, plain ones included. */
  notUnder(keyId: string): Promise<readonly KeptSigningSecret[]>;
  listPlain(): Promise<readonly KeptSigningSecret[]>;
  /** Resolves to false if `before` is not stored there any more, or the key is not in force. */
  replace(
    before: KeptSigningSecret,
    sealed: { readonly text: string; readonly keyId: string },
  ): Promise<boolean>;
  /** The number of secrets under each key. */
  countByKey(): Promise<ReadonlyMap<string, number>>;
};

/** Each stored secret, with the row that holds it; a damaged row must not hold up the others. */
const SECRETS = `
select merchant_id, null as endpoint_id, coalesce(sealed_secret, webhook_secret) as secret
from merchant
union all
select merchant_id, null, coalesce(sealed_replaced_secret, replaced_secret)
from merchant where replaced_secret_until is not null
union all
select merchant_id, endpoint_id, coalesce(one ->> 'sealed', one ->> 'secret')
from webhook_endpoint, jsonb_array_elements(
  case jsonb_typeof(secrets) when 'array' then secrets else '[]' end
) as one`;

const OF_MERCHANT = `
update merchant
set sealed_secret = case when $4 in (sealed_secret, webhook_secret) then $3
    else sealed_secret end,
  webhook_secret = nullif(webhook_secret, $4),
  sealed_replaced_secret = case when $4 in (sealed_replaced_secret, replaced_secret) then $3
    else sealed_replaced_secret end,
  replaced_secret = nullif(replaced_secret, $4)
where merchant_id = $2 and exists (select from key) and $4::text in (
  sealed_secret, webhook_secret, sealed_replaced_secret, replaced_secret
)`;

const OF_ENDPOINT = `
update webhook_endpoint
set secrets = (
  select jsonb_agg(
    case when $4 in (one.value ->> 'sealed', one.value ->> 'secret')
      then one.value - 'secret' || jsonb_build_object('sealed', $3::text) else one.value end
    order by one.ordinality
  )
  from jsonb_array_elements(secrets) with ordinality as one
)
where merchant_id = $2 and endpoint_id = $5 and exists (select from key) and (
  secrets @> jsonb_build_array(jsonb_build_object('sealed', $4::text))
  or secrets @> jsonb_build_array(jsonb_build_object('secret', $4::text))
)`;

/**
 * Starts encryption in an installation without merchants. Merchants of transactions that are still
 * open don't count.
 */
const BEGIN_SEALED = `
insert into installation_secret (name, value)
select 'signers_sealed', 'yes' where not exists (select 1 from merchant)
on conflict do nothing`;

const SEAL = `
insert into installation_secret (name, value) values ('signers_sealed', 'yes')
on conflict do nothing`;

const IS_SEALING = "select value from installation_secret where name = 'signers_sealed'";

export function createSigningSecretStore(
  pool: pg.Pool,
  lock: KeyLock = "share",
): SigningSecretStore {
  const key = `with key as materialized (${keyInForce("$1", lock)})`;
  const without = async (prefix: string): Promise<readonly KeptSigningSecret[]> => {
    const { rows } = await pool.query<Row>(
      `select * from (${SECRETS}) as kept where not starts_with(secret, $1)`,
      [prefix],
    );
    return rows.map((row) => ({
      merchantId: id(row, "merchant_id"),
      endpointId: optionalId(row, "endpoint_id"),
      text: text(row, "secret"),
    }));
  };
  return {
    async isSealing(mayBegin) {
      if ((await pool.query(IS_SEALING)).rowCount === 1) return true;
      if (!mayBegin) return false;
      await pool.query(BEGIN_SEALED);
      return (await pool.query(IS_SEALING)).rowCount === 1;
    },

    async seal() {
      await pool.query(SEAL);
    },

    notUnder: (keyId) => without(`sealed:${keyId}:`),
    listPlain: () => without("sealed:"),

    async replace({ merchantId, endpointId, text: before }, { text: sealed, keyId }) {
      const values = [keyId, merchantId, sealed, before];
      const { rowCount } =
        endpointId === undefined
          ? await pool.query(`${key} ${OF_MERCHANT}`, values)
          : await pool.query(`${key} ${OF_ENDPOINT}`, [...values, endpointId]);
      return rowCount === 1;
    },

    async countByKey() {
      const { rows } = await pool.query<Row>(
        `select split_part(secret, ':', 2) as key_id, count(*) as secrets
         from (${SECRETS}) as kept where starts_with(secret, 'sealed:') group by 1`,
      );
      return new Map(rows.map((row) => [text(row, "key_id"), Number(bigint(row, "secrets"))]));
    },
  };
}
