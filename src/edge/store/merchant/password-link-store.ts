import type pg from "pg";
import { toIso } from "../../../kernel/clock.ts";
import type { PasswordLinkStore } from "../../../merchant/user-ports.ts";
import type { Row } from "../sql/rows.ts";
import { USER } from "./user-rows.ts";

const FIND = `
  select panel_user.* from panel_password_link join panel_user using (user_id)
  where token_hash = $1 and expires_at > $2 and disabled_at is null`;

const OPEN = `
  insert into panel_password_link (user_id, token_hash, expires_at) values ($1, $2, $3)
  on conflict (user_id) do update
  set token_hash = excluded.token_hash, expires_at = excluded.expires_at`;

/** The links at which users choose a password; a user has one at most. */
export function createPasswordLinkStore(pool: pg.Pool): PasswordLinkStore {
  return {
    async open(userId, { tokenHash, now, expiresAt }) {
      await pool.query("delete from panel_password_link where expires_at <= $1", [toIso(now)]);
      await pool.query(OPEN, [userId, tokenHash, toIso(expiresAt)]);
    },

    async find(tokenHash, now) {
      const { rows } = await pool.query<Row>(FIND, [tokenHash, toIso(now)]);
      return rows[0] === undefined ? undefined : USER.read(rows[0]).userId;
    },

    async take(userId, tokenHash) {
      const { rowCount } = await pool.query(
        "delete from panel_password_link where user_id = $1 and token_hash = $2",
        [userId, tokenHash],
      );
      return rowCount === 1;
    },
  };
}
