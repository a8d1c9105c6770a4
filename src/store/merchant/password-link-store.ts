import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import type { Actor } from "../../domain/merchant/independence.ts";
import type { PasswordLinkStore } from "../../domain/merchant/user-ports.ts";
import { column, optional } from "../../database/mapping/mapping.ts";
import type { Row } from "../../database/mapping/rows.ts";
import { inTransaction } from "../../database/connection/database.ts";
import { noteAccess } from "./access-grant-store.ts";
import { USER } from "./user-rows.ts";

const FIND = `
  select panel_user.* from panel_password_link join panel_user using (user_id)
  where token_hash = $1 and expires_at > $2 and disabled_at is null`;

const OPEN = `
  insert into panel_password_link (user_id, token_hash, expires_at, opened_by, opened_at)
  values ($1, $2, $3, $4, $5)
  on conflict (user_id) do update
  set token_hash = excluded.token_hash, expires_at = excluded.expires_at,
    opened_by = excluded.opened_by, opened_at = excluded.opened_at`;

const TAKE = `
  delete from panel_password_link where user_id = $1 and token_hash = $2
  returning opened_by`;

const OPENER = optional(column.id<Actor>("opened_by"));

/** The links at which users choose a password; a user has one at most. */
export function createPasswordLinkStore(pool: pg.Pool): PasswordLinkStore {
  return {
    open: (userId, { tokenHash, now, expiresAt, openedBy }) =>
      inTransaction(pool, async (sql) => {
        await sql.query("delete from panel_password_link where expires_at <= $1", [toIso(now)]);
        await sql.query(OPEN, [userId, tokenHash, toIso(expiresAt), openedBy, toIso(now)]);
        await noteAccess(sql, userId, { by: openedBy, at: now });
      }),

    async find(tokenHash, now) {
      const { rows } = await pool.query<Row>(FIND, [tokenHash, toIso(now)]);
      return rows[0] === undefined ? undefined : USER.read(rows[0]).userId;
    },

    take: (userId, tokenHash, at) =>
      inTransaction(pool, async (sql) => {
        const { rows } = await sql.query<Row>(TAKE, [userId, tokenHash]);
        if (rows[0] === undefined) return false;
        const by = OPENER.read(rows[0]);
        await noteAccess(sql, userId, by && { by, at });
        return true;
      }),
  };
}
