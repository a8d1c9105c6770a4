// tier: night
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../support/command-line.ts";
import { createTestDatabase, type OwnedDatabase } from "../support/database.ts";
import { merchantCalls, paidOrder } from "../support/merchant-calls.ts";
import { runService } from "../support/running-service.ts";

const SERVICE = `service_${randomBytes(4).toString("hex")}`;
const PASSWORD = "a-password";

describe("vezne migrate with a role of its own", () => {
  let database: OwnedDatabase;
  const asOwner = async (statement: string): Promise<void> => {
    const client = new Client(database.owner);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  /** The same database as the service's role sees it. */
  const served = (): OwnedDatabase => ({
    ...database,
    url: database.url.replace(/\/\/[^@]*@/, `//${SERVICE}:${PASSWORD}@`),
  });
  const OFF = { VEZNE_MIGRATE: "off" };

  beforeAll(async () => {
    database = await createTestDatabase({ empty: true });
    await asOwner(`create role ${SERVICE} login password '${PASSWORD}'`);
  });
  afterAll(async () => {
    await asOwner(`drop owned by ${SERVICE}`);
    await database.drop();
  });

  it("lists what is missing, and the service refuses to start until then", async () => {
    const check = await runCommand(database, ["migrate", "--check", "--json"]);
    expect(check.code).toBe(1);
    expect(JSON.parse(check.stdout)).toMatchObject({
      pending: expect.arrayContaining(["vezne/0001-merchants-sessions-payments"]),
    });
    const start = await runCommand(served(), ["start"], { ...OFF, PORT: "0" });
    expect(start.code).toBe(1);
    expect(start.stderr).toMatch(/lacks the migration vezne\/0001-\S+ and \d+ later ones/);
    expect(start.stderr).not.toMatch(/^ +at /m);
  });

  it("migrates, and names the grants that the service's role still lacks", async () => {
    const migrated = await runCommand(database, ["migrate", "--json"]);
    expect(migrated.stderr).toBe("");
    expect(JSON.parse(migrated.stdout)).toMatchObject({ granted_to: null, partitions: [] });
    const start = await runCommand(served(), ["start"], { ...OFF, PORT: "0" });
    expect(start.code).toBe(1);
    expect(start.stderr).toContain(`Run \`vezne migrate --service-role ${SERVICE}\``);
    expect((await runCommand(database, ["migrate", "--check"])).code).toBe(0);
  });

  it("grants the tables, also by the printed statements, any number of times", async () => {
    const printed = await runCommand(database, ["migrate", "--grants", SERVICE]);
    expect(printed.code).toBe(0);
    await asOwner(printed.stdout);
    const granted = await runCommand(database, ["migrate", "--service-role", SERVICE]);
    expect([granted.code, granted.stderr]).toEqual([0, ""]);
    const wrong = await runCommand(database, ["migrate", "--service-role", "no_such_role"]);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("no_such_role")]);
    const own = await runCommand(database, ["migrate", "--service-role", database.connection.user]);
    expect([own.code, own.stderr]).toEqual([1, expect.stringContaining("owns the tables")]);
  });

  it("lets the service's role take payments, but not change the books", async () => {
    const service = await runService(OFF, { addressOf: () => served().url });
    try {
      const { order } = await paidOrder(service.api);
      const refund = await merchantCalls(service.api, service.apiKey).refund(order);
      expect([refund.status, refund.text]).toEqual([200, expect.stringContaining("refund")]);
      expect(service.output()).not.toMatch(/permission denied|"level":[56]0/);
    } finally {
      await service.close();
    }
    const verify = await runCommand(served(), ["verify", "--json"], OFF);
    expect(JSON.parse(verify.stdout)).toMatchObject({ ok: true, payments: 1, writable: false });
    const doctor = await runCommand(served(), ["doctor"], OFF);
    expect(doctor.stdout).toMatch(/ok {4}audit log/);
    const client = new Client({ connectionString: served().url });
    await client.connect();
    const changes = ["event", "posting", "panel_audit"].map((table) => `delete from ${table}`);
    for (const change of [...changes, "update event set type = 'x'"]) {
      await expect(client.query(change)).rejects.toThrow("permission denied");
    }
    await expect(client.query("update event set data = data")).resolves.toBeDefined();
    await client.end();
  });

  it("lets a process of the last release go on during an upgrade", async () => {
    await asOwner("insert into schema_migration values ('9999-of-the-next-release', 'abc')");
    const list = await runCommand(served(), ["merchants", "list"], OFF);
    expect([list.code, list.stderr]).toEqual([0, ""]);
    const migrating = await runCommand(database, ["merchants", "list"]);
    expect([migrating.code, migrating.stderr]).toEqual([0, ""]);
    const later =
      "the schema is of a later release, and this one can use it (9999-of-the-next-release)";
    for (const args of [["migrate", "--check"], ["migrate"]]) {
      const { code, stdout } = await runCommand(database, args);
      expect([code, stdout.trim()]).toEqual([0, later]);
    }
    const doctor = await runCommand(served(), ["doctor"], OFF);
    expect(doctor.stdout).toMatch(/ok {4}schema: of a later release, and this one can use it/);
  });

  it("refuses a release whose tables a later one has removed", async () => {
    await asOwner("update schema_migration set needs_release = '99.0.0' where name like '9999%'");
    const sentence = expect.stringContaining("needs release 99.0.0 or later. This is 0.");
    for (const environment of [OFF, {}]) {
      const list = await runCommand(database, ["merchants", "list"], environment);
      expect([list.code, list.stderr]).toEqual([1, sentence]);
    }
    const doctor = await runCommand(served(), ["doctor"], OFF);
    expect(doctor.stdout).toMatch(/FAIL {2}schema: .*needs release 99\.0\.0/);
  });
});
