import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { instant } from "../../src/kernel/clock.ts";
import { runCommand } from "../support/command-line.ts";
import { createVisitor, textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor } from "../support/panel-visitor.ts";
import { rawRequest, sendRaw } from "../support/raw-http.ts";
import { movableClock } from "../support/sandbox-bank.ts";
import { startTestService, type TestService } from "../support/service.ts";

type Row = {
  readonly merchant_id: string;
  readonly mode: string;
  readonly page: string;
  readonly directive: string;
  readonly blocked: string;
  readonly reports: bigint;
};

const CARD = "5528790000000008";

describe("reports of content security policies", () => {
  let shop: TestService;
  beforeAll(async () => {
    // `vezne doctor` counts the violations of the last seven days by the real time.
    shop = await startTestService({ clock: movableClock(instant(Date.now())) });
  });
  afterAll(() => shop.close());

  const post = (body: unknown, type = "application/reports+json"): Promise<Response> =>
    fetch(`${shop.url}/csp-reports`, {
      method: "POST",
      headers: { "content-type": type },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  const reportOf = (path: string, blockedURL: string, effectiveDirective = "script-src-elem") => ({
    type: "csp-violation",
    url: `${shop.url}${path}`,
    body: {
      documentURL: `${shop.url}${path}`,
      blockedURL,
      effectiveDirective,
      disposition: "enforce",
    },
  });

  const rows = async (): Promise<readonly Row[]> => {
    const pool = shop.database.open({ max: 1 });
    const found = await pool.query<Row>(
      "select * from policy_violation order by page, directive, blocked",
    );
    await pool.end();
    return found.rows;
  };

  const forget = async (): Promise<void> => {
    const pool = shop.database.open({ max: 1 });
    await pool.query("delete from policy_violation");
    await pool.end();
    // The buckets of the test's client address have leaked empty.
    shop.clock.move(10 * 60_000);
  };

  it("are requested by every page", async () => {
    const visitor = createVisitor(shop.url);
    const session = await shop.api.session();
    const paths = [`/checkout?session=${session}`, "/checkout?session=none", "/panel/sign-in"];
    for (const path of [...paths, "/docs", "/demo"]) {
      const { headers } = await visitor.get(path);
      const policy = headers.get("content-security-policy") ?? "";
      expect([path, policy.endsWith("; report-uri /csp-reports")]).toEqual([path, true]);
    }
  });

  it("are counted by day for the merchant whose session is in the page's URL", async () => {
    await forget();
    const session = await shop.api.session();
    const page = `/checkout?session=${session}&lang=tr`;
    const stolen = "https://evil.example:8443/collect?number=5528790000000008";
    expect((await post([reportOf(page, stolen), reportOf(page, stolen)])).status).toBe(204);
    const older = {
      "csp-report": {
        "document-uri": `${shop.url}/checkout/bank?session=${session}`,
        "violated-directive": "form-action 'self' https://bank.example",
        "blocked-uri": "https://elsewhere.example/",
      },
    };
    expect((await post(older, "application/csp-report")).status).toBe(204);
    expect((await post([reportOf(page, stolen)])).status).toBe(204);
    const { merchantId } = shop.merchant.merchant;
    const own = { merchant_id: merchantId, mode: "test" };
    expect(await rows()).toEqual([
      expect.objectContaining({
        ...own,
        page: "bank",
        directive: "form-action",
        blocked: "https://elsewhere.example",
        reports: 1n,
      }),
      expect.objectContaining({
        ...own,
        page: "checkout",
        directive: "script-src-elem",
        blocked: "https://evil.example:8443",
        reports: 3n,
      }),
    ]);
  });

  it("of pages without a session belong to the installation, whatever their URL says", async () => {
    await forget();
    const { merchantId } = shop.merchant.merchant;
    await post([
      reportOf(`/panel/${merchantId}/live/payments`, "inline"),
      reportOf("/checkout?session=ses_unknown", "eval", "script-src"),
      reportOf("/docs/errors", "chrome-extension://abcdef/inject.js"),
    ]);
    const stored = (await rows()).map(({ merchant_id, page, blocked }) => [
      merchant_id,
      page,
      blocked,
    ]);
    expect(stored).toEqual([
      ["", "checkout", "eval"],
      ["", "docs", "chrome-extension:"],
      ["", "panel", "inline"],
    ]);
  });

  it("are stored without paths, session ids, card numbers or unknown words", async () => {
    await forget();
    const session = await shop.api.session();
    const page = `/checkout?session=${session}`;
    await post([
      reportOf(page, `https://${CARD}.evil.example/${CARD}?${session}`),
      reportOf(page, `https://evil.example/${session}`, `script-src-${CARD}`),
      reportOf(`/${CARD}`, `steal-${CARD}:x`),
      reportOf(`/checkout/${session}`, `data:text/javascript,${CARD}`),
    ]);
    const text = JSON.stringify((await rows()).map((row) => Object.values(row).map(String)));
    expect(text).toContain("https://[digits].evil.example");
    expect(text).not.toContain(CARD);
    expect(text).not.toContain(session);
    expect(shop.logLines.join("\n")).not.toContain(session);
    expect(new Set((await rows()).map(({ directive }) => directive))).toEqual(
      new Set(["script-src-elem", "other"]),
    );
  });

  it("of always new origins fill a hundred rows a day, and are only counted beyond", async () => {
    await forget();
    const session = await shop.api.session();
    let number = 0;
    for (let body = 0; body < 8; body += 1) {
      const reports = Array.from({ length: 20 }, () =>
        reportOf(`/checkout?session=${session}`, `https://h${(number += 1)}.example/`),
      );
      expect((await post(reports)).status).toBe(204);
    }
    const kept = await rows();
    expect(kept.length).toBe(101);
    const sum = kept.reduce((total, { reports }) => total + reports, 0n);
    expect(sum).toBe(160n);
    expect(kept.find(({ blocked }) => blocked === "(others)")?.reports).toBe(60n);
    // Known origins are still counted separately.
    await post([reportOf(`/checkout?session=${session}`, "https://h1.example/")]);
    expect((await rows()).find(({ blocked }) => blocked === "https://h1.example")?.reports).toBe(
      2n,
    );
  });

  it("are shown to the merchant, and of other pages to operators; doctor names the sites", async () => {
    await forget();
    const session = await shop.api.session();
    const { testApiKey } = await shop.createMerchant("Komşu");
    const foreign = await shop.api.session({ merchant_api_key: testApiKey });
    await post([
      reportOf(`/checkout?session=${session}`, "https://ours.example/x"),
      reportOf(`/checkout?session=${foreign}`, "https://theirs.example/x"),
      reportOf("/panel/sign-in", "https://panel.example/x"),
    ]);
    const { merchantId } = shop.merchant.merchant;
    const users = panelUsers(shop);
    const owner = panelVisitor(shop);
    await owner.signIn(await users.create("owner", merchantId));
    const own = await owner.get(`/panel/${merchantId}/test/settings/security`);
    expect(textOf(own.html)).toContain("Payment page script-src-elem https://ours.example 1");
    expect(own.html).not.toMatch(/theirs\.example|panel\.example/);
    expect((await owner.get("/panel/security")).status).toBe(404);
    const operator = panelVisitor(shop);
    await operator.signIn(await users.create("read-only"));
    const all = await operator.get("/panel/security");
    expect(textOf(all.html)).toContain("Panel script-src-elem https://panel.example 1");
    expect(all.html).not.toMatch(/theirs\.example|ours\.example/);
    const { stdout } = await runCommand(shop.database, ["doctor", "--json"]);
    expect(stdout).toContain("https://ours.example (1 times), https://theirs.example (1 times)");
    expect(stdout).not.toContain("panel.example");
  });

  it("are refused above a limit for one address, and the refusals are counted", async () => {
    await forget();
    const body = [reportOf("/docs", "inline")];
    let refused: Response | undefined;
    let taken = 0;
    while (refused === undefined) {
      const answer = await post(body);
      if (answer.status === 204) taken += 1;
      else refused = answer;
    }
    expect([taken, refused.status]).toEqual([60, 429]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    expect(metrics).toContain("vezne_policy_reports_refused_total 1\n");
    expect(metrics).toMatch(
      /vezne_policy_violations_total\{page="docs",directive="script-src-elem"\} 6\d\n/,
    );
  });

  it("are refused above a limit for one merchant, and panel and doctor say so", async () => {
    await forget();
    const session = await shop.api.session();
    const { testApiKey } = await shop.createMerchant("Sakin");
    const calm = await shop.api.session({ merchant_api_key: testApiKey });
    const send = async (page: string, from: string): Promise<number> => {
      const report = reportOf(`/checkout?session=${page}`, "https://flood.example/");
      const headers = { "Content-Type": "application/reports+json" };
      const body = JSON.stringify([report]);
      return (await sendRaw(shop.url, rawRequest("POST /csp-reports", { headers, body }), { from }))
        .status;
    };
    const statuses: number[] = [];
    for (let sent = 0; sent < 160; sent += 1) {
      statuses.push(await send(session, `127.0.7.${Math.floor(sent / 50) + 1}`));
    }
    expect([statuses.slice(0, 150).every((status) => status === 204), statuses.at(-1)]).toEqual([
      true,
      429,
    ]);
    expect(await send(calm, "127.0.7.9")).toBe(204);
    const { merchantId } = shop.merchant.merchant;
    const owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId, "calm@example.com"));
    const page = textOf((await owner.get(`/panel/${merchantId}/test/settings/security`)).html);
    expect(page).toContain("some were refused");
    expect(page).not.toContain("(refused)");
    const { stdout } = await runCommand(shop.database, ["doctor", "--json"]);
    expect(stdout).toMatch(/some were refused, last on \d{4}-\d\d-\d\d \(1 merchants/);
  });

  it.each([
    ["not JSON", "{", "application/reports+json", 400],
    ["another content type", "[]", "application/json", 415],
    ["no content type that is one", "[]", "text/plain", 415],
    ["more than 64 KiB", `["${"a".repeat(70_000)}"]`, "application/reports+json", 413],
    ["nested too deeply", "[".repeat(40) + "]".repeat(40), "application/reports+json", 400],
  ])("that are %s are refused, and nothing is stored", async (_, body, type, status) => {
    await forget();
    const answer = await post(body, type);
    expect([answer.status, await answer.json()]).toEqual([
      status,
      expect.objectContaining({ status }),
    ]);
    expect(await rows()).toEqual([]);
  });

  it.each([
    [[]],
    [{}],
    [[null, 1, "x", {}]],
    [{ "csp-report": 1 }],
    [[{ type: "deprecation", body: {} }]],
  ])("without a violation, such as %j, are accepted and nothing is stored", async (body) => {
    await forget();
    expect((await post(body)).status).toBe(204);
    expect(await rows()).toEqual([]);
  });
});
