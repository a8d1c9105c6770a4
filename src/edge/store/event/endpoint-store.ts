import type pg from "pg";
import type { Endpoint } from "../../../event/endpoint.ts";
import type { EndpointStore } from "../../../event/ports.ts";
import { toIso, type Instant } from "../../../kernel/clock.ts";
import { merchantOf, type EndpointId } from "../../../kernel/ids.ts";
import { KeyTakenOver } from "../../../kernel/keyed-answer.ts";
import { rowValues, valuesClause } from "../sql/columns.ts";
import { inTransaction, type SqlClient } from "../sql/database.ts";
import { ENDPOINT, secretsJson } from "./endpoint-rows.ts";
import { writeAnswer } from "../merchant/idempotency-store.ts";
import { disableEndpoint, lockDeliveries } from "./record-delivery-outcome.ts";

const OWNED = "where merchant_id = $1 and endpoint_id = $2";

/** Webhook endpoints in the database. */
export function createEndpointStore(pool: pg.Pool): EndpointStore {
  return {
    create: (endpoint, answer) =>
      inTransaction(pool, async (sql) => {
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
      inTransaction(pool, (sql) => changeSecrets(sql, endpointId, change)),

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
  sql: SqlClient,
  endpointId: EndpointId,
  change: Parameters<EndpointStore["changeSecrets"]>[1],
): Promise<boolean> {
  const owned = [merchantOf(endpointId), endpointId];
  const { rows } = await sql.query<Record<string, unknown>>(
    `select * from webhook_endpoint ${OWNED} for update`,
    owned,
  );
  if (rows[0] === undefined) return false;
  const secrets = secretsJson(change(ENDPOINT.read(rows[0])));
  await sql.query(`update webhook_endpoint set secrets = $3 ${OWNED}`, [...owned, secrets]);
  return true;
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
