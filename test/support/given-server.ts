import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Client } from "pg";
import type { PostgresConnection } from "../../src/database/embedded/handle.ts";
import { protectAudit } from "../../src/database/installation/audit-owner.ts";
import { migrate } from "../../src/database/migration/migrate.ts";
import { GIVEN } from "./given-address.ts";

/** A database's address and login, with the certificate authority of a server that demands TLS. */
export type TestConnection = PostgresConnection & { readonly ssl?: { readonly ca: string } };

/** The end of the addresses of the tests' databases, so that their connections use TLS, too. */
export const TLS_QUERY = GIVEN === undefined ? "" : new URL(GIVEN).search;

export type GivenServer = {
  /** A migrated database that each test file copies, with the superuser's login. */
  readonly template: TestConnection;
  /** The role that owns its tables and as which the service connects; not a superuser. */
  readonly service: { readonly user: string; readonly password: string };
  drop(): Promise<void>;
};

/**
 * Makes the template on the PostgreSQL that VEZNE_POSTGRES_URL names in place of the embedded one.
 * `npm run server-tests` starts such a server.
 */
export async function prepareServer(): Promise<GivenServer | undefined> {
  if (GIVEN === undefined) return undefined;
  const superuser = connectionOf(new URL(GIVEN));
  const run = randomBytes(4).toString("hex");
  const service = { user: `vezne_${run}`, password: run };
  const template = { ...superuser, database: `template_${run}` };
  await runOn(superuser, [
    `create role ${service.user} login password '${service.password}'`,
    `create database ${template.database} template template0 encoding 'UTF8' owner ${service.user}`,
  ]);
  await migrate({ ...template, ...service }, "vezne");
  await migrate({ ...template, ...service }, "bank");
  await protectAudit({ owner: template, service: service.user });
  const drop = (): Promise<void> =>
    runOn(superuser, [
      `drop database if exists ${template.database} with (force)`,
      `drop role ${service.user}`,
    ]);
  return { template, service, drop };
}

function connectionOf(url: URL): TestConnection {
  const file = url.searchParams.get("sslrootcert");
  if (file === null) throw new Error("VEZNE_POSTGRES_URL has to name its sslrootcert");
  return {
    host: url.hostname,
    port: Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
    ssl: { ca: readFileSync(file, "utf8") },
  };
}

async function runOn(on: TestConnection, statements: readonly string[]): Promise<void> {
  const client = new Client(on);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
