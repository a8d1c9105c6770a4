import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fullPath } from "../../src/panel/kit/route.ts";
import { PANEL_ROUTES } from "../../src/panel/panel-routes.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const HELP = /<a class="help" href="([^"]*)"/;

describe("the help of the panel", () => {
  let shop: TestService;
  let operator: PanelVisitor;
  beforeAll(async () => {
    shop = await startTestService();
    operator = panelVisitor(shop);
    await operator.signIn(await panelUsers(shop).create("owner"));
  });
  afterAll(() => shop.close());

  const paths = (): readonly string[] => {
    const { merchantId } = shop.merchant.merchant;
    return PANEL_ROUTES.filter(({ method }) => method === "GET")
      .map((route) => fullPath(route).replace(":merchant", merchantId).replace(":mode", "test"))
      .filter((path) => !path.includes(":"));
  };

  it("leads from every page to a part of the guide that exists, in the page's language", async () => {
    const guides = new Map<string, string>();
    const helped: string[] = [];
    for (const language of ["en", "tr"]) {
      await operator.get("/panel/account");
      await operator.post("/panel/account/language", { language, back: "/panel/account" });
      for (const path of paths()) {
        const { status, html, headers } = await operator.get(path);
        if (status !== 200 || headers.get("content-type")?.startsWith("text/html") !== true)
          continue;
        const [, help = ""] = HELP.exec(html) ?? [];
        const [guide = "", part = ""] = help.split("#");
        expect(guide, path).toBe(language === "tr" ? "/docs/panel-kilavuzu" : "/docs/panel");
        const text = guides.get(guide) ?? (await operator.get(guide)).html;
        guides.set(guide, text);
        if (part !== "") expect(text, `${path} → ${help}`).toContain(` id="${part}"`);
        helped.push(help);
      }
    }
    expect(new Set(helped).size).toBeGreaterThan(30);
  });

  it("is absent where the documentation is not served", async () => {
    const bare = await startTestService({ environment: { VEZNE_DOCS: "off" } });
    const { html } = await panelVisitor(bare).get("/panel/sign-in");
    await bare.close();
    expect(html).toContain('id="main"');
    expect(html).not.toMatch(HELP);
  });
});
