import type { Pool } from "pg";
import { expect } from "vitest";
import { createFailedItemStore } from "../../src/store/job/failed-item-store.ts";
import { openDatabase } from "../../src/database/connection/database.ts";
import type { FailedItem, JobKind } from "../../src/domain/job/failed-item.ts";
import { runCommand } from "./command-line.ts";
import type { ApiBody } from "./api-client.ts";
import type { OwnedDatabase } from "./database.ts";
import { createTestDatabase } from "./database.ts";
import { startTestService, type TestService } from "./service.ts";

const SOON = { timeout: 80_000 };

/** A service whose rows are broken on purpose, with an operator's views of the failed items. */
export type BrokenShop = {
  readonly shop: TestService;
  readonly database: OwnedDatabase;
  /** Queries as the superuser, without the checks that keep such rows out. */
  readonly owner: Pool;
  items(job: JobKind): Promise<readonly FailedItem[]>;
  /** Waits until a job has a failed item. */
  fails(job: JobKind): Promise<FailedItem>;
  /** Retries a job's items, and waits until none of them fails any more. */
  retries(job: JobKind): Promise<void>;
  doctor(): Promise<ApiBody | undefined>;
  vezne(...args: readonly string[]): Promise<ApiBody>;
  close(): Promise<void>;
};

export async function breakableShop(
  environment: Readonly<Record<string, string>> = {},
): Promise<BrokenShop> {
  const database = await createTestDatabase();
  const shop = await startTestService({ database, environment });
  const owner = openDatabase({ address: database.owner, applicationName: "breaker", max: 4 });
  const vezne: BrokenShop["vezne"] = async (...args) => {
    const { stdout } = await runCommand(database, [...args, "--json"]);
    return JSON.parse(stdout) as ApiBody;
  };
  const store = createFailedItemStore(owner);
  const items: BrokenShop["items"] = async (job) =>
    (await store.list({})).filter(({ kind }) => kind === job);
  return {
    shop,
    database,
    owner,
    items,
    async fails(job) {
      await expect.poll(async () => (await items(job)).length, SOON).toBeGreaterThan(0);
      const [item] = await items(job);
      if (item === undefined) throw new Error("Its work has succeeded meanwhile.");
      return item;
    },
    async retries(job) {
      for (const item of await items(job)) expect(await store.retry(item)).toBe(true);
      await expect.poll(async () => (await items(job)).length, SOON).toBe(0);
    },
    async doctor() {
      const { checks } = (await vezne("doctor")) as { checks: readonly ApiBody[] };
      return checks.find(({ name }) => name === "jobs");
    },
    vezne,
    async close() {
      await owner.end();
      await shop.close();
    },
  };
}
