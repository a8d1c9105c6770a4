import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import type { UserId } from "../../kernel/ids.ts";
import type { AccessGrant, AccessGrantStore } from "../../domain/merchant/independence.ts";
import type { GrantSource } from "../../domain/merchant/user-ports.ts";
import type { SqlClient } from "../../database/connection/database.ts";
import { column, record } from "../../database/mapping/mapping.ts";
import type { Row } from "../../database/mapping/rows.ts";

const GRANT = record<AccessGrant>({
  userId: column.id("user_id"),
  by: column.id("given_by"),
  at: column.instant("given_at"),
});

const NOTE = `
  insert into panel_access_grant (user_id, given_by, given_at) values ($1, $2, $3)
  on conflict (user_id, given_by) do update
  set given_at = greatest(panel_access_grant.given_at, excluded.given_at)`;

/** The access that users gave each other, by its last time. */
export function createAccessGrantStore(pool: pg.Pool): AccessGrantStore {
  return {
    async since(moment) {
      const { rows } = await pool.query<Row>(
        "select * from panel_access_grant where given_at > $1",
        [toIso(moment)],
      );
      return rows.map(GRANT.read);
    },
  };
}

/** Notes the access in the commit that gives it; without `giving` the command line gives it. */
export async function noteAccess(
  sql: Pick<SqlClient, "query">,
  userId: UserId,
  giving: GrantSource | undefined,
): Promise<void> {
  if (giving === undefined) return;
  await sql.query(NOTE, [userId, giving.by, toIso(giving.at)]);
}
