import type { Client, Pool } from "pg";
import { openConnection, type DatabaseAddress } from "../connection/database.ts";

/** The role that owns the audit log; it can't log in. */
const AUDIT_ROLE = "vezne_audit";

const OBJECTS = ["table panel_audit", "function refuse_audit_change()"];

const OWNER = "select tableowner as owner from pg_tables where tablename = 'panel_audit'";

export type AuditOwners = {
  /** A superuser of the database. */
  readonly owner: DatabaseAddress;
  /** The role that the service connects as. */
  readonly service: string;
};

/**
 * Gives the audit log to a separate role. The service's role can then add and read entries, but
 * neither change nor drop the table. The role also owns the schema, because the owner of a schema
 * can drop every table in it.
 */
export function protectAudit(owners: AuditOwners): Promise<void> {
  return asOwner(owners, async (client) => {
    const { rows } = await client.query<{ owner: string }>(OWNER);
    if (rows[0] === undefined || rows[0].owner === AUDIT_ROLE) return;
    const service = client.escapeIdentifier(owners.service);
    await client.query(`
      do $$ begin create role ${AUDIT_ROLE} nologin;
      exception when duplicate_object or unique_violation then null; end $$`);
    await client.query("begin");
    for (const object of OBJECTS) {
      await client.query(`alter ${object} owner to ${AUDIT_ROLE}`);
    }
    await client.query(`alter schema public owner to ${AUDIT_ROLE}`);
    await client.query(`grant all on schema public to ${service}`);
    await client.query(`revoke all on panel_audit from public, ${service}`);
    await client.query(`grant select, insert on panel_audit to ${service}`);
    await client.query("commit");
  });
}

/** Gives the audit log back to the service's role, for migrations that change its table. */
export function releaseAudit(owners: AuditOwners): Promise<void> {
  return asOwner(owners, async (client) => {
    const { rows } = await client.query<{ owner: string }>(OWNER);
    if (rows[0]?.owner !== AUDIT_ROLE) return;
    const service = client.escapeIdentifier(owners.service);
    for (const object of OBJECTS) await client.query(`alter ${object} owner to ${service}`);
  });
}

async function asOwner(
  { owner }: AuditOwners,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = openConnection({ address: owner, applicationName: "vezne audit owner" });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** True if the current role owns the audit log and could change or drop it. */
export async function ownsAudit(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ owns: boolean }>(
    `select pg_has_role(current_user, relowner, 'member') as owns
     from pg_class where oid = 'panel_audit'::regclass`,
  );
  return rows[0]?.owns !== false;
}
