import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SUBJECTS } from "../../src/documentation/synonyms.ts";
import { createVisitor } from "../support/page-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** The text that a developer types, and the page or part that has to come first. */
const QUERIES = [
  ["taksit", "/docs/server-to-server#installments"],
  ["Taksitli ödeme", "/docs/server-to-server#installments"],
  ["installment", "/docs/operations/look-up-installments"],
  ["javascript", "/docs/client"],
  ["iade", "/docs/after-payment#refund"],
  ["kısmi iade", "/docs/after-payment#refund"],
  ["İADE", "/docs/after-payment#refund"],
  ["kart saklama", "/docs/server-to-server#stored-cards"],
  ["kart sakla", "/docs/server-to-server#stored-cards"],
  ["save card", "/docs/server-to-server#stored-cards"],
  ["php", "/docs/quickstart"],
  ["C#", "/docs/quickstart"],
  ["python", "/docs/quickstart"],
  ["havale", "/docs/after-payment#bank-transfers"],
  ["EFT", "/docs/after-payment#bank-transfers"],
  ["3d", "/docs/server-to-server#3-d-secure"],
  ["3-D Secure", "/docs/server-to-server#3-d-secure"],
  ["amount too small", "/docs/conventions#requests"],
  ["ön provizyon", "/docs/after-payment#hold-capture-void"],
  ["iptal", "/docs/after-payment#hold-capture-void"],
  ["sanal pos", "/docs/connect-your-bank"],
  ["test kartı", "/docs/sandbox#test-cards"],
  ["test card", "/docs/sandbox#test-cards"],
  ["imza", "/docs/webhooks#check-the-signature"],
  ["callback", "/docs/webhooks"],
  ["iframe", "/docs/widget"],
  ["mükerrer ödeme", "/docs/conventions#idempotency"],
  ["hata kodları", "/docs/errors"],
  ["cüzdan", "/docs/server-to-server#payment-types"],
  ["iyzico", "/docs/switching"],
] as const;

/** The same from a Turkish page. */
const TURKISH_QUERIES = [
  ["taksit", "/docs/sunucudan-odeme#taksitler"],
  ["kısmi iade", "/docs/odemeden-sonra#iade"],
  ["kart saklama", "/docs/sunucudan-odeme#kayitli-kartlar"],
  ["ön provizyon", "/docs/odemeden-sonra#on-provizyon-kapama-iptal"],
  ["php", "/docs/hizli-baslangic"],
  ["stripe", "/docs/gecis-rehberi"],
] as const;

describe("the search of the documentation", () => {
  let shop: TestService;
  beforeAll(async () => {
    shop = await startTestService();
  });
  afterAll(() => shop.close());

  const find = async (query: string, language = "en"): Promise<readonly string[]> => {
    const search = new URLSearchParams({ q: query, lang: language });
    const answer = await fetch(`${shop.url}/docs/search.json?${search.toString()}`);
    const found: unknown = await answer.json();
    return Array.isArray(found) ? found.map(({ path }: { readonly path: string }) => path) : [];
  };

  it.each(QUERIES)("leads from “%s” to %s", async (query, path) => {
    expect((await find(query))[0]).toBe(path);
  });

  it.each(TURKISH_QUERIES)("leads from “%s” on a Turkish page to %s", async (query, path) => {
    expect((await find(query, "tr"))[0]).toBe(path);
  });

  it("finds pages in both languages, and still the exact name of a page first", async () => {
    const found = await find("iade");
    expect(found).toContain("/docs/hizli-baslangic#iade-edin");
    expect(found).toContain("/docs/operations/refund-payment");
    expect((await find("refund_exceeds_amount"))[0]).toBe("/docs/errors/refund_exceeds_amount");
    expect(await find("taksit nowhere_at_all")).toEqual(["/docs/server-to-server#installments"]);
  });

  it("explains each subject at a part that exists", async () => {
    const visitor = createVisitor(shop.url);
    const places = SUBJECTS.flatMap(({ explainedAt }) => Object.values(explainedAt));
    for (const place of places) {
      const [path = "", part] = place.split("#");
      const { status, html } = await visitor.get(path);
      expect(status, place).toBe(200);
      if (part !== undefined) expect(html, place).toContain(` id="${part}"`);
    }
  });
});
