import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import type { SetUpStore } from "../../domain/merchant/user-ports.ts";
import { inTransaction } from "../../database/connection/database.ts";
import { insertUser } from "./user-store.ts";

const IN_FORCE = `select from panel_set_up where token_hash = $1 and expires_at > $2
   and not exists (select from panel_user)`;

/** The set-up links for the first owner; the table is empty once a user exists. */
export function createSetUpStore(pool: pg.Pool): SetUpStore {
  return {
    async open(tokenHash, { now, expiresAt }) {
      await pool.query("delete from panel_set_up where expires_at <= $1", [toIso(now)]);
      await pool.query("insert into panel_set_up (token_hash, expires_at) values ($1, $2)", [
        tokenHash,
        toIso(expiresAt),
      ]);
    },

    async isOpen(tokenHash, now) {
      const { rowCount } = await pool.query(IN_FORCE, [tokenHash, toIso(now)]);
      return rowCount === 1;
    },

    close: (tokenHash, first) =>
      inTransaction(pool, async (sql) => {
        // The table lock lets only one of two simultaneous forms, of any links, create the first
        // user.
        await sql.query("lock table panel_set_up in exclusive mode");
        const found = await sql.query(IN_FORCE, [tokenHash, toIso(first.user.createdAt)]);
        if (found.rowCount !== 1) return false;
        await sql.query("delete from panel_set_up");
        return (await insertUser(sql, first)) === "created";
      }),
  };
}
