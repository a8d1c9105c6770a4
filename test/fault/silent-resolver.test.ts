// tier: night
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type OwnedDatabase } from "../support/database.ts";
import { ENTRY } from "../support/entry.ts";
import { INTO_NAMESPACE, namespaceRefusal } from "../support/namespace.ts";

const CHILD = join(import.meta.dirname, "silent-resolver-child.mjs");

if (namespaceRefusal !== undefined) {
  process.stderr.write(`The test of a silent name server DOES NOT RUN: ${namespaceRefusal}\n`);
}

describe.runIf(namespaceRefusal === undefined)("a name server that never answers", () => {
  let database: OwnedDatabase;
  let child: ChildProcessByStdio<Writable, Readable, null> | undefined;
  beforeAll(async () => void (database = await createTestDatabase()));
  afterAll(async () => {
    child?.kill("SIGTERM");
    await database.drop();
  });

  it("fails one delivery, and affects neither the service nor other deliveries", async () => {
    const [program, ...options] = INTO_NAMESPACE;
    child = spawn(program, [...options, process.execPath, CHILD, ENTRY], {
      env: { PATH: process.env["PATH"], DATABASE_URL: database.url, VEZNE_LOG_LEVEL: "error" },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const said = async () => JSON.parse(String((await lines.next()).value)) as unknown;
    expect(await said()).toEqual({
      long: [400, expect.stringContaining("must have a host that exists") as string],
      unanswered: 200,
      healthy: 200,
      paid: "completed",
    });
    const pool = database.open();
    const tried = () =>
      pool
        .query<{ error: string }>(
          `select error from webhook_attempt join webhook_endpoint using (merchant_id, endpoint_id)
           where url like '%silent.example%'`,
        )
        .then(({ rows }) => rows[0]?.error);
    await expect.poll(tried, { timeout: 120_000 }).toBe("etimeout");
    child.stdin.end();
    expect(await said()).toEqual({ isUp: true, wasAsked: true });
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
