import type pg from "pg";
import { rowValues, valuesClause } from "../../database/mapping/columns.ts";
import { column, optional, record } from "../../database/mapping/mapping.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import { toIso } from "../../kernel/clock.ts";
import { AUDITED_ACTIONS, type AuditEntry } from "../../domain/merchant/audit.ts";
import type { AuditStore } from "../../domain/merchant/user-ports.ts";
import type { Row } from "../../database/mapping/rows.ts";

const OBJECT = record<AuditEntry["object"]>({
  kind: column.text("object_kind"),
  id: column.text("object_id"),
});

export const AUDIT_ENTRY = record<AuditEntry>({
  entryId: column.text("entry_id"),
  at: column.instant("at"),
  merchantId: optional(column.id("merchant_id")),
  mode: optional(column.oneOf("mode", MODES)),
  userId: optional(column.id("user_id")),
  actor: column.text("actor"),
  action: column.oneOf("action", AUDITED_ACTIONS),
  object: OBJECT,
  before: optional(column.json("before")),
  after: optional(column.json("after")),
  requestId: optional(column.text("request_id")),
  address: optional(column.text("address")),
});

const APPEND = `
  with entry as (
    insert into panel_audit ${valuesClause(AUDIT_ENTRY.columns)} returning entry_id
  )
  insert into audit_unsealed select entry_id from entry`;

/** Writes an entry, in the transaction of the change that it is about if `sql` is one. */
export async function appendEntry(sql: Pick<pg.Pool, "query">, entry: AuditEntry): Promise<void> {
  await sql.query(APPEND, rowValues(AUDIT_ENTRY.columns, entry));
}

/** The audit log of the panel; entries are only added and read. */
export function createAuditStore(pool: pg.Pool): AuditStore {
  return {
    append: (entry) => appendEntry(pool, entry),

    async list(scope, filter) {
      const { rows } = await pool.query<Row>(
        `select * from panel_audit
         where merchant_id = $1 and (mode is null or mode = $2)
           and ($3::text is null or starts_with(action || '.', $3 || '.'))
           and ($4::text is null or object_id = $4)
           and ($5::text is null or actor = $5)
           and ($6::text is null or (at, entry_id) < (select at, entry_id from panel_audit
                                                      where entry_id = $6))
           and ($8::timestamptz is null or at >= $8)
           and ($9::timestamptz is null or at < $9)
         order by at desc, entry_id desc limit $7`,
        [
          scope.merchantId,
          scope.mode,
          filter.action ?? null,
          filter.objectId ?? null,
          filter.actor ?? null,
          filter.before ?? null,
          filter.limit,
          filter.from === undefined ? null : toIso(filter.from),
          filter.until === undefined ? null : toIso(filter.until),
        ],
      );
      return rows.map(AUDIT_ENTRY.read);
    },
  };
}
