import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeBackup } from "../../src/database/backup/write-backup.ts";
import { createApiClient } from "../support/api-client.ts";
import { canary, type Canary } from "../support/canary-cards.ts";
import { connectDoor, DOOR_TERMINALS, untilConnected } from "../support/door-terminals.ts";
import { LeakSearch } from "../support/leak-search.ts";
import { query } from "../support/merchant-calls.ts";
import { passChallenge } from "../support/protocol-customer.ts";
import { startTestService, type TestMerchant, type TestService } from "../support/service.ts";

/** Credentials that a bank calls secret; shorter ones stand in other words by chance. */
const SECRETS = DOOR_TERMINALS.flatMap(({ protocol, credentials }) =>
  protocol.credentials
    .filter(({ isSecret }) => isSecret)
    .flatMap(({ name }) => credentials[name] ?? [])
    .filter((secret) => secret.length >= 6),
);

/** Payments of each kind through every protocol; the bank's own tables are part of the search. */
describe("card data and credentials of the bank protocols", () => {
  const folder = mkdtempSync(join(tmpdir(), "vezne-protocols-"));
  const canaries = Array.from({ length: 60 }, (_, index) => canary("visa", index));
  const unused = [...canaries];
  const search = new LeakSearch(canaries);
  let shop: TestService;
  beforeAll(async () => {
    shop = await startTestService();
  });
  afterAll(async () => {
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const take = (): Canary => {
    const taken = unused.pop();
    if (taken === undefined) throw new Error("the canaries are used up");
    return taken;
  };
  const found = (where: string, text: string): readonly string[] => [
    ...search.text(where, text).map(({ form }) => `${where}: ${form}`),
    ...SECRETS.filter((secret) => text.includes(secret)).map(() => `${where}: a secret`),
  ];
  const payThrough = async (apiKey: string, isChallenged: boolean) => {
    const api = createApiClient(shop.url, apiKey);
    const pay = async (decision: "approve" | "decline" | "close") => {
      const { number, cvc } = take();
      const fields = { cvc, is_3d: isChallenged };
      const { body } = await api.pay(await api.session(), number, { fields });
      const redirect = body["redirect_url"];
      if (typeof redirect !== "string") return;
      const [attempt] = await query(
        shop,
        "select attempt_id as id from attempt where order_id = $1",
        [body["order_id"]],
      );
      const back = `${new URL(redirect).origin}/checkout/return/${String(attempt?.["id"])}`;
      const customer = { returnUrl: back, decision, cardNumber: number };
      for (const values of await passChallenge({ kind: "redirect", url: redirect }, customer)) {
        const form = new URLSearchParams(values);
        await fetch(back, { method: "POST", body: form, redirect: "manual" });
      }
    };
    await pay("approve");
    await pay("decline");
    // The bank's page of this payment stays stored during the search.
    await pay("close");
    shop.faults.next({ operation: "authorize", behaviour: "garbage" });
    await pay("approve");
    shop.faults.clear();
  };

  const merchants: (TestMerchant & { readonly isChallenged: boolean })[] = [];
  it("are in no row, log line or backup", async () => {
    for (const terminal of DOOR_TERMINALS) {
      const merchant = await shop.createMerchant(terminal.protocol.name);
      await connectDoor({ ...shop, merchant }, terminal);
      merchants.push({ ...merchant, isChallenged: terminal.protocol.models.length > 0 });
    }
    await untilConnected(shop, DOOR_TERMINALS.length);
    for (const { testApiKey, isChallenged } of merchants)
      await payThrough(testApiKey, isChallenged);

    const states = await query(shop, "select state, count(*)::int from payment group by state");
    expect(states.map(({ state }) => state)).toEqual(
      expect.arrayContaining(["completed", "failed", "challenged"]),
    );
    const tables = await query(
      shop,
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables) {
      const rows = await query(shop, `select t::text as row from ${String(name)} t`);
      const texts = rows.map(({ row }) => String(row)).join("\n");
      expect(found(String(name), texts)).toEqual([]);
    }
    expect(shop.logLines.length).toBeGreaterThan(20);
    expect(found("log", shop.logLines.join("\n"))).toEqual([]);
    const backup = join(folder, "backup");
    const { database, clock } = shop;
    await writeBackup(backup, {
      database: database.connection,
      clock,
      version: "test",
      onTable: () => undefined,
    });
    const files = readdirSync(backup, { recursive: true, withFileTypes: true });
    for (const file of files.filter((one) => one.isFile())) {
      const bytes = readFileSync(join(file.parentPath, file.name));
      const text = file.name.endsWith(".gz") ? gunzipSync(bytes) : bytes;
      expect(found(file.name, text.toString())).toEqual([]);
    }
    expect(files.length).toBeGreaterThan(10);
  });

  it("would be found", () => {
    const [first] = canaries;
    expect(found("log", `paid with ${first?.number}`)).not.toEqual([]);
    expect(SECRETS.length).toBeGreaterThan(5);
    expect(found("log", `password ${SECRETS[0]}`)).toEqual(["log: a secret"]);
  });
});
