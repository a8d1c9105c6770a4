import type pg from "pg";
import {
  columnsWithin,
  rowValues,
  valuesClause,
  type Column,
} from "../../database/mapping/columns.ts";
import { column, record } from "../../database/mapping/mapping.ts";
import type { Scope } from "../../domain/merchant/scope.ts";
import type { SavedView, SavedViewStore } from "../../domain/report/saved-view.ts";
import type { Row } from "../../database/mapping/rows.ts";

const VIEW = record<SavedView>({
  viewId: column.text("view_id"),
  userId: column.id("user_id"),
  name: column.text("name"),
  query: column.text("query"),
  isShared: column.flag("is_shared"),
  createdAt: column.instant("created_at"),
});

type OwnedView = Pick<Scope, "merchantId" | "mode"> & { readonly view: SavedView };

const OWNED_VIEW: readonly Column<OwnedView>[] = [
  ["merchant_id", "text", ({ merchantId }) => merchantId],
  ["mode", "text", ({ mode }) => mode],
  ...columnsWithin(VIEW.columns, ({ view }: OwnedView) => view),
];

export function createSavedViewStore(pool: pg.Pool): SavedViewStore {
  return {
    async save({ merchantId, mode }, view) {
      await pool.query(
        `insert into panel_view ${valuesClause(OWNED_VIEW)}`,
        rowValues(OWNED_VIEW, { merchantId, mode, view }),
      );
    },

    async list({ merchantId, mode }, userId) {
      const { rows } = await pool.query<Row>(
        `select * from panel_view
         where merchant_id = $1 and mode = $2 and (user_id = $3 or is_shared)
         order by created_at, view_id limit 100`,
        [merchantId, mode, userId],
      );
      return rows.map(VIEW.read);
    },

    async remove({ merchantId, mode }, userId, viewId) {
      const { rows } = await pool.query<Row>(
        `delete from panel_view
         where merchant_id = $1 and mode = $2 and user_id = $3 and view_id = $4 returning *`,
        [merchantId, mode, userId, viewId],
      );
      return rows[0] === undefined ? undefined : VIEW.read(rows[0]);
    },
  };
}
