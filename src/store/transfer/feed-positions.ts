import type pg from "pg";
import type { StatementStore } from "../../domain/transfer/ports.ts";
import { integer, type Row } from "../../database/mapping/rows.ts";

/** How far each account feed was read. */
export function createFeedPositions(
  pool: pg.Pool,
): Pick<StatementStore, "feedPosition" | "advanceFeed"> {
  return {
    async feedPosition(feed) {
      const { rows } = await pool.query<Row>(
        "select position::int from account_feed where name = $1",
        [feed],
      );
      return rows[0] === undefined ? 0 : integer(rows[0], "position");
    },

    async advanceFeed(feed, position) {
      await pool.query(
        `insert into account_feed (name, position) values ($1, $2)
         on conflict (name) do update
         set position = greatest(account_feed.position, excluded.position)`,
        [feed, position],
      );
    },
  };
}
