import type pg from "pg";
import type { Endpoint, EndpointSecret } from "../../domain/event/endpoint.ts";
import type { EndpointStore } from "../../domain/event/ports.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { merchantOf, type EndpointId } from "../../kernel/ids.ts";
import { KeyTakenOver } from "../../kernel/keyed-answer.ts";
import { rowValues, valuesClause } from "../../database/mapping/columns.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { lockKeysOf, type KeyLock } from "../../database/connection/key-lock.ts";
import { ENDPOINT, secretsJson } from "./endpoint-rows.ts";
import { writeAnswer } from "../merchant/idempotency-store.ts";
import { disableEndpoint, lockDeliveries } from "./record-delivery-outcome.ts";

const OWNED = "where merchant_id = $1 and endpoint_id = $2";

/**
 * Webhook endpoints in the database; secrets are written and returned as the column holds them. A
 * text that was encrypted under a key which is not in force is refused with `StaleVaultKey`.
 */
export function createEndpointStore(pool: pg.Pool, lock: KeyLock = "share"): EndpointStore {
  return {
    create: (endpoint, answer) =>
      inTransaction(pool, async (sql) => {
        await lockKeysOf(sql, textsOf(endpoint.secrets), lock);
        if (answer !== undefined && !(await writeAnswer(sql, answer))) throw new KeyTakenOver();
        await create(sql, endpoint);
      }),

    async find(endpointId) {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select * from webhook_endpoint ${OWNED}`,
        [merchantOf(endpointId), endpointId],
      );
      return rows[0] === undefined ? undefined : ENDPOINT.read(rows[0]);
    },

    async list({ merchantId, mode }) {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select * from webhook_endpoint
         where merchant_id = $1 and ($2::text is null or mode = $2)
         order by created_at, endpoint_id`,
        [merchantId, mode ?? null],
      );
      return rows.map(ENDPOINT.read);
    },

    changeSecrets: (endpointId, change) =>
      inTransaction(pool, (sql) => changeSecrets({ sql, lock }, endpointId, change)),

    disable: (endpointId, { reason, at }) =>
      inTransaction(pool, (sql) => disableEndpoint(sql, endpointId, { reason, at })),

    enable: (endpointId, now) => inTransaction(pool, (sql) => enable(sql, endpointId, now)),

    remove: (endpointId) =>
      inTransaction(pool, async (sql) => {
        const owned = [merchantOf(endpointId), endpointId];
        await sql.query(`delete from webhook_endpoint ${OWNED}`, owned);
        await lockDeliveries(sql, endpointId);
        await sql.query(`delete from webhook_delivery ${OWNED}`, owned);
        await sql.query(`delete from webhook_attempt ${OWNED}`, owned);
      }),
  };
}

async function create(sql: SqlClient, endpoint: Endpoint): Promise<void> {
  await sql.query(
    `insert into webhook_endpoint ${valuesClause(ENDPOINT.columns)}`,
    rowValues(ENDPOINT.columns, endpoint),
  );
}

async function changeSecrets(
  { sql, lock }: { readonly sql: SqlClient; readonly lock: KeyLock },
  endpointId: EndpointId,
  change: Parameters<EndpointStore["changeSecrets"]>[1],
): Promise<boolean> {
  const owned = [merchantOf(endpointId), endpointId];
  const { rows } = await sql.query<Record<string, unknown>>(
    `select * from webhook_endpoint ${OWNED} for update`,
    owned,
  );
  if (rows[0] === undefined) return false;
  const before = ENDPOINT.read(rows[0]);
  const secrets = change(before);
  const kept = new Set(textsOf(before.secrets));
  await lockKeysOf(
    sql,
    textsOf(secrets).filter((text) => !kept.has(text)),
    lock,
  );
  const values = [...owned, secretsJson(secrets)];
  await sql.query(`update webhook_endpoint set secrets = $3 ${OWNED}`, values);
  return true;
}

function textsOf(secrets: readonly EndpointSecret[]): readonly string[] {
  return secrets.map(({ text }) => text);
}

async function enable(sql: SqlClient, endpointId: EndpointId, now: Instant): Promise<void> {
  const owned = [merchantOf(endpointId), endpointId];
  await sql.query(
    `update webhook_endpoint
     set disabled_reason = null, disabled_at = null, failures = 0, failing_since = null ${OWNED}`,
    owned,
  );
  await sql.query(
    `update webhook_delivery set state = 'waiting', attempts = 0, due_at = $3
     ${OWNED} and state = 'paused'`,
    [...owned, toIso(now)],
  );
}
