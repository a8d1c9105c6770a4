import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import {
  APPROVAL_KEY,
  REQUEST_STATES,
  type ApprovalStore,
  type DecisionResult,
  type RefundDecision,
  type RefundRequest,
} from "../../domain/refund/approval.ts";
import type { UnfinishedRequest } from "../../domain/refund/finish-requests.ts";
import { appendEntry } from "../merchant/audit-store.ts";
import { inTransaction } from "../../database/connection/database.ts";
import { rowValues, valuesClause } from "../../database/mapping/columns.ts";
import { column, notInserted, optional, record } from "../../database/mapping/mapping.ts";
import { flag, type Row } from "../../database/mapping/rows.ts";
import { IS_UNFINISHED } from "../../database/connection/unfinished-request.ts";

type RequestOwner = Pick<RefundRequest, "merchantId" | "mode">;

const OWNED = "merchant_id = $1 and mode = $2";
/** True if the request still waits for a decision, or its approved refund is not made yet. */
const IS_OPEN = `(state = 'waiting' or ${IS_UNFINISHED})`;

const DECISION = record<RefundDecision>({
  at: column.instant("decided_at"),
  by: column.id("decided_by"),
  decider: column.text("decider"),
});

export const REQUEST = record<RefundRequest>({
  merchantId: column.id("merchant_id"),
  requestId: column.text("request_id"),
  mode: column.oneOf("mode", MODES),
  orderId: column.id("order_id"),
  amount: column.money("amount"),
  reason: column.text("reason"),
  formKey: column.text("form_key"),
  requestedBy: column.id("requested_by"),
  requester: column.text("requester"),
  requestedAt: column.instant("requested_at"),
  state: column.oneOf("state", REQUEST_STATES),
  decision: notInserted(optional(DECISION, "decided_at")),
  refundId: notInserted(optional(column.id("refund_id"))),
  refusal: notInserted(optional(column.text("refusal"))),
});

const DECIDE = `
  update refund_request set state = $4, decided_by = $5, decider = $6, decided_at = $7
  where ${OWNED} and request_id = $3 and state = 'waiting' returning *`;

export function createApprovalStore(pool: pg.Pool): ApprovalStore {
  const one = async (statement: string, values: unknown[]): Promise<RefundRequest | undefined> => {
    const { rows } = await pool.query<Row>(statement, values);
    return rows[0] === undefined ? undefined : REQUEST.read(rows[0]);
  };
  return {
    add: (request) => add(pool, request),

    find: ({ merchantId, mode }, requestId) =>
      one(`select * from refund_request where ${OWNED} and request_id = $3`, [
        merchantId,
        mode,
        requestId,
      ]),

    async list({ merchantId, mode }, limit) {
      const { rows } = await pool.query<Row>(
        `select * from refund_request where ${OWNED}
         order by ${IS_OPEN} desc, requested_at desc, request_id desc limit $3`,
        [merchantId, mode, limit],
      );
      return rows.map(REQUEST.read);
    },

    async listOf({ merchantId, mode }, orderId) {
      const { rows } = await pool.query<Row>(
        `select * from refund_request where ${OWNED} and order_id = $3 order by requested_at`,
        [merchantId, mode, orderId],
      );
      return rows.map(REQUEST.read);
    },

    decide: ({ merchantId, mode }, requestId, { state, by, decider, at, entry }) =>
      inTransaction(pool, async (sql) => {
        const values = [merchantId, mode, requestId, state, by, decider, toIso(at)];
        const { rows } = await sql.query<Row>(DECIDE, values);
        if (rows[0] === undefined) return undefined;
        if (entry !== undefined) await appendEntry(sql, entry);
        return REQUEST.read(rows[0]);
      }),

    recordDecision: (owner, requestId, result) =>
      recordDecision(pool, { owner, requestId }, result),
  };
}

const REFUND_OF_ORDER = `select from refund
    where refund.merchant_id = request.merchant_id and refund.order_id = request.order_id
      and refund.idempotency_key`;
const OWN_KEY = `'${APPROVAL_KEY}' || request_id`;

const UNFINISHED = `
  select request.*, exists (${REFUND_OF_ORDER} = ${OWN_KEY}) as is_made,
    exists (${REFUND_OF_ORDER} is distinct from ${OWN_KEY}
      and refund.created_at >= request.decided_at) as is_overtaken
  from refund_request as request where ${IS_UNFINISHED}
  order by request.merchant_id, request_id`;

/** Reads the approved requests of all merchants whose refund was neither made nor refused. */
export async function readUnfinished(pool: pg.Pool): Promise<readonly UnfinishedRequest[]> {
  const { rows } = await pool.query<Row>(UNFINISHED);
  return rows.map((row) => ({
    request: REQUEST.read(row),
    isMade: flag(row, "is_made"),
    isOvertaken: flag(row, "is_overtaken"),
  }));
}

async function recordDecision(
  pool: pg.Pool,
  { owner, requestId }: Pick<RefundRequest, "requestId"> & { readonly owner: RequestOwner },
  result: DecisionResult,
): Promise<void> {
  const refundId = "refundId" in result ? result.refundId : null;
  const refusal = "refusal" in result ? result.refusal : null;
  await pool.query(
    `update refund_request set refund_id = $4, refusal = $5
     where ${OWNED} and request_id = $3 and refund_id is null
       and ($4::text is not null or refusal is null)`,
    [owner.merchantId, owner.mode, requestId, refundId, refusal],
  );
}

async function add(pool: pg.Pool, request: RefundRequest): Promise<RefundRequest> {
  await pool.query(
    `insert into refund_request ${valuesClause(REQUEST.columns)}
     on conflict (merchant_id, order_id, form_key) do nothing`,
    rowValues(REQUEST.columns, request),
  );
  const { rows } = await pool.query<Row>(
    "select * from refund_request where merchant_id = $1 and order_id = $2 and form_key = $3",
    [request.merchantId, request.orderId, request.formKey],
  );
  return rows[0] === undefined ? request : REQUEST.read(rows[0]);
}
