import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, SECOND } from "../../src/kernel/clock.ts";
import { registerEndpoint } from "../../src/domain/event/register-endpoint.ts";
import { rollSecret } from "../../src/domain/event/roll-secret.ts";
import { rollMerchantSecret } from "../../src/domain/merchant/merchant-secret.ts";
import type { EndpointId } from "../../src/kernel/ids.ts";
import { runCommand } from "../support/command-line.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { manageWebhooks, type Webhooks } from "../support/webhook-receiver.ts";

const HOOKS = "http://127.0.0.1:9999/hooks";

describe("the age of a merchant's keys", { timeout: 120_000 }, () => {
  let shop: TestService;
  let webhooks: Webhooks;
  let users: ReturnType<typeof panelUsers>;
  let endpointId: EndpointId;
  beforeAll(async () => {
    shop = await startTestService();
    users = panelUsers(shop);
    webhooks = await manageWebhooks(shop);
    const { merchantId } = shop.merchant.merchant;
    const wish = { merchantId, mode: "test", url: HOOKS, description: "" } as const;
    const made = await registerEndpoint(webhooks, {
      ...wish,
      eventTypes: undefined,
      secret: "own",
    });
    if (!made.ok) throw new Error("no endpoint");
    endpointId = made.value.endpointId;
  });
  afterAll(async () => {
    await webhooks.close();
    await shop.close();
  });

  const page = async (role: "owner" | "support"): Promise<string> => {
    const { merchantId } = shop.merchant.merchant;
    const visitor = panelVisitor(shop);
    await visitor.signIn(await users.create(role, merchantId));
    return textOf((await visitor.get(`/panel/${merchantId}/test/settings/security`)).html);
  };
  const lineOf = (text: string, name: string): string =>
    new RegExp(`${name}.*?(Good|Replace it soon|Replace it)`).exec(text)?.[1] ?? "";
  const states = async (): Promise<readonly string[]> => {
    const text = await page("owner");
    return ["vz_test_…", HOOKS, "The merchant's secret"].map((name) => lineOf(text, name));
  };

  it("is good at first, and the page asks for a new key near the end of the year", async () => {
    expect(await states()).toEqual(["Good", "Good", "Good"]);
    shop.clock.move(340 * DAY);
    expect(await states()).toEqual(["Replace it soon", "Replace it soon", "Replace it soon"]);
    shop.clock.move(30 * DAY);
    expect(await states()).toEqual(["Replace it", "Replace it", "Replace it"]);
  });

  it("starts again with a rolled secret", async () => {
    await rollSecret(webhooks, { endpointId, overlapMs: DAY });
    expect(await states()).toEqual(["Replace it", "Good", "Replace it"]);
    const { merchantId } = shop.merchant.merchant;
    await rollMerchantSecret(webhooks, { merchantId, overlapMs: DAY });
    shop.clock.move(SECOND);
    expect(await states()).toEqual(["Replace it", "Good", "Good"]);
  });

  it("is shown to roles that may see the keys", async () => {
    const text = await page("support");
    expect(text).toContain("There are no keys that you may see.");
    expect(text).not.toMatch(/vz_test|9999/);
  });

  it("is reported by doctor for live keys, by the configured period", async () => {
    const doctor = async (days: string): Promise<string> =>
      (await runCommand(shop.database, ["doctor"], { VEZNE_KEY_PERIOD_DAYS: days })).stdout;
    expect(await doctor("365")).toContain("age of live keys: none is older than 365 days");
    const pool = shop.database.open({ max: 1 });
    await pool.query(
      "update api_key set created_at = now() - interval '11 days' where mode = 'live'",
    );
    await pool.query("update webhook_endpoint set mode = 'live', created_at = now()");
    await pool.query(
      `update webhook_endpoint set secrets = jsonb_set(secrets, '{0,made_at}', '"2020-01-01"')`,
    );
    await pool.end();
    expect(await doctor("10")).toContain(
      "1 API keys and 1 signing secrets of 1 merchants are older than 10 days",
    );
    const made = shop.database.open({ max: 1 });
    await made.query("update merchant set settings = settings || $1::jsonb", [
      JSON.stringify({ liveSince: 1, secretMadeAt: Date.UTC(2020, 0, 1) }),
    ]);
    await made.end();
    expect(await doctor("10")).toContain("1 API keys and 2 signing secrets of 1 merchants");
  });
});
