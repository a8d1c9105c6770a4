import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import type { IdentityAttempt, IdentityStore } from "../../domain/merchant/identity.ts";
import { column, record } from "../../database/mapping/mapping.ts";
import type { Row } from "../../database/mapping/rows.ts";
import type { UserId } from "../../kernel/ids.ts";

const ATTEMPT = record<IdentityAttempt>({
  stateHash: column.text("state_hash"),
  browserHash: column.text("browser_hash"),
  next: column.text("next"),
  expiresAt: column.instant("expires_at"),
});

const USER_ID = column.id<UserId>("user_id");

/** The sign-ins at an identity provider, and the persons that users are bound to. */
export function createIdentityStore(pool: pg.Pool): IdentityStore {
  return {
    async begin({ stateHash, browserHash, next, expiresAt }) {
      await pool.query("insert into panel_identity_attempt values ($1, $2, $3, $4)", [
        stateHash,
        browserHash,
        next,
        toIso(expiresAt),
      ]);
    },

    async take({ stateHash, browserHash }, now) {
      const { rows } = await pool.query<Row>(
        `delete from panel_identity_attempt
         where state_hash = $1 and browser_hash = $2 and expires_at > $3 returning *`,
        [stateHash, browserHash, toIso(now)],
      );
      return rows[0] === undefined ? undefined : ATTEMPT.read(rows[0]);
    },

    async userOf({ issuer, subject }) {
      const { rows } = await pool.query<Row>(
        "select user_id from panel_identity where issuer = $1 and subject = $2",
        [issuer, subject],
      );
      return rows[0] === undefined ? undefined : USER_ID.read(rows[0]);
    },

    async bind(userId, { issuer, subject }, at) {
      const { rowCount } = await pool.query(
        `insert into panel_identity (user_id, issuer, subject, bound_at) values ($1, $2, $3, $4)
         on conflict do nothing`,
        [userId, issuer, subject, toIso(at)],
      );
      return rowCount === 1;
    },

    async unbind(userId) {
      const { rowCount } = await pool.query("delete from panel_identity where user_id = $1", [
        userId,
      ]);
      return rowCount === 1;
    },

    ...timedRows(pool),
  };
}

/** Attempts and permits, which end by themselves. */
function timedRows(
  pool: pg.Pool,
): Pick<IdentityStore, "sweep" | "allowPassword" | "mayUsePassword"> {
  return {
    async sweep(now) {
      await pool.query("delete from panel_identity_attempt where expires_at <= $1", [toIso(now)]);
    },

    async allowPassword(userId, until) {
      await pool.query(
        `insert into panel_password_permit (user_id, expires_at) values ($1, $2)
         on conflict (user_id) do update set expires_at = excluded.expires_at`,
        [userId, toIso(until)],
      );
    },

    async mayUsePassword(email, now) {
      const { rowCount } = await pool.query(
        `select from panel_password_permit join panel_user using (user_id)
         where email = $1 and expires_at > $2`,
        [email, toIso(now)],
      );
      return rowCount === 1;
    },
  };
}
