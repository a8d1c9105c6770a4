import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { drawLogo } from "../support/picture.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("the panel's pages of settings and brand", { timeout: 120_000 }, () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let base = "";
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/test/settings`;
    owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId));
    await owner.secure();
  });
  afterAll(() => shop.close());

  const settings = {
    style: "codes",
    three_d_secure: "always",
    time_zone: "Europe/Berlin",
    origins: "https://a.example\n https://b.example:8443 https://a.example",
  };

  it("explain when 3-D Secure is required, in test and in live mode", async () => {
    expect(textOf((await owner.get(base)).html)).toContain(
      "When 3-D Secure is asked for Payment page and widget Always " +
        "API, test mode Where the request asks for it " +
        "API, live mode, with the API key Where the request asks for it " +
        "API, live mode, with the session's id alone Always",
    );
  });

  it("change the settings of every payment", async () => {
    await owner.get(base);
    const saved = await owner.follow(await owner.post(base, settings));
    expect(textOf(saved.html)).toContain("The settings were saved");
    const { merchant } = shop.merchant;
    const now = await shop.service.deps.merchants.find(merchant.merchantId);
    expect(now?.settings).toMatchObject({
      responseStyle: "codes",
      threeDSecure: "always",
      timeZone: "Europe/Berlin",
      allowedOrigins: ["https://a.example", "https://b.example:8443"],
    });
    const session = await shop.api.session();
    const paid = await shop.api.pay(session, "5528790000000008");
    expect(paid.body).toMatchObject({ status: 1, redirect_url: expect.any(String) });
  });

  it.each([
    [{ time_zone: "Europe/Nowhere" }, "no such time zone"],
    [{ time_zone: "" }, "no such time zone"],
    [{ origins: "https://a.example/path" }, "is no site"],
    [{ origins: "javascript:alert(1)" }, "is no site"],
    [{ origins: "https://a.example; script-src *" }, "is no site"],
    [{ origins: "https://a.example;sandbox" }, "is no site"],
    [{ origins: "https://*.a.example" }, "is no site"],
    [{ origins: Array.from({ length: 21 }, (_, at) => `https://s${at}.example`).join(" ") }, "20"],
  ])("refuse %o", async (wrong, message) => {
    const answer = await owner.post(base, { ...settings, ...wrong });
    expect([answer.status, textOf(answer.html)]).toEqual([422, expect.stringContaining(message)]);
  });

  it("set name, colour, terms and logo of the payment page", async () => {
    const look = {
      name: "Kuzey Kitap",
      accent: "#7a1f5c",
      terms: "https://kitap.example/sozlesme",
      logo: new Blob([new Uint8Array(drawLogo(120, 40))], { type: "image/png" }),
    };
    await owner.get(`${base}/brand`);
    const saved = await owner.follow(await owner.post(`${base}/brand`, look));
    expect(textOf(saved.html)).toContain("The look was saved");
    expect(logoOf(saved.html)).not.toBe("");
    shop.clock.move(1_100);
    const checkout = await owner.get(`/checkout?session=${await shop.api.session()}`);
    expect(checkout.html).toContain("Kuzey Kitap");
    expect(checkout.html).toContain("https://kitap.example/sozlesme");
    const logo = new URL(logoOf(saved.html), shop.url);
    expect((await fetch(logo)).headers.get("content-type")).toBe("image/png");
  });

  it("propose the nearest readable colour, and take it with one submission", async () => {
    const look = { name: "Kuzey Kitap", accent: "#ffd400" };
    const refused = await owner.post(`${base}/brand`, look);
    expect(refused.status).toBe(422);
    const nearest = /name="use_accent" value="(#\w{6})"/.exec(refused.html)?.[1] ?? "";
    expect(textOf(refused.html)).toContain(`The nearest that will do: ${nearest}`);
    const taken = await owner.post(`${base}/brand`, { ...look, use_accent: nearest });
    const page = await owner.follow(taken);
    expect(page.html).toContain(`fill="${nearest}"`);
    // Fields that the form left empty were removed; the logo stays until it is removed by name.
    expect(page.html).not.toContain("sozlesme");
    expect(logoOf(page.html)).not.toBe("");
    const removed = await owner.post(`${base}/brand`, { ...look, accent: "", remove_logo: "yes" });
    const plain = await owner.follow(removed);
    expect(logoOf(plain.html)).toBe("");
  });

  it.each([["text", new Blob(["<svg onload=alert(1)>"]), "Is no PNG"]])(
    "refuse a logo that is %s",
    async (_name, logo, message) => {
      const refused = await owner.post(`${base}/brand`, { name: "x", logo });
      expect([refused.status >= 400, textOf(refused.html)]).toEqual([
        true,
        expect.stringContaining(message),
      ]);
    },
  );

  it("refuse a form with a file without the token, and a malformed form", async () => {
    const logo = new Blob(["x"]);
    const forged = await owner.post(`${base}/brand`, { form_token: "0", logo });
    expect(forged.status).toBe(403);
    const response = await fetch(`${shop.url}${base}/brand`, {
      method: "POST",
      headers: {
        cookie: owner.cookie,
        origin: shop.url,
        "content-type": "multipart/form-data; boundary=x",
      },
      body: "no form",
    });
    expect(response.status).toBe(403);
    const many = new FormData();
    for (let part = 0; part <= 50; part += 1) many.append(`file${part}`, logo);
    const flood = await fetch(`${shop.url}${base}/brand`, {
      method: "POST",
      headers: { cookie: owner.cookie, origin: shop.url },
      body: many,
    });
    expect(flood.status).toBe(403);
    const nobody = await panelVisitor(shop).post(`${base}/brand`, { logo });
    expect([nobody.status, nobody.location]).toEqual([303, `${shop.url}/panel/sign-in`]);
  });

  it("accept a form with files only where a file is expected", async () => {
    const wrong = await panelVisitor(shop).post("/panel/sign-in", { email: new Blob(["a@b.c"]) });
    expect(wrong.status).toBe(415);
  });

  it("are visible to every role, and changed by owners", async () => {
    const { merchantId } = shop.merchant.merchant;
    const reader = panelVisitor(shop);
    await reader.signIn(await panelUsers(shop).create("read-only", merchantId, "r@example.com"));
    const page = await reader.get(base);
    expect(textOf(page.html)).toContain("Europe/Berlin");
    expect(page.html).not.toContain('name="time_zone"');
    expect((await reader.post(base, settings)).status).toBe(403);
    const { rows } = await shop.database
      .open({ max: 1 })
      .query("select before, after from panel_audit where action = 'settings.changed'");
    expect(JSON.stringify(rows)).toContain('"timeZone":"Europe/Istanbul"');
  });
});

/** The address of the logo in the preview of the payment page; empty without a logo. */
function logoOf(html: string): string {
  return /<image[^>]*href="([^"]*)"/.exec(html)?.[1] ?? "";
}
