import type pg from "pg";
import { toIso } from "../../../kernel/clock.ts";
import { money } from "../../../kernel/money.ts";
import type { ApprovalStore, RefundRequest } from "../../../refund/approval.ts";
import {
  bigint,
  currency,
  moment,
  optionalMoment,
  optionalText,
  text,
  trusted,
} from "../sql/rows.ts";
import type { Row } from "../sql/rows.ts";

const OWNED = "merchant_id = $1 and mode = $2";
/** Whether somebody still has to decide, or to finish what was decided. */
const IS_OPEN = `(state = 'waiting'
  or (state = 'approved' and refund_id is null and refusal is null))`;

export function createApprovalStore(pool: pg.Pool): ApprovalStore {
  const one = async (statement: string, values: unknown[]): Promise<RefundRequest | undefined> => {
    const { rows } = await pool.query<Row>(statement, values);
    return rows[0] === undefined ? undefined : readRequest(rows[0]);
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
      return rows.map(readRequest);
    },

    async listOf({ merchantId, mode }, orderId) {
      const { rows } = await pool.query<Row>(
        `select * from refund_request where ${OWNED} and order_id = $3 order by requested_at`,
        [merchantId, mode, orderId],
      );
      return rows.map(readRequest);
    },

    decide: ({ merchantId, mode }, requestId, { state, by, decider, at }) =>
      one(
        `update refund_request set state = $4, decided_by = $5, decider = $6, decided_at = $7
         where ${OWNED} and request_id = $3 and state = 'waiting' returning *`,
        [merchantId, mode, requestId, state, by, decider, toIso(at)],
      ),

    async recordDecision({ merchantId, mode }, requestId, result) {
      const refundId = "refundId" in result ? result.refundId : null;
      const refusal = "refusal" in result ? result.refusal : null;
      await pool.query(
        `update refund_request set refund_id = $4, refusal = $5
         where ${OWNED} and request_id = $3`,
        [merchantId, mode, requestId, refundId, refusal],
      );
    },
  };
}

async function add(pool: pg.Pool, request: RefundRequest): Promise<RefundRequest> {
  await pool.query(
    `insert into refund_request (merchant_id, request_id, mode, order_id, amount, currency, reason,
       form_key, requested_by, requester, requested_at, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'waiting')
     on conflict (merchant_id, order_id, form_key) do nothing`,
    [
      request.merchantId,
      request.requestId,
      request.mode,
      request.orderId,
      request.amount.minor,
      request.amount.currency,
      request.reason,
      request.formKey,
      request.requestedBy,
      request.requester,
      toIso(request.requestedAt),
    ],
  );
  const { rows } = await pool.query<Row>(
    "select * from refund_request where merchant_id = $1 and order_id = $2 and form_key = $3",
    [request.merchantId, request.orderId, request.formKey],
  );
  return rows[0] === undefined ? request : readRequest(rows[0]);
}

export function readRequest(row: Row): RefundRequest {
  const at = optionalMoment(row, "decided_at");
  return {
    merchantId: trusted(row, "merchant_id"),
    requestId: text(row, "request_id"),
    mode: trusted(row, "mode"),
    orderId: trusted(row, "order_id"),
    amount: money(bigint(row, "amount"), currency(row, "currency")),
    reason: text(row, "reason"),
    formKey: text(row, "form_key"),
    requestedBy: trusted(row, "requested_by"),
    requester: text(row, "requester"),
    requestedAt: moment(row, "requested_at"),
    state: trusted(row, "state"),
    decision:
      at === undefined
        ? undefined
        : { by: trusted(row, "decided_by"), decider: text(row, "decider"), at },
    refundId: trusted<RefundRequest["refundId"] | null>(row, "refund_id") ?? undefined,
    refusal: optionalText(row, "refusal"),
  };
}
