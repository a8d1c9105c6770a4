import { escapeIdentifier, escapeLiteral, type Pool } from "pg";
import { openConnection, type DatabaseAddress } from "../connection/database.ts";
import { SchemaError } from "../migration/schema-record.ts";

/** The tables whose rows the service's role may add and read, but neither change nor remove. */
const APPEND_ONLY = [
  "event",
  "posting",
  "seal",
  "sealed_leaf",
  "panel_audit",
  "table_version",
] as const;

/**
 * The statements that give a role what the service needs, where another role owns the tables. They
 * may be repeated, and have to be after each migration that adds a table.
 */
export function grantsFor(role: string): string {
  const name = escapeIdentifier(role);
  // A statement can name a partition directly, so each partition has privileges of its own.
  const eachPartition = `do $$
declare part regclass;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'public.event'::regclass
  loop
    execute format('revoke update, delete, truncate on %s from %I', part, ${escapeLiteral(role)});
    execute format('grant update (data, written_by) on %s to %I', part, ${escapeLiteral(role)});
  end loop;
end $$;`;
  return [
    "begin;",
    `grant usage on schema public, bank to ${name};`,
    `grant select, insert, update, delete on all tables in schema public, bank to ${name};`,
    `grant usage, select on all sequences in schema public, bank to ${name};`,
    "-- The books, the events and the audit log stay append-only.",
    `revoke update, delete, truncate on ${APPEND_ONLY.map((table) => `public.${table}`).join(", ")}`,
    `  from ${name};`,
    `grant update (data, written_by) on public.event to ${name};`,
    eachPartition,
    "-- Only the role that migrates writes the record of migrations.",
    "revoke insert, update, delete on public.schema_migration, bank.schema_migration",
    `  from ${name};`,
    "commit;",
    "",
  ].join("\n");
}

/**
 * Runs the statements of `grantsFor` as the owner of the tables.
 * @throws SchemaError if the role doesn't exist.
 */
export async function grantToService(address: DatabaseAddress, role: string): Promise<void> {
  const client = openConnection({ address, applicationName: "vezne migrate" });
  await client.connect();
  try {
    const { rows } = await client.query<{ own: boolean }>(
      "select rolname = current_user as own from pg_roles where rolname = $1",
      [role],
    );
    if (rows[0] === undefined) {
      throw new SchemaError(`There is no role ${role}. Make it with create role, then run again.`);
    }
    if (rows[0].own) {
      throw new SchemaError(
        `The role ${role} runs this migration and owns the tables. Name the role of the service.`,
      );
    }
    await client.query(grantsFor(role));
  } finally {
    await client.end();
  }
}

const MISSING = `
  select format('%I.%I', nspname, relname) as name, current_user as role
  from pg_class join pg_namespace as space on space.oid = relnamespace
  where nspname in ('public', 'bank') and relkind in ('r', 'p') and not relispartition
    and not (
      has_schema_privilege(space.oid, 'usage') and has_table_privilege(pg_class.oid, 'select')
      and (relname = 'schema_migration' or has_table_privilege(pg_class.oid, 'insert'))
    )
  order by name limit 1`;

/** @throws SchemaError if the current role may not use a table. */
export async function requireGrants(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; role: string }>(MISSING);
  const [missing] = rows;
  if (missing === undefined) return;
  throw new SchemaError(
    `The role ${missing.role} may not use the table ${missing.name}. Run \`vezne migrate ` +
      `--service-role ${missing.role}\` with the role that owns the tables.`,
  );
}
