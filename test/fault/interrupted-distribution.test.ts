import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { joinNodes } from "../support/citus-cluster.ts";
import { runCommand } from "../support/command-line.ts";
import { createTestDatabase, type OwnedDatabase } from "../support/database.ts";
import { ENTRY } from "../support/entry.ts";
import { startTestService } from "../support/service.ts";

const CARD = "5528790000000008";
/** Far fewer than all, and more than the reference tables, which come first. */
const SOME_TABLES = 12;
const WAIT = { timeout: 300_000, interval: 50 };
const nodes = inject("clusterNodes");

// VEZNE_CITUS_URL names the cluster; without it these tests are skipped.
describe.runIf(nodes.length > 0)("a distribution that is killed (VEZNE_CITUS_URL)", () => {
  let database: OwnedDatabase;
  let pool: Pool;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "vezne-distribution-"));
    database = await createTestDatabase({ empty: true });
    await joinNodes(database.owner, nodes);
    pool = database.open({ max: 1, address: database.owner });
    await killAfter(SOME_TABLES);
  });
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const count = async (text: string): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count ${text}`);
    return rows[0]?.count ?? 0;
  };
  const distributed = () => count("from pg_dist_partition where partmethod = 'h'");

  /** Runs `vezne migrate --distributed`, and kills it once it has distributed some tables. */
  async function killAfter(tables: number): Promise<void> {
    const env = { PATH: process.env["PATH"], DATABASE_URL: database.url, VEZNE_DATA_DIR: folder };
    const args = [ENTRY, "migrate", "--distributed", "--shards=4"];
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: "ignore" });
    await vi.waitFor(async () => expect(await distributed()).toBeGreaterThan(tables), WAIT);
    child.kill("SIGKILL");
    await once(child, "exit");
    // The server ends the statement that it was running.
    const running = "from pg_stat_activity where application_name = 'vezne migrate'";
    await vi.waitFor(async () => expect(await count(running)).toBe(0), WAIT);
  }

  it("leaves a database that neither the service nor a command uses", async () => {
    const before = await distributed();
    for (const args of [["start"], ["merchants", "list"]]) {
      const { code, stderr } = await runCommand(database, args, { PORT: "0" });
      expect(stderr).toContain("distribution of the tables was begun and is not finished");
      expect(stderr).toContain("Run `vezne migrate --distributed`");
      expect(code).toBe(1);
    }
    expect(await distributed()).toBe(before);
  });

  it("goes on with its own number of groups when it is run again", async () => {
    const other = await runCommand(database, ["migrate", "--distributed", "--shards=3"]);
    expect(other.stderr).toContain("this number can't change");
    const again = await runCommand(database, ["migrate", "--distributed"]);
    expect(again).toMatchObject({ code: 0, stderr: "" });
    expect(await count("from pg_dist_shard where logicalrelid = 'session'::regclass")).toBe(4);
    const shop = await startTestService({ database });
    const paid = await shop.api.pay(await shop.api.session(), CARD);
    expect(paid.status).toBe(200);
    await shop.close();
  });
});
