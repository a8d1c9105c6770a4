import type pg from "pg";
import { toIso } from "../../../kernel/clock.ts";
import type { AuditEntry } from "../../../merchant/audit.ts";
import type { AuditStore } from "../../../merchant/user-ports.ts";
import { moment, optionalText, text, trusted, type Row } from "../sql/rows.ts";

/** The audit log of the panel; entries are only added and read. */
export function createAuditStore(pool: pg.Pool): AuditStore {
  return {
    async append(entry) {
      await pool.query(
        `with entry as (
           insert into panel_audit (entry_id, at, merchant_id, mode, user_id, actor, action,
             object_kind, object_id, before, after, request_id, address)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
           returning entry_id
         )
         insert into audit_unsealed select entry_id from entry`,
        entryValues(entry),
      );
    },

    async list(scope, filter) {
      const { rows } = await pool.query<Row>(
        `select * from panel_audit
         where merchant_id = $1 and (mode is null or mode = $2)
           and ($3::text is null or action = $3)
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
      return rows.map(readEntry);
    },
  };
}

function entryValues(entry: AuditEntry): unknown[] {
  return [
    entry.entryId,
    toIso(entry.at),
    entry.merchantId ?? null,
    entry.mode ?? null,
    entry.userId ?? null,
    entry.actor,
    entry.action,
    entry.object.kind,
    entry.object.id,
    entry.before === undefined ? null : JSON.stringify(entry.before),
    entry.after === undefined ? null : JSON.stringify(entry.after),
    entry.requestId ?? null,
    entry.address ?? null,
  ];
}

export function readEntry(row: Row): AuditEntry {
  return {
    entryId: text(row, "entry_id"),
    at: moment(row, "at"),
    merchantId: trusted<AuditEntry["merchantId"] | null>(row, "merchant_id") ?? undefined,
    mode: trusted<AuditEntry["mode"] | null>(row, "mode") ?? undefined,
    userId: trusted<AuditEntry["userId"] | null>(row, "user_id") ?? undefined,
    actor: text(row, "actor"),
    action: trusted(row, "action"),
    object: { kind: text(row, "object_kind"), id: text(row, "object_id") },
    before: trusted<AuditEntry["before"] | null>(row, "before") ?? undefined,
    after: trusted<AuditEntry["after"] | null>(row, "after") ?? undefined,
    requestId: optionalText(row, "request_id"),
    address: optionalText(row, "address"),
  };
}
