import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("the form of the brand", { timeout: 120_000 }, () => {
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
    await owner.get(`${base}/brand`);
  });
  afterAll(() => shop.close());

  const save = async (fields: Record<string, string>) =>
    owner.follow(await owner.post(`${base}/brand`, fields));
  const colourOf = (html: string, name: string): string =>
    new RegExp(`<input type="color" name="${name}_picked" value="(#\\w{6})"`).exec(html)?.[1] ?? "";
  const textIn = (html: string, name: string): string =>
    new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1] ?? "";

  it("sets the privacy notice and the seller's details, and names their errors", async () => {
    const notices = {
      privacy: "https://kitap.example/kvkk",
      contact: "Kuzey Kitap A.Ş., Moda Cad. 1, Kadıköy, 0216 000 00 00",
    };
    const saved = await save(notices);
    expect(textOf(saved.html)).toContain("The look was saved");
    for (const text of Object.values(notices)) expect(textOf(saved.html)).toContain(text);
    shop.clock.move(1_100);
    const checkout = await owner.get(`/checkout?session=${await shop.api.session()}`);
    expect(checkout.html).toContain(notices.privacy);
    const refused = await owner.post(`${base}/brand`, {
      privacy: "kvkk",
      contact: "x".repeat(201),
    });
    expect(refused.status).toBe(422);
    expect(textOf(refused.html)).toContain("Must be an address that begins with http");
    expect(textOf(refused.html)).toContain("Must be 1 to 200 characters");
    const removed = await save({});
    expect(removed.html).not.toContain(notices.privacy);
  });

  it("takes a colour from the picker where the text was not changed", async () => {
    const shown = colourOf((await owner.get(`${base}/brand`)).html, "accent");
    expect(shown).toBe("#0b5d4e");
    const untouched = { accent: "", accent_picked: shown, accent_shown: shown };
    expect(textIn((await save(untouched)).html, "accent")).toBe("");
    const picked = await save({ ...untouched, accent_picked: "#7a1f5c" });
    expect(textIn(picked.html, "accent")).toBe("#7a1f5c");
    expect(colourOf(picked.html, "accent")).toBe("#7a1f5c");
    const before = { accent_picked: "#7a1f5c", accent_shown: "#7a1f5c" };
    const typed = await save({ ...before, accent: "#123456" });
    expect(textIn(typed.html, "accent")).toBe("#123456");
    const both = { accent: "#654321", accent_picked: "#0b5d4e", accent_shown: "#123456" };
    expect(textIn((await save(both)).html, "accent")).toBe("#654321");
    const low = { accent: "#654321", accent_picked: "#ffd400", accent_shown: "#654321" };
    const refused = await owner.post(`${base}/brand`, low);
    expect([refused.status, textIn(refused.html, "accent")]).toEqual([422, "#ffd400"]);
    expect(textOf(refused.html)).toContain("The nearest that will do");
  });

  it("offers every time zone of the settings in a list", async () => {
    const { html } = await owner.get(base);
    const list = /<select id="time_zone"[^>]*>(.*?)<\/select>/s.exec(html)?.[1] ?? "";
    expect(list).toMatch(
      /<option selected[^>]*value="Europe\/Istanbul"|value="Europe\/Istanbul" selected/,
    );
    for (const zone of ["UTC", "Europe/Berlin"]) expect(list).toContain(`value="${zone}"`);
  });
});
