// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PANEL_ROUTES } from "../../src/panel/panel-routes.ts";
import { fullPath } from "../../src/panel/kit/route.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const KILOBYTE = 1_024;
const MEGABYTE = KILOBYTE * KILOBYTE;
/** The file field of each form of the panel. */
const FIELDS: Readonly<Record<string, string>> = {
  "settings/brand": "logo",
  "tables/rates": "rates",
  "tables/limits": "limits",
  "settlement/import": "settlement",
  "settlement/contract": "contract",
  "transfers/import": "file",
  bins: "bins",
};
/** Each step of a mapping carries its sample, and the names of its place. */
const SUBJECT = { acquirer: "sandbox", name: "garanti" };
const fieldOf = (path: string): string =>
  FIELDS[path] ?? (path.includes("/mapping/") ? "sample" : "");

describe("a file that is too large for a form of the panel", () => {
  let shop: TestService;
  let owner: PanelVisitor;
  beforeAll(async () => {
    shop = await startTestService();
    owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", undefined));
    await owner.secure();
  });
  afterAll(() => shop.close());

  const pathOf = (route: string): string =>
    route.replace(":merchant", shop.merchant.merchant.merchantId).replace(":mode", "test");
  const file = (bytes: number): Blob => new Blob([new Uint8Array(bytes)]);

  it.each(PANEL_ROUTES.filter(({ upload }) => upload !== undefined))(
    "returns the form of $path with an error at the field",
    async (route) => {
      const field = fieldOf(route.path);
      const most = route.upload?.fileBytes ?? 0;
      const path = pathOf(fullPath(route));
      const page = path.replace(/\/(?:rates|limits|import|contract|columns|try|keep)$/, "");
      const query = new URLSearchParams(field === "sample" ? SUBJECT : {});
      await owner.get(`${page}?${query.toString()}`);
      for (const bytes of [most + 1, most + MEGABYTE]) {
        const refused = await owner.post(path, { ...SUBJECT, [field]: file(bytes) });
        expect(refused.status).toBe(422);
        const error = new RegExp(`id="${field}-error"[^>]*>([^<]+)`).exec(refused.html)?.[1];
        expect(error).toMatch(/^(?:File|Statement file|Sample file|Logo) .* at most\.$/);
        const limit = most === 8 * MEGABYTE ? "8 MB" : `${most / KILOBYTE} KB`;
        expect(error).toContain(`${limit} at most`);
        expect(refused.html.match(/class="error"/g)).toHaveLength(1);
      }
    },
  );

  it("is named with its size, and the other fields of the form stay", async () => {
    const brand = pathOf("/panel/:merchant/:mode/settings/brand");
    await owner.get(brand);
    const typed = { name: "Kuzey Kitap", accent: "#7a1f5c", terms: "https://kitap.example/s" };
    for (const [bytes, size] of [
      [300 * KILOBYTE, "300 KB"],
      [3 * MEGABYTE, "3 MB"],
    ] as const) {
      const { status, html } = await owner.post(brand, { ...typed, logo: file(bytes) });
      expect(status).toBe(422);
      expect(textOf(html)).toContain(`Logo ${size}; it can have 256 KB at most.`);
      for (const value of Object.values(typed)) expect(html).toContain(`value="${value}"`);
    }
    expect((await owner.get(brand)).html).not.toContain("Kuzey Kitap");
  });

  it("is accepted at the limit", async () => {
    const brand = pathOf("/panel/:merchant/:mode/settings/brand");
    await owner.get(brand);
    const answer = await owner.post(brand, { logo: file(256 * KILOBYTE) });
    expect(textOf(answer.html)).toContain("Is no PNG");
  });
});
