import type pg from "pg";
import { toIso } from "../../../kernel/clock.ts";
import type { SavedView, SavedViewStore } from "../../../report/saved-view.ts";
import { flag, moment, text, trusted, type Row } from "../sql/rows.ts";

export function createSavedViewStore(pool: pg.Pool): SavedViewStore {
  return {
    async save({ merchantId, mode }, view) {
      await pool.query(
        `insert into panel_view
           (merchant_id, view_id, mode, user_id, name, query, is_shared, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          merchantId,
          view.viewId,
          mode,
          view.userId,
          view.name,
          view.query,
          view.isShared,
          toIso(view.createdAt),
        ],
      );
    },

    async list({ merchantId, mode }, userId) {
      const { rows } = await pool.query<Row>(
        `select * from panel_view
         where merchant_id = $1 and mode = $2 and (user_id = $3 or is_shared)
         order by created_at, view_id limit 100`,
        [merchantId, mode, userId],
      );
      return rows.map(readView);
    },

    async remove({ merchantId, mode }, userId, viewId) {
      const { rows } = await pool.query<Row>(
        `delete from panel_view
         where merchant_id = $1 and mode = $2 and user_id = $3 and view_id = $4 returning *`,
        [merchantId, mode, userId, viewId],
      );
      return rows[0] === undefined ? undefined : readView(rows[0]);
    },
  };
}

function readView(row: Row): SavedView {
  return {
    viewId: text(row, "view_id"),
    userId: trusted(row, "user_id"),
    name: text(row, "name"),
    query: text(row, "query"),
    isShared: flag(row, "is_shared"),
    createdAt: moment(row, "created_at"),
  };
}
