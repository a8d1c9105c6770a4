import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOfTables } from "../support/database-text.ts";
import { createApiClient } from "../support/api-client.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const HOUR = 60 * 60_000;

describe("the panel's page of API keys", { timeout: 120_000 }, () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let base = "";
  let password = "";
  /** Matches a key, which only one answer may contain. */
  const shown: string[] = [];
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/test/keys`;
    owner = panelVisitor(shop);
    const person = await panelUsers(shop).create("owner", merchantId, "d@example.com");
    password = person.password;
    await owner.signIn(person);
  });
  afterAll(() => shop.close());

  const works = async (key: string): Promise<boolean> => {
    const headers = { authorization: `Bearer ${key}` };
    const { status } = await createApiClient(shop.url, key).get("/api/v1/events", headers);
    return status === 200;
  };
  const keyIn = (html: string): string => /<code>(vz_test_[^<]+)</.exec(html)?.[1] ?? "";
  const page = async (): Promise<string> => textOf((await owner.get(base)).html);

  it("shows the last four characters of a key and its last use, and no more of it", async () => {
    const { testApiKey, liveApiKey } = shop.merchant;
    expect(await page()).toContain("Not used");
    expect(await works(testApiKey)).toBe(true);
    // The last use is recorded after the call.
    await expect.poll(page, { timeout: 20_000 }).toContain("is in use");
    const { html } = await owner.get(base);
    expect(textOf(html)).toContain(`vz_test_…${testApiKey.slice(-4)}`);
    expect(textOf(html)).not.toContain("Not used");
    expect(textOf(html)).toContain("is in use");
    expect(html).not.toContain(testApiKey);
    expect(html).not.toContain(`…${liveApiKey.slice(-4)}`);
  });

  it("stays on the page when the language changes, also after a refused form", async () => {
    const refused = await owner.post(`${base}/roll`, { grace: "24", password: "no" });
    const [, back = ""] = /name="back" value="([^"]*)"/.exec(refused.html) ?? [];
    expect(back).toBe(base);
    const fields = { language: "en", back };
    const shownAgain = await owner.follow(await owner.post("/panel/account/language", fields));
    expect(shownAgain.status).toBe(200);
  });

  it("proposes a day more for a key in use, and ends it at once only after a tick", async () => {
    const { html } = await owner.get(base);
    const [, chosen] = /<option value="(\d+)" selected/.exec(html) ?? [];
    expect([chosen, textOf(html)]).toEqual(["24", expect.stringContaining("End it now, although")]);
    const refused = await owner.post(`${base}/roll`, { grace: "0", password });
    expect(keyIn(refused.html)).toBe("");
    expect(textOf((await owner.follow(refused)).html)).toContain("Tick the box to end it now");
    expect(await works(shop.merchant.testApiKey)).toBe(true);
  });

  it("replaces a key after re-authentication, and shows the new one once", async () => {
    const old = shop.merchant.testApiKey;
    for (const wrong of ["", "not it"]) {
      const refused = await owner.post(`${base}/roll`, { grace: "24", password: wrong });
      expect([refused.status, textOf(refused.html)]).toEqual([
        422,
        expect.stringContaining("The password is wrong"),
      ]);
    }
    expect(await works(old)).toBe(true);
    const rolled = await owner.post(`${base}/roll`, { grace: "24", password });
    const next = keyIn(rolled.html);
    expect([await works(next), await works(old)]).toEqual([true, true]);
    expect(rolled.html).toContain(`href="/docs/quickstart#key=${next}"`);
    expect((await owner.get(base)).html).not.toContain(next);
    expect(await page()).toContain("Ends:");
    const path = /action="([^"]*\/end)"/.exec((await owner.get(base)).html)?.[1] ?? "";
    expect((await owner.post(`${base}/0123456789abcdef/end`)).status).toBe(404);
    expect(await works(old)).toBe(true);
    await owner.post(path);
    expect([await works(next), await works(old)]).toEqual([true, false]);

    const last = keyIn(
      (await owner.post(`${base}/roll`, { grace: "0", sure: "yes", password })).html,
    );
    expect([await works(last), await works(next)]).toEqual([true, false]);
    shown.push(next, last);
  });

  it("accepts a replaced key for exactly 24 hours, and then answers it with 401", async () => {
    const old = shown.at(-1) ?? "";
    const next = keyIn((await owner.post(`${base}/roll`, { grace: "24", password })).html);
    shown.push(next);
    expect([await works(next), await works(old)]).toEqual([true, true]);
    expect(await page()).toContain("Ends:");
    shop.clock.move(24 * HOUR - 1_000);
    expect([await works(next), await works(old)]).toEqual([true, true]);
    shop.clock.move(1_000);
    expect([await works(next), await works(old)]).toEqual([true, false]);
    const headers = { authorization: `Bearer ${old}` };
    expect((await shop.api.get("/api/v1/events", headers)).status).toBe(401);
  });

  it("writes the roll to the audit log without the key, and stores no key", async () => {
    const pool = shop.database.open({ max: 1 });
    const { rows } = await pool.query<{ action: string }>(
      "select * from panel_audit where action like 'key.%' and action not like '%.refused'",
    );
    expect(rows.map(({ action }) => action).toSorted()).toEqual([
      "key.ended",
      "key.rolled",
      "key.rolled",
      "key.rolled",
    ]);
    const everything = (await textOfTables(pool)) + shop.logLines.join("\n");
    expect(everything).toContain(shop.merchant.merchant.merchantId);
    for (const key of [...shown, shop.merchant.testApiKey, shop.merchant.liveApiKey]) {
      expect(key.length).toBeGreaterThan(20);
      expect(everything).not.toContain(key);
    }
    expect(everything).not.toMatch(/vz_(test|live)_\w{20}/);
  });
});
