import type pg from "pg";
import type { EndpointId, MerchantId } from "../../../kernel/ids.ts";
import { keyInForce, type KeyLock } from "../sql/key-lock.ts";
import { bigint, id, optionalId, text, type Row } from "../sql/rows.ts";

/** A stored secret that signs; without `endpointId` it is the merchant's. */
export type KeptSigningSecret = {
  readonly merchantId: MerchantId;
  readonly endpointId: EndpointId | undefined;
  readonly text: string;
};

/** Finds and replaces the stored secrets that sign webhooks and redirects. */
export type SigningSecretStore = {
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
select merchant_id, null as endpoint_id, webhook_secret as secret from merchant
union all
select merchant_id, null, replaced_secret from merchant where replaced_secret is not null
union all
select merchant_id, endpoint_id, one ->> 'secret'
from webhook_endpoint, jsonb_array_elements(
  case jsonb_typeof(secrets) when 'array' then secrets else '[]' end
) as one`;

const OF_MERCHANT = `
update merchant
set webhook_secret = case webhook_secret when $4 then $3 else webhook_secret end,
  replaced_secret = case replaced_secret when $4 then $3 else replaced_secret end
where merchant_id = $2 and $4 in (webhook_secret, replaced_secret) and exists (select from key)`;

const OF_ENDPOINT = `
update webhook_endpoint
set secrets = (
  select jsonb_agg(
    case one.value ->> 'secret' when $4
      then jsonb_set(one.value, '{secret}', to_jsonb($3::text)) else one.value end
    order by one.ordinality
  )
  from jsonb_array_elements(secrets) with ordinality as one
)
where merchant_id = $2 and endpoint_id = $5 and exists (select from key)
  and secrets @> jsonb_build_array(jsonb_build_object('secret', $4::text))`;

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
