import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import type { UserId } from "../../kernel/ids.ts";
import type {
  Account,
  GrantSource,
  UserChange,
  UserStore,
} from "../../domain/merchant/user-ports.ts";
import { noteAccess } from "./access-grant-store.ts";
import { userAccessOf } from "./user-access-store.ts";
import {
  columnsWithin,
  rowValues,
  valuesClause,
  type Column,
} from "../../database/mapping/columns.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { integer, text, type Row } from "../../database/mapping/rows.ts";
import { USER } from "./user-rows.ts";

export function createUserStore(pool: pg.Pool): UserStore {
  const account = async (where: string, value: string): Promise<Account | undefined> => {
    const { rows } = await pool.query<Row>(`select * from panel_user where ${where}`, [value]);
    return rows[0] === undefined ? undefined : readAccount(rows[0]);
  };
  return {
    create: (created) => insertUser(pool, created),
    findByEmail: (email) => account("email = $1", email),
    find: (userId) => account("user_id = $1", userId),

    async list(merchantId) {
      const { rows } = await pool.query<Row>(
        `select * from panel_user where merchant_id is not distinct from $1
         order by created_at, user_id`,
        [merchantId ?? null],
      );
      return rows.map(USER.read);
    },

    async listAll() {
      const { rows } = await pool.query<Row>("select * from panel_user order by created_at");
      return rows.map(USER.read);
    },

    change: (userId, change, giving) => applyChange(pool, { userId, giving }, change),
    ...userAccessOf(pool),
    ...secondFactorOf(pool),
    ...codesOf(pool),
  };
}

const ACCOUNT: readonly Column<Account>[] = [
  ...columnsWithin(USER.columns, ({ user }: Account) => user),
  ["password_hash", "text", ({ passwordHash }) => passwordHash],
];

const INSERT = `
  with created as (
    insert into panel_user ${valuesClause(ACCOUNT)} on conflict (email) do nothing
    returning user_id, password_hash
  )
  insert into panel_password (user_id, hash) select * from created`;

export async function insertUser(
  sql: Pick<SqlClient, "query">,
  account: Account,
): ReturnType<UserStore["create"]> {
  const { rowCount } = await sql.query(INSERT, rowValues(ACCOUNT, account));
  return rowCount === 1 ? "created" : "email_taken";
}

type ChangedUser = { readonly userId: UserId; readonly giving: GrantSource | undefined };

function applyChange(
  pool: pg.Pool,
  { userId, giving }: ChangedUser,
  { role, language }: UserChange,
): Promise<void> {
  return inTransaction(pool, async (sql) => {
    await sql.query(
      `update panel_user set role = coalesce($2, role), language = coalesce($3, language)
       where user_id = $1`,
      [userId, role ?? null, language ?? null],
    );
    await noteAccess(sql, userId, giving);
  });
}

type SecondFactorStore = Pick<
  UserStore,
  "confirmSecondFactor" | "endSecondFactor" | "replaceRecoveryCodes"
>;
type CodeStore = Pick<UserStore, "takeStep" | "takeRecoveryCode" | "recoveryCodesLeft">;

function secondFactorOf(pool: pg.Pool): SecondFactorStore {
  return {
    confirmSecondFactor: (userId, { passwordHash, storedSecret, at, step, recoveryHashes }) =>
      inTransaction(pool, async (sql) => {
        const { rowCount } = await sql.query(
          `update panel_user set code_since = $2, code_step = $3
           where user_id = $1 and code_since is null and password_hash = $4 and code_secret = $5`,
          [userId, toIso(at), step, passwordHash, storedSecret],
        );
        if (rowCount !== 1) return false;
        await writeCodes(sql, userId, recoveryHashes);
        return true;
      }),

    endSecondFactor: (userId) =>
      inTransaction(pool, async (sql) => {
        await sql.query(
          `update panel_user set code_secret = null, code_since = null, code_step = 0
           where user_id = $1`,
          [userId],
        );
        await writeCodes(sql, userId, []);
      }),

    replaceRecoveryCodes: (userId, hashes) =>
      inTransaction(pool, (sql) => writeCodes(sql, userId, hashes)),
  };
}

function codesOf(pool: pg.Pool): CodeStore {
  return {
    async takeStep(userId, step) {
      const { rowCount } = await pool.query(
        "update panel_user set code_step = $2 where user_id = $1 and code_step < $2",
        [userId, step],
      );
      return rowCount === 1;
    },

    async takeRecoveryCode(userId, hash, at) {
      const { rowCount } = await pool.query(
        `update panel_recovery_code set used_at = $3
         where user_id = $1 and hash = $2 and used_at is null`,
        [userId, hash, toIso(at)],
      );
      return rowCount === 1;
    },

    async recoveryCodesLeft(userId) {
      const { rows } = await pool.query<Row>(
        `select count(*)::int as left from panel_recovery_code
         where user_id = $1 and used_at is null`,
        [userId],
      );
      return rows[0] === undefined ? 0 : integer(rows[0], "left");
    },
  };
}

async function writeCodes(
  sql: SqlClient,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await sql.query("delete from panel_recovery_code where user_id = $1", [userId]);
  await sql.query("insert into panel_recovery_code (user_id, hash) select $1, unnest($2::text[])", [
    userId,
    hashes,
  ]);
}

function readAccount(row: Row): Account {
  return {
    user: USER.read(row),
    passwordHash: text(row, "password_hash"),
  };
}
