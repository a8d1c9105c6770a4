import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wantsPage } from "../../src/page/entrance/wants-page.ts";
import { createVisitor, type Visit } from "../support/page-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** The `Accept` of a browser in which a person types an address. */
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

describe("the entrance", () => {
  let open: TestService;
  let closed: TestService;
  beforeAll(async () => {
    [open, closed] = await Promise.all([
      startTestService(),
      startTestService({
        environment: {
          VEZNE_DEMO_SHOP: "off",
          VEZNE_DOCS: "off",
          VEZNE_PUBLIC_URL: "https://shop.example/pay",
        },
      }),
    ]);
  });
  afterAll(() => Promise.all([open.close(), closed.close()]));

  const visit = (shop: TestService, path: string, language = "tr"): Promise<Visit> =>
    createVisitor(shop.url).get(path, { Accept: BROWSER, "Accept-Language": language });

  it("has a door to each part that the installation has", async () => {
    const { status, html } = await visit(open, "/");
    expect(status).toBe(200);
    expect(doorsOf(html)).toEqual(["/demo?lang=tr", "/panel", "/docs/genel-bakis"]);
    for (const door of doorsOf(html)) {
      const { status: found, location } = await visit(open, door);
      expect(found === 200 || location !== "", door).toBe(true);
    }
    expect(doorsOf((await visit(closed, "/")).html)).toEqual(["/pay/panel"]);
  });

  it("speaks the browser's language until the visitor chooses another", async () => {
    expect((await visit(open, "/", "tr-TR")).html).toContain('<html lang="tr"');
    expect((await visit(open, "/", "en-GB,en;q=0.9")).html).toContain("Demo shop");
    const chosen = await visit(open, "/?lang=tr", "en");
    expect(chosen.html).toContain("Örnek mağaza");
    expect(chosen.html).toContain('href="?lang=en"');
  });

  it.each(["/nowhere", "/nowhere/at/all?x=1", "/checkout/x/y/z", "/%zz", `/${"x".repeat(300)}`])(
    "answers a browser at %s with a page",
    async (path) => {
      const { status, html, headers } = await visit(open, path);
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(status).toBe(path === "/%zz" ? 400 : 404);
      expect(html).toContain("Böyle bir sayfa yok");
      expect(doorsOf(html)).toEqual(["/demo?lang=tr", "/panel", "/docs/genel-bakis"]);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("x-request-id")).toMatch(/^req_/);
    },
  );

  it("answers programs, and everybody below /api, with a problem", async () => {
    const programs = [
      ["/", "*/*"],
      ["/nowhere", "*/*"],
      ["/nowhere", "application/json"],
      ["/nowhere", "application/json, text/html;q=0.5"],
      ["/api/v1/nowhere", BROWSER],
      ["/api", BROWSER],
    ] as const;
    for (const [path, accept] of programs) {
      const answer = await fetch(open.url + path, { headers: { Accept: accept } });
      expect([path, accept, answer.status]).toEqual([path, accept, 404]);
      expect(answer.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
      expect(await answer.json()).toMatchObject({ code: "not_found" });
    }
  });

  it("has an icon, and tells robots to read the documentation only", async () => {
    const icon = await fetch(`${open.url}/favicon.ico`);
    expect(icon.headers.get("content-type")).toBe("image/x-icon");
    const content = Buffer.from(await icon.arrayBuffer());
    expect([content.readUInt16LE(0), content.readUInt16LE(2)]).toEqual([0, 1]);
    expect(await (await fetch(`${open.url}/robots.txt`)).text()).toBe(
      "User-agent: *\nAllow: /docs\nAllow: /llms\nAllow: /assets/\nDisallow: /\n",
    );
    expect(await (await fetch(`${closed.url}/robots.txt`)).text()).toBe(
      "User-agent: *\nDisallow: /pay/\n",
    );
  });

  it("answers other methods of its paths with 405", async () => {
    for (const path of ["/", "/favicon.ico", "/robots.txt"]) {
      const answer = await fetch(open.url + path, { method: "POST" });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
  });
});

describe("the wish for a page", () => {
  it.each([
    [BROWSER, true],
    ["text/html", true],
    ["TEXT/HTML;level=1;q=0.4", true],
    ["text/html;q=0", false],
    ["text/html;q=x", false],
    ["application/json;q=0.4, text/html", true],
    ["application/problem+json, text/html", false],
    ["text/*", false],
    ["*/*", false],
    ["", false],
    [undefined, false],
  ])("in Accept %s is %s", (accept, isWanted) => {
    expect(wantsPage(accept, "/")).toBe(isWanted);
  });

  it("counts for nothing at the interface of programs, and at its name only", () => {
    const at = (url: string): boolean => wantsPage(BROWSER, url);
    expect(["/api", "/api?x", "/api/v1/x", "/apis"].map(at)).toEqual([false, false, false, true]);
  });
});

function doorsOf(html: string): readonly string[] {
  const [, list = ""] = /<ul class="doors">(.*?)<\/ul>/s.exec(html) ?? [];
  return [...list.matchAll(/ href="([^"]*)"/g)].map(([, address = ""]) => address);
}
