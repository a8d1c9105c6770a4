import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type OwnedDatabase } from "../support/database.ts";
import { ENTRY } from "../support/entry.ts";
import { listenLocally } from "../support/local-server.ts";

describe("a service whose port another program has", () => {
  const folder = mkdtempSync(join(tmpdir(), "vezne-failed-start-"));
  const other = createServer();
  let database: OwnedDatabase;
  let port: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    port = await listenLocally(other);
  });
  afterAll(async () => {
    other.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(["1", "2"])(
    "exits with a plain error message, with VEZNE_WORKERS=%s",
    async (workers) => {
      const child = spawn(process.execPath, [ENTRY, "start"], {
        env: {
          PATH: process.env["PATH"],
          PORT: String(port),
          DATABASE_URL: database.url,
          VEZNE_DATA_DIR: folder,
          VEZNE_WORKERS: workers,
        },
        stdio: ["ignore", "ignore", "pipe"],
      });
      let output = "";
      child.stderr.on("data", (chunk: Buffer) => void (output += chunk.toString()));
      const [code]: unknown[] = await once(child, "exit");
      expect(code).toBe(1);
      expect(output).toContain(
        `can't listen at 127.0.0.1, port ${port}: another program listens there`,
      );
      expect(output).not.toMatch(/^ +at /m);
    },
  );
});

describe("a service whose database a later release has changed", () => {
  it("ends with a sentence where its statements for payments can't be planned", async () => {
    const database = await createTestDatabase();
    const pool = database.open({ max: 1 });
    await pool.query("alter table attempt rename column lacks_cvc to lacks_code");
    const folder = mkdtempSync(join(tmpdir(), "vezne-failed-start-"));
    const env = { PATH: process.env["PATH"], DATABASE_URL: database.url, VEZNE_DATA_DIR: folder };
    const child = spawn(process.execPath, [ENTRY, "start"], {
      env: { ...env, PORT: "0", VEZNE_MIGRATE: "off" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let output = "";
    child.stderr.on("data", (chunk: Buffer) => void (output += chunk.toString()));
    expect((await once(child, "exit"))[0]).toBe(1);
    expect(output).toMatch(/does not fit this release: its statement \S+ can't be planned/);
    expect(output).not.toMatch(/^ +at /m);
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
});
