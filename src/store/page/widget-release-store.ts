import type pg from "pg";
import { toIso, type Clock } from "../../kernel/clock.ts";
import type { WidgetReleases } from "../../page/widget-releases.ts";
import { isReadOnly } from "../../database/connection/database-error.ts";
import { buffer, type Row } from "../../database/mapping/rows.ts";

export function createWidgetReleases(pool: pg.Pool, clock: Clock): WidgetReleases {
  return {
    async keep(version, script) {
      try {
        await pool.query(
          `insert into widget_release (version, script, served_since) values ($1, $2, $3)
           on conflict (version) do nothing`,
          [version, script, toIso(clock.now())],
        );
      } catch (error) {
        // On a read-only database the script is not stored: this process serves it from its own
        // files, and a later start of this release stores it.
        if (!isReadOnly(error)) throw error;
      }
    },
    async find(version) {
      const { rows } = await pool.query<Row>(
        "select script from widget_release where version = $1",
        [version],
      );
      return rows[0] === undefined ? undefined : buffer(rows[0], "script");
    },
  };
}
