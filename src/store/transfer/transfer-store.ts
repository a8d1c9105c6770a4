import type pg from "pg";
import type { Customer } from "../../domain/session/session.ts";
import { leastOrderId, merchantOf, type OrderId } from "../../kernel/ids.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import type { LineOwner } from "../../domain/transfer/statement-line.ts";
import type { TransferStore, WaitingQuery, WaitingTransfer } from "../../domain/transfer/ports.ts";
import type { ReceivingAccount } from "../../domain/transfer/receiving-account.ts";
import type { TransferRequest } from "../../domain/transfer/transfer-request.ts";
import { keepWork } from "../../system/loop-watch.ts";
import { BatchConnection, type Connect } from "../../database/batch/batch-connection.ts";
import { BATCH_CAP, createBatchQueue } from "../../database/batch/batch-queue.ts";
import {
  columnValues,
  namesOf,
  unnestClause,
  type Column,
} from "../../database/mapping/columns.ts";
import { column, record } from "../../database/mapping/mapping.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import type { Statement } from "../../database/connection/statement.ts";
import { OWNER } from "./statement-line-rows.ts";
import { integer, json, optionalText, text, type Row } from "../../database/mapping/rows.ts";

const ACCOUNT = record<ReceivingAccount>({
  merchantId: column.id("merchant_id"),
  mode: column.oneOf("mode", MODES),
  iban: column.text("iban"),
  bankCode: column.text("bank_code"),
  bankName: column.text("bank_name"),
  accountHolder: column.text("account_holder"),
  currency: column.currency("currency"),
  position: column.integer("position", "smallint"),
});

const ASKED: readonly Column<{ readonly owner: LineOwner; readonly iban: string }>[] = [
  ["merchant_id", "text", ({ owner }) => owner.merchantId],
  ["mode", "text", ({ owner }) => owner.mode],
  ["iban", "text", ({ iban }) => iban],
];

const FIND_ACCOUNTS = `
  select ord::int from ${unnestClause(ASKED)}
  join receiving_account using (merchant_id, mode, iban)`;

const REQUEST = record<TransferRequest>({
  merchantId: column.id("merchant_id"),
  orderId: column.id("order_id"),
  mode: column.oneOf("mode", MODES),
  referenceCode: column.text("reference_code"),
  iban: column.text("iban"),
  bankCode: column.text("bank_code"),
  bankName: column.text("bank_name"),
  accountHolder: column.text("account_holder"),
  amount: column.money("amount"),
  createdAt: column.instant("created_at"),
  expiresAt: column.instant("expires_at"),
});

const RECORD: Statement = {
  name: "record-transfer-requests",
  text: `
insert into transfer_request (${namesOf(REQUEST.columns)})
select ${namesOf(REQUEST.columns)} from ${unnestClause(REQUEST.columns)}
on conflict (merchant_id, reference_code) do nothing
returning order_id`,
};

/** The requests that are recorded at the same time share a statement and a commit. */
export type TransferRequestWriter = Pick<TransferStore, "recordRequest"> & {
  close(): Promise<void>;
};

export function createTransferRequestWriter(connect: Connect): TransferRequestWriter {
  // Opened by the first request.
  const connection = new BatchConnection(connect);
  const queue = createBatchQueue<TransferRequest, boolean>(
    async (batch) => {
      const rows = await connection.run(RECORD, columnValues(REQUEST.columns, batch));
      const recorded = new Set(rows.map((row) => text(row, "order_id")));
      return batch.map(({ orderId }) => recorded.has(orderId));
    },
    { cap: BATCH_CAP, subjectOf: ({ merchantId }) => merchantId },
  );
  return {
    recordRequest: (request) => keepWork(queue.submit(request)),
    close: () => connection.close(),
  };
}

/** Receiving accounts, and the transfers that customers were asked to send to them. */
export function createTransferStore(pool: pg.Pool, writer: TransferRequestWriter): TransferStore {
  const { recordRequest } = writer;
  return { ...receivingAccounts(pool), ...offers(pool), ...transferRequests(pool), recordRequest };
}

function receivingAccounts(
  pool: pg.Pool,
): Pick<TransferStore, "accountsOf" | "addAccounts" | "someOwnersOf" | "areAccountsOf"> {
  return {
    async accountsOf(merchantId, mode) {
      const { rows } = await pool.query<Row>(
        `select * from receiving_account where merchant_id = $1 and mode = $2 and active
         order by position, iban`,
        [merchantId, mode],
      );
      return rows.map(ACCOUNT.read);
    },

    async addAccounts(accounts) {
      await pool.query(
        `insert into receiving_account (${namesOf(ACCOUNT.columns)})
         select ${namesOf(ACCOUNT.columns)} from ${unnestClause(ACCOUNT.columns)}
         on conflict (merchant_id, mode, iban) do nothing`,
        columnValues(ACCOUNT.columns, accounts),
      );
    },

    async someOwnersOf(iban) {
      const { rows } = await pool.query<Row>(
        `select merchant_id, mode, active from receiving_account where iban = $1
         order by mode = 'live' desc, active desc limit 2`,
        [iban],
      );
      const [first] = rows;
      const isLikeFirst = (row: Row): boolean =>
        row["mode"] === first?.["mode"] && row["active"] === first?.["active"];
      return rows.filter(isLikeFirst).map(OWNER.read);
    },

    async areAccountsOf(accounts) {
      const { rows } = await pool.query<Row>(FIND_ACCOUNTS, columnValues(ASKED, accounts));
      const found = new Set(rows.map((row) => integer(row, "ord")));
      return accounts.map((_, index) => found.has(index + 1));
    },
  };
}

const OFFER = `
  insert into receiving_account (${namesOf(ACCOUNT.columns)})
  select ${namesOf(ACCOUNT.columns)} from ${unnestClause(ACCOUNT.columns)}
  on conflict (merchant_id, mode, iban) do update
  set bank_code = excluded.bank_code, bank_name = excluded.bank_name,
    account_holder = excluded.account_holder, currency = excluded.currency,
    position = excluded.position, active = true`;

/** First key of an advisory lock whose second key is an IBAN; nothing else locks this pair. */
const OFFER_LOCK = 1_229_077_838;

/**
 * True if another merchant offers the account in live mode. The lock ends with the transaction and
 * makes simultaneous offers of one account wait for each other. A unique index can't do this: on a
 * distributed database the table lies in parts, by merchant.
 */
async function isOfferedByOther(
  sql: SqlClient,
  { iban, merchantId }: ReceivingAccount,
): Promise<boolean> {
  await sql.query(`select pg_advisory_xact_lock(${OFFER_LOCK}, hashtext($1))`, [iban]);
  const { rows } = await sql.query(
    `select from receiving_account
     where iban = $1 and mode = 'live' and active and merchant_id <> $2 limit 1`,
    [iban, merchantId],
  );
  return rows.length > 0;
}

function offers(pool: pg.Pool): Pick<TransferStore, "offerAccount" | "withdrawAccount"> {
  return {
    offerAccount: (account) =>
      inTransaction(pool, async (sql) => {
        if (account.mode === "live" && (await isOfferedByOther(sql, account))) return false;
        await sql.query(OFFER, columnValues(ACCOUNT.columns, [account]));
        return true;
      }),

    async withdrawAccount({ merchantId, mode }, iban) {
      const { rowCount } = await pool.query(
        `update receiving_account set active = false
         where merchant_id = $1 and mode = $2 and iban = $3 and active`,
        [merchantId, mode, iban],
      );
      return rowCount === 1;
    },
  };
}

function transferRequests(
  pool: pg.Pool,
): Pick<
  TransferStore,
  "waitingRequests" | "waitingTransfers" | "lateTransfers" | "findRequest" | "findByReference"
> {
  return {
    async waitingRequests({ owner, since, limit }) {
      const { merchantId, mode } = owner;
      const { rows } = await pool.query<Row>(
        `select request.* from transfer_request as request
         join payment using (merchant_id, order_id)
         where merchant_id = $1 and request.mode = $2 and order_id >= $3
           and payment.state = 'awaiting_transfer'
         order by order_id limit $4`,
        [merchantId, mode, leastOrderId(merchantId, since), limit],
      );
      return rows.map(REQUEST.read);
    },

    waitingTransfers: (query) => transfersOf(pool, query, "awaiting_transfer"),
    lateTransfers: (query) => transfersOf(pool, query, "cancelled"),

    async findRequest(orderId) {
      const { rows } = await pool.query<Row>(
        "select * from transfer_request where merchant_id = $1 and order_id = $2",
        [merchantOf(orderId), orderId],
      );
      return rows[0] === undefined ? undefined : REQUEST.read(rows[0]);
    },

    async findByReference(codes) {
      const { rows } = await pool.query<Row>(
        "select * from transfer_request where reference_code = any($1)",
        [[...codes]],
      );
      return rows.map(REQUEST.read);
    },
  };
}

async function transfersOf(
  pool: pg.Pool,
  { owner, since, limit, orderId }: WaitingQuery & { readonly orderId?: OrderId | undefined },
  state: "awaiting_transfer" | "cancelled",
): Promise<readonly WaitingTransfer[]> {
  const { merchantId, mode } = owner;
  const { rows } = await pool.query<Row>(
    `select request.*, payment.reference, session.customer from transfer_request as request
     join payment using (merchant_id, order_id)
     join session using (merchant_id, session_id)
     where merchant_id = $1 and request.mode = $2 and (order_id >= $3 or order_id = $4)
       and payment.state = $5
     order by order_id limit $6`,
    [merchantId, mode, leastOrderId(merchantId, since), orderId ?? null, state, limit],
  );
  return rows.map((row) => ({
    request: REQUEST.read(row),
    reference: optionalText(row, "reference"),
    customer: json<Customer>(row, "customer"),
    isLate: state === "cancelled",
  }));
}
