import type pg from "pg";
import { leastEntryId } from "../../kernel/ids.ts";
import type {
  FoundRequests,
  LogOwner,
  LoggedBody,
  LoggedCall,
  LoggedRequest,
  RequestLog,
  RequestSearch,
} from "../../domain/report/request-log.ts";
import { inTransaction } from "../../database/connection/database.ts";
import { classifyDatabaseError } from "../../database/connection/database-error.ts";
import { parameters, type Bind } from "../payment/report-conditions.ts";
import {
  flag,
  integer,
  moment,
  optionalId,
  optionalInteger,
  optionalText,
  text,
  type Row,
} from "../../database/mapping/rows.ts";

const OF_PAYMENT_MAX = 100;
/** A list that takes longer is given up as `too_slow`; a shorter period is faster. */
const STATEMENT_TIMEOUT_MS = 5_000;

const LISTED = `entry_id, at, method, path, status, code, duration_us, key_last_four, request_id,
  network, order_id, unrecorded`;

/** The request log that the panel and the command line show. */
export function createRequestLog(pool: pg.Pool): RequestLog {
  return {
    list: (owner, search) => list(pool, owner, search),

    async find({ merchantId, mode }, entryId) {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select * from api_request
         where merchant_id = $1 and mode = $2 and entry_id = $3 and unrecorded is null`,
        [merchantId, mode, entryId],
      );
      return rows[0] && readCall(rows[0]);
    },

    async ofPayment({ merchantId, mode }, { orderId, sessionId }) {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select ${LISTED} from api_request
         where merchant_id = $1 and session_id = $3 and mode = $2
           and (order_id is null or order_id = $4)
         order by entry_id limit ${OF_PAYMENT_MAX}`,
        [merchantId, mode, sessionId, orderId],
      );
      return rows.map(readRequest);
    },
  };
}

async function list(
  pool: pg.Pool,
  owner: LogOwner,
  search: RequestSearch,
): Promise<FoundRequests | "too_slow"> {
  const { before, after, limit } = search;
  const isBackwards = before !== undefined;
  const { statement, values } = statementOf(owner, search);
  try {
    return await inTransaction(pool, async (sql) => {
      await sql.query(
        `set transaction read only; set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
      );
      const { rows } = await sql.query<Row>(statement, values);
      const found = rows.slice(0, limit).map(readRequest);
      const isMore = rows.length > limit;
      return {
        requests: isBackwards ? found.toReversed() : found,
        hasNewer: isBackwards ? isMore : after !== undefined,
        hasOlder: isBackwards || isMore,
      };
    });
  } catch (error) {
    if (classifyDatabaseError(error).kind === "timeout") return "too_slow";
    throw error;
  }
}

/**
 * The inner query selects entry ids from columns that an index holds, without reading the table;
 * the outer query reads the whole rows of the shown entries only. For a request id, `offset 0`
 * keeps PostgreSQL from merging the subquery into the rest: the index of request ids then answers
 * it, and the planner can't choose to scan all entries of the merchant in the order of their ids.
 * The reasons are in docs/decisions/request-log.md.
 */
function statementOf(
  owner: LogOwner,
  search: RequestSearch,
): { statement: string; values: unknown[] } {
  const { bind, values } = parameters();
  const { before, after, limit, requestId } = search;
  const order = before === undefined ? "desc" : "asc";
  const [merchantId, mode] = [bind(owner.merchantId), bind(owner.mode)];
  const source =
    requestId === undefined
      ? "api_request"
      : `(select * from api_request
          where merchant_id = ${merchantId} and request_id = ${bind(requestId)} offset 0) as named`;
  const conditions = [
    `merchant_id = ${merchantId} and mode = ${mode}`,
    ...conditionsOf(search, bind),
    ...(before === undefined ? [] : [`entry_id > ${bind(before)}`]),
    ...(after === undefined ? [] : [`entry_id < ${bind(after)}`]),
  ];
  const statement = `
    select ${LISTED} from api_request
    where merchant_id = ${merchantId} and mode = ${mode} and entry_id = any (array(
      select entry_id from ${source} where ${conditions.join("\n  and ")}
      order by entry_id ${order} limit ${bind(String(limit + 1))}
    ))
    order by entry_id ${order}`;
  return { statement, values };
}

function conditionsOf(search: RequestSearch, bind: Bind): readonly string[] {
  const { status, code, method, path, keyLastFour, from, until } = search;
  const equal = (column: string, value: string | undefined): readonly string[] =>
    value === undefined ? [] : [`${column} = ${bind(value)}`];
  return [
    ...statusCondition(status),
    ...equal("code", code),
    ...equal("method", method),
    ...equal("key_last_four", keyLastFour),
    ...(path === undefined
      ? []
      : [`strpos(lower(path collate "C"), lower(${bind(path)} collate "C")) > 0`]),
    ...(from === undefined ? [] : [`entry_id >= ${bind(leastEntryId(from))}`]),
    ...(until === undefined ? [] : [`entry_id < ${bind(leastEntryId(until))}`]),
  ];
}

/**
 * Writes the status as a literal: with a parameter, the planner can't prove that the partial index
 * of failed requests covers the condition.
 */
function statusCondition(status: string | undefined): readonly string[] {
  const [, digits = ""] = /^([1-5]\d{0,2})x{0,2}$/.exec(status ?? "") ?? [];
  if (digits === "") return [];
  return [`status >= ${digits.padEnd(3, "0")}`, `status <= ${digits.padEnd(3, "9")}`];
}

function readRequest(row: Row): LoggedRequest {
  return {
    unrecorded: optionalInteger(row, "unrecorded"),
    entryId: text(row, "entry_id"),
    at: moment(row, "at"),
    method: text(row, "method"),
    path: text(row, "path"),
    status: integer(row, "status"),
    code: optionalText(row, "code"),
    durationUs: integer(row, "duration_us"),
    keyLastFour: optionalText(row, "key_last_four"),
    requestId: text(row, "request_id"),
    network: optionalText(row, "network"),
    orderId: optionalId(row, "order_id"),
  };
}

function readCall(row: Row): LoggedCall {
  return {
    ...readRequest(row),
    requestBody: readBody(row, "request"),
    responseBody: readBody(row, "response"),
  };
}

function readBody(row: Row, side: "request" | "response"): LoggedBody | undefined {
  const body = optionalText(row, `${side}_body`);
  return body === undefined ? undefined : { text: body, isCut: flag(row, `is_${side}_cut`) };
}
