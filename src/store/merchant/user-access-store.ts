import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import type { UserId } from "../../kernel/ids.ts";
import type { NewPassword, UserStore } from "../../domain/merchant/user-ports.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { text, type Row } from "../../database/mapping/rows.ts";
import { noteAccess } from "./access-grant-store.ts";
import { USER } from "./user-rows.ts";

/** The number of a user's last passwords, which a new password must not repeat. */
const PASSWORDS_KEPT = 4;

type UserAccess = Pick<
  UserStore,
  "setPassword" | "passwordHistory" | "disable" | "enable" | "noteSignIn" | "disableUnused"
>;

/** A secret that no code has confirmed ends too: it may be known along with the old password. */
const SET_PASSWORD = `
  update panel_user set password_hash = $2, has_temporary_password = $3,
    code_secret = case when code_since is null then null else code_secret end
  where user_id = $1 and password_hash = coalesce($4, password_hash)`;

const KEEP_PASSWORD = `
  insert into panel_password (user_id, hash) values ($1, $2)`;

const FORGET_PASSWORDS = `
  delete from panel_password where user_id = $1 and hash not in (
    select hash from panel_password where user_id = $1
    order by number desc limit ${PASSWORDS_KEPT})`;

const END_SESSIONS = `
  delete from panel_session where user_id = $1 and token_hash is distinct from $2`;

const END_LINK = "delete from panel_password_link where user_id = $1";

/** The part of the user store about passwords and disabled users. */
export function userAccessOf(pool: pg.Pool): UserAccess {
  return {
    setPassword: (userId, password) =>
      inTransaction(pool, (sql) => setPassword(sql, userId, password)),

    async passwordHistory(userId) {
      const { rows } = await pool.query<Row>("select hash from panel_password where user_id = $1", [
        userId,
      ]);
      return rows.map((row) => text(row, "hash"));
    },

    async disable(userId, at) {
      await pool.query(
        `update panel_user set disabled_at = coalesce(disabled_at, $2), disabled_reason = 'by_hand'
         where user_id = $1`,
        [userId, toIso(at)],
      );
    },

    enable: (userId, at, by) =>
      inTransaction(pool, async (sql) => {
        await sql.query(
          `update panel_user set disabled_at = null, disabled_reason = null, used_at = $2
           where user_id = $1`,
          [userId, toIso(at)],
        );
        await noteAccess(sql, userId, by && { by, at });
      }),

    async noteSignIn(userId, at) {
      await pool.query("update panel_user set used_at = $2 where user_id = $1", [
        userId,
        toIso(at),
      ]);
    },

    async disableUnused(before, at) {
      const { rows } = await pool.query<Row>(
        `update panel_user set disabled_at = $2, disabled_reason = 'unused'
         where used_at < $1 and disabled_at is null returning *`,
        [toIso(before), toIso(at)],
      );
      return rows.map(USER.read);
    },
  };
}

async function setPassword(
  sql: SqlClient,
  userId: UserId,
  { hash, isTemporary, replaces, keepsSession }: NewPassword,
): Promise<boolean> {
  const values = [userId, hash, isTemporary, replaces ?? null];
  const { rowCount } = await sql.query(SET_PASSWORD, values);
  if (rowCount !== 1) return false;
  await sql.query(KEEP_PASSWORD, [userId, hash]);
  await sql.query(FORGET_PASSWORDS, [userId]);
  await sql.query(END_SESSIONS, [userId, keepsSession ?? null]);
  await sql.query(END_LINK, [userId]);
  return true;
}
