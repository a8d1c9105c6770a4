import type pg from "pg";
import { toIso } from "../../../kernel/clock.ts";
import { leastOrderId, merchantOf } from "../../../kernel/ids.ts";
import { money } from "../../../kernel/money.ts";
import type { TransferStore } from "../../../transfer/ports.ts";
import type { ReceivingAccount } from "../../../transfer/receiving-account.ts";
import type { TransferRequest } from "../../../transfer/transfer-request.ts";
import { columnValues, namesOf, unnestClause, type Column } from "../sql/columns.ts";
import { bigint, currency, integer, moment, text, trusted, type Row } from "../sql/rows.ts";

const ACCOUNT: readonly Column<ReceivingAccount>[] = [
  ["merchant_id", "text", (account) => account.merchantId],
  ["mode", "text", (account) => account.mode],
  ["iban", "text", (account) => account.iban],
  ["bank_code", "text", (account) => account.bankCode],
  ["bank_name", "text", (account) => account.bankName],
  ["account_holder", "text", (account) => account.accountHolder],
  ["currency", "text", (account) => account.currency],
  ["position", "smallint", (account) => account.position],
];

const REQUEST: readonly Column<TransferRequest>[] = [
  ["merchant_id", "text", (request) => request.merchantId],
  ["order_id", "text", (request) => request.orderId],
  ["mode", "text", (request) => request.mode],
  ["reference_code", "text", (request) => request.referenceCode],
  ["iban", "text", (request) => request.iban],
  ["bank_code", "text", (request) => request.bankCode],
  ["bank_name", "text", (request) => request.bankName],
  ["account_holder", "text", (request) => request.accountHolder],
  ["amount", "bigint", (request) => request.amount.minor],
  ["currency", "text", (request) => request.amount.currency],
  ["created_at", "timestamptz", (request) => toIso(request.createdAt)],
  ["expires_at", "timestamptz", (request) => toIso(request.expiresAt)],
];

/** Receiving accounts, and what customers were asked to send to them. */
export function createTransferStore(pool: pg.Pool): TransferStore {
  return { ...receivingAccounts(pool), ...offers(pool), ...transferRequests(pool) };
}

function receivingAccounts(
  pool: pg.Pool,
): Pick<TransferStore, "accountsOf" | "addAccounts" | "someOwnersOf" | "isAccountOf"> {
  return {
    async accountsOf(merchantId, mode) {
      const { rows } = await pool.query<Row>(
        `select * from receiving_account where merchant_id = $1 and mode = $2 and active
         order by position, iban`,
        [merchantId, mode],
      );
      return rows.map(readAccount);
    },

    async addAccounts(accounts) {
      await pool.query(
        `insert into receiving_account (${namesOf(ACCOUNT)})
         select ${namesOf(ACCOUNT)} from ${unnestClause(ACCOUNT)}
         on conflict (merchant_id, mode, iban) do nothing`,
        columnValues(ACCOUNT, accounts),
      );
    },

    async someOwnersOf(iban) {
      const { rows } = await pool.query<Row>(
        "select merchant_id, mode from receiving_account where iban = $1 limit 2",
        [iban],
      );
      return rows.map((row) => ({
        merchantId: trusted(row, "merchant_id"),
        mode: trusted(row, "mode"),
      }));
    },

    async isAccountOf(owner, iban) {
      const { rows } = await pool.query(
        "select from receiving_account where merchant_id = $1 and mode = $2 and iban = $3",
        [owner.merchantId, owner.mode, iban],
      );
      return rows.length === 1;
    },
  };
}

function offers(pool: pg.Pool): Pick<TransferStore, "offerAccount" | "withdrawAccount"> {
  return {
    async offerAccount(account) {
      await pool.query(
        `insert into receiving_account (${namesOf(ACCOUNT)})
         select ${namesOf(ACCOUNT)} from ${unnestClause(ACCOUNT)}
         on conflict (merchant_id, mode, iban) do update
         set bank_code = excluded.bank_code, bank_name = excluded.bank_name,
           account_holder = excluded.account_holder, currency = excluded.currency,
           position = excluded.position, active = true`,
        columnValues(ACCOUNT, [account]),
      );
    },

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
): Pick<TransferStore, "recordRequest" | "waitingRequests" | "findRequest" | "findByReference"> {
  return {
    async recordRequest(request) {
      const { rows } = await pool.query(
        `insert into transfer_request (${namesOf(REQUEST)})
         select ${namesOf(REQUEST)} from ${unnestClause(REQUEST)}
         on conflict (merchant_id, reference_code) do nothing returning order_id`,
        columnValues(REQUEST, [request]),
      );
      return rows.length === 1;
    },

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
      return rows.map(readRequest);
    },

    async findRequest(orderId) {
      const { rows } = await pool.query<Row>(
        "select * from transfer_request where merchant_id = $1 and order_id = $2",
        [merchantOf(orderId), orderId],
      );
      return rows[0] === undefined ? undefined : readRequest(rows[0]);
    },

    async findByReference(codes) {
      const { rows } = await pool.query<Row>(
        "select * from transfer_request where reference_code = any($1)",
        [[...codes]],
      );
      return rows.map(readRequest);
    },
  };
}

function readAccount(row: Row): ReceivingAccount {
  return {
    merchantId: trusted(row, "merchant_id"),
    mode: trusted(row, "mode"),
    iban: text(row, "iban"),
    bankCode: text(row, "bank_code"),
    bankName: text(row, "bank_name"),
    accountHolder: text(row, "account_holder"),
    currency: currency(row, "currency"),
    position: integer(row, "position"),
  };
}

function readRequest(row: Row): TransferRequest {
  return {
    merchantId: trusted(row, "merchant_id"),
    orderId: trusted(row, "order_id"),
    mode: trusted(row, "mode"),
    referenceCode: text(row, "reference_code"),
    iban: text(row, "iban"),
    bankCode: text(row, "bank_code"),
    bankName: text(row, "bank_name"),
    accountHolder: text(row, "account_holder"),
    amount: money(bigint(row, "amount"), currency(row, "currency")),
    createdAt: moment(row, "created_at"),
    expiresAt: moment(row, "expires_at"),
  };
}
