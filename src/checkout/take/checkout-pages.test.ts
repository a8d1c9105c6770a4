import { query } from "../../../test/support/merchant-calls.ts";
import { join } from "node:path";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  actionOf,
  cardForm,
  createVisitor,
  hiddenFields,
  hrefsOf,
  textOf,
  type Visitor,
} from "../../../test/support/page-visitor.ts";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import { MINUTE } from "../../kernel/clock.ts";
import { systemDigest } from "../../system/digest.ts";
import { PLAIN_BRAND } from "../../domain/merchant/brand.ts";
import { createBrandStyles } from "../../page/brand/brand-styles.ts";
import { loadAssets } from "../../page/assets.ts";
import { isSignedReturn } from "../../documentation/demo/verify-return.ts";
import { checkoutPages } from "./checkout-pages.ts";

const APPROVED = "5528790000000008";
const POOR = "4111111111111129";

let shop: TestService;
let visitor: Visitor;
beforeAll(async () => {
  shop = await startTestService();
  visitor = createVisitor(shop.url);
});
afterAll(() => shop.close());

const pageOf = (session: string) => `/checkout?session=${session}`;

describe("the payment page", () => {
  it("shows shop, amount, items and deadline", async () => {
    const session = await shop.api.session({
      basket_items: [{ name: "Roman", brand_name: "Yayınevi", qty: 2, unit_price: 62_500 }],
    });
    const page = await visitor.get(pageOf(session));
    expect(page.status).toBe(200);
    expect(textOf(page.html)).toContain(
      "Kitapçı ₺1.250,00 Son ödeme saati: 13:00 " +
        "Sipariş özeti 2 ürün Roman Yayınevi · 2 adet ₺1.250,00",
    );
    expect(page.html).toContain('<html lang="tr" dir="ltr">');
  });

  it("forbids foreign content, framing and caching", async () => {
    const page = await visitor.get(pageOf(await shop.api.session()));
    expect(page.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'; " +
        "report-uri /csp-reports",
    );
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    expect(page.headers.has("set-cookie")).toBe(false);
    expect(page.headers.has("strict-transport-security")).toBe(false);
    expect(page.html).not.toMatch(/<script(?![^>]*integrity="sha384-)/);
    expect(page.html).not.toMatch(/ style="| on[a-z]+="/);
  });

  it("is in the session's language until the customer chooses the other", async () => {
    const session = await shop.api.session({ language: "en" });
    const english = await visitor.get(pageOf(session));
    expect(english.html).toContain('<html lang="en"');
    expect(textOf(english.html)).toContain("Pay TRY 1,250.00");
    const link = hrefsOf(english.html).find((href) => href.endsWith("lang=tr")) ?? "";
    expect(textOf((await visitor.get(link)).html)).toContain("₺1.250,00 öde");
  });

  it("escapes the merchant's texts", async () => {
    const nasty = `"><script>alert(1)</script>'&`;
    const { testApiKey } = await shop.createMerchant(nasty);
    const session = await shop.api.session({
      merchant_api_key: testApiKey,
      basket_items: [{ name: nasty, unit_price: 1 }],
      customer: { name: nasty },
    });
    const { html } = await visitor.get(pageOf(session));
    expect(html).not.toContain("<script>alert");
    expect(html.split("&lt;script>alert(1)&lt;/script>").length).toBeGreaterThan(3);
  });

  it("answers every unknown session alike", async () => {
    const known = await shop.api.session();
    const wrong = `${known.slice(0, -1)}${known.endsWith("0") ? "1" : "0"}`;
    const texts = new Set<string>();
    for (const session of [wrong, "ses_", "", "x&session=y"]) {
      const page = await visitor.get(pageOf(session));
      expect(page.status).toBe(404);
      texts.add(textOf(page.html));
    }
    expect([...texts]).toEqual([expect.stringContaining("Ödeme sayfası bulunamadı")]);
    const english = await visitor.get(pageOf(wrong), { "accept-language": "de,en;q=0.8" });
    expect(textOf(english.html)).toContain("Payment page not found");
  });

  it("has nothing of the sandbox in live mode, and shows a missing acquirer", async () => {
    const session = await shop.api.session({ merchant_api_key: shop.merchant.liveApiKey });
    const page = await visitor.get(pageOf(session));
    const links = [...page.html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)];
    expect(links).toHaveLength(2);
    const files = links.map(async ([, path = ""]) => (await visitor.get(path)).html);
    for (const text of [page.html, ...(await Promise.all(files))]) {
      // The pattern has six digits of a card, because the page's random ids may contain four.
      expect(text).not.toMatch(/sandbox|data-fill|Test ortamı|Deneme|5528\W?79|4111\W?11/i);
    }
    expect(textOf(page.html)).toContain("Bu mağaza şu anda ödeme kabul edemiyor.");
    const refused = await visitor.payByCard(session, APPROVED, { session });
    expect(refused.status).toBe(422);
    expect(textOf(refused.html)).toContain("Bu mağaza şu anda kart kabul edemiyor.");
  });
});

describe("paying on the page", () => {
  it("leads to the bank, back, and to the merchant with a signature", async () => {
    const session = await shop.api.session({ metadata: { cart: "7" } });
    const handOff = await visitor.payByCard(session, "5528-7900 0000\u00a00008");
    expect(handOff.status).toBe(303);
    expect(handOff.location).toMatch(/\/checkout\/bank\?session=ses_\w+&order=ORD-\w+&lang=tr$/);
    const returned = await visitor.goThroughBank(handOff, "approve");
    expect(returned.status).toBe(303);
    expect(returned.location).toBe(`${shop.url}${pageOf(session)}`);
    const receipt = await visitor.get(returned.location);
    expect(textOf(receipt.html)).toContain(
      "Ödemeniz alındı Mağaza Kitapçı Tutar ₺1.250,00 Kart Mastercard •••• 0008 Sipariş no ORD-",
    );
    expect(textOf(receipt.html)).toContain("Tarih 21 Kasım 2026 12:00");
    const [onward = ""] = hrefsOf(receipt.html).filter((href) => href.includes("shop.example"));
    expect(onward.startsWith("https://shop.example/thanks?cart=7&order_id=ORD-")).toBe(true);
    expect(await isSigned(onward)).toBe(true);
    expect(receipt.html).toMatch(/<noscript><meta http-equiv="refresh" content="5;url=https/);
    const order = new URL(onward).searchParams.get("order_id");
    expect((await shop.api.status(session, order)).body["status"]).toBe("completed");
  });

  it("permits the bank and ourselves only as targets of the bank's form", async () => {
    const session = await shop.api.session();
    const ours = await visitor.get((await visitor.payByCard(session, APPROVED)).location);
    expect(ours.headers.get("content-security-policy")).toContain(
      `form-action 'self' ${new URL(actionOf(ours.html)).origin};`,
    );
    expect(ours.html).toContain('<button class="primary" type="submit">Devam</button>');
  });

  it("shows the form again with its errors, without card number and CVC", async () => {
    const session = await shop.api.session();
    const wrong = await visitor.payByCard(session, "5528 7900 0000 0009", {
      expiry: "10/26",
      cvc: "98",
    });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain("<title>Hata: Ödeme – Kitapçı</title>");
    expect(wrong.html).not.toMatch(/5528 ?7900 ?0000 ?0009|value="98"/);
    expect(typedIn(wrong.html)).toMatchObject({
      card_number: "",
      expiry: "10/26",
      cvc: "",
      card_holder_name: "Ayşe Yılmaz",
    });
    expect(wrong.html.match(/aria-invalid="true"/g)).toHaveLength(3);
    expect(textOf(wrong.html)).toContain("Bu kartın süresi dolmuş.");
    expect((await shop.api.get(`/checkout/status?session=${session}`)).body).toEqual({
      state: "payable",
    });
  });

  it("does not repeat a card number that was typed into another field", async () => {
    const session = await shop.api.session();
    const wrong = await visitor.payByCard(session, "", {
      expiry: APPROVED,
      cvc: "987654321",
      card_holder_name: "5528 7900 0000 0008",
    });
    expect(wrong.status).toBe(422);
    expect(wrong.html.replace(/<details class="sandbox.*?<\/details>/s, "")).not.toMatch(
      /5528 ?7900|987654321/,
    );
  });

  it("makes one order of two submissions of one form, even if the first was declined", async () => {
    const session = await shop.api.session();
    const form = await visitor.get(pageOf(session));
    const fields = { ...hiddenFields(form.html), ...cardForm("4151111111111112") };
    const first = await visitor.post("/checkout/pay", fields);
    const second = await visitor.post("/checkout/pay", fields);
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(await ordersOf(session)).toBe(1);
  });

  it("makes one order of concurrent submissions in many windows", async () => {
    const session = await shop.api.session();
    const open = () => visitor.get(pageOf(session));
    const forms = await Promise.all(Array.from({ length: 10 }, open));
    const answers = await Promise.all(
      forms.map(({ html }) =>
        visitor.post("/checkout/pay", { ...hiddenFields(html), ...cardForm(APPROVED) }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    const toBank = answers.filter(({ location }) => location.includes("/checkout/bank"));
    expect(toBank).toHaveLength(1);
    expect(await ordersOf(session)).toBe(1);
  });

  it("does not pay a paid session again", async () => {
    const session = await shop.api.session();
    await shop.api.pay(session, APPROVED);
    const again = await visitor.post("/checkout/pay", { session, ...cardForm(APPROVED) });
    expect(again.location).toBe(`${shop.url}${pageOf(session)}&lang=tr`);
    expect(textOf((await visitor.get(again.location)).html)).toContain("Ödemeniz alındı");
  });

  it("answers a GET of a form's address with the payment page", async () => {
    const session = await shop.api.session();
    for (const path of ["/checkout/pay", "/checkout/abandon"]) {
      const page = await visitor.get(`${path}?session=${session}`);
      expect([page.status, page.location]).toEqual([303, `${shop.url}${pageOf(session)}`]);
    }
  });

  it("accepts each path's own methods only", async () => {
    for (const [method, path, allow] of [
      ["POST", "/checkout", "GET, HEAD"],
      ["PUT", "/checkout/pay", "GET, HEAD, POST"],
      ["HEAD", "/checkout/return/att_x", "GET, POST"],
      ["DELETE", "/demo", "GET, HEAD"],
    ] as const) {
      const refused = await shop.api.send(method, path);
      expect([path, refused.status, refused.headers.get("allow")]).toEqual([path, 405, allow]);
    }
  });

  it("asks the customer to wait after too many card payments", async () => {
    const app = Fastify();
    app.addHook("onRequest", async (_request, reply) => {
      reply.header("Retry-After", 12);
      throw Object.assign(new Error("too many"), { statusCode: 429 });
    });
    const assets = await loadAssets(join(import.meta.dirname, "../../../dist/web"));
    const pages = { assets, publicUrl: "https://pay.example", sandboxCards: [] };
    const nothing = (): Promise<undefined> => Promise.resolve(undefined);
    const drafts = {
      keep: nothing,
      find: nothing,
      forget: nothing,
      sweep: () => Promise.resolve(false),
    };
    const clientNetwork = (): string => "127.0.0.1";
    const binGuard = { waitBefore: nothing } as never;
    const rest = {
      clock: shop.clock,
      drafts,
      closures: { close: nothing, find: nothing } as never,
      wasNotified: () => Promise.resolve(true),
      succeededAt: () => Promise.resolve(shop.clock.now()),
      brands: { find: () => Promise.resolve(PLAIN_BRAND) },
      brandStyles: createBrandStyles(assets),
      binGuard,
      clientNetwork,
      digest: systemDigest,
      isUnavailable: () => false,
      countFailure: () => false,
      isRehearsal: false,
      rateLimits: { bySession: () => Promise.resolve() },
    };
    await app.register(checkoutPages({ ...shop.service.deps, ...pages, ...rest }));
    const refused = await app.inject({ url: "/checkout?session=x&lang=en" });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers["strict-transport-security"]).toBe("max-age=31536000");
    expect(textOf(refused.body)).toContain("Too many attempts Try again in 12 seconds.");
    await app.close();
  });

  it("stores a draft's card_token only if it is a token", async () => {
    const session = await shop.api.session();
    const number = "4111111111111111";
    const draft = { session, card_token: number, card_holder_name: number, expiry: number };
    const refused = await visitor.post("/checkout/draft", draft);
    expect([refused.status, refused.html]).toEqual([
      400,
      "card_token must be a stored card's token.",
    ]);
    await visitor.post("/checkout/pay", { ...draft, method: "card" });
    await visitor.post("/checkout/installments", { ...draft, card_number: "411111" });
    const kept = await query(shop, "select * from page_draft where session_id = $1", [session]);
    expect(JSON.stringify(kept)).not.toContain(number);
  });

  it("answers a body that is no form with a page", async () => {
    const page = await shop.api.post("/checkout/pay", { session: "x" });
    expect(page.status).toBe(415);
    expect(page.text).toContain("İstek anlaşılamadı");
    const large = await visitor.post("/checkout/pay", { session: "x".repeat(70_000) });
    expect(large.status).toBe(413);
  });
});

describe("a declined payment on the payment page", () => {
  it("shows the form again, with the reason, the name and the expiry", async () => {
    const session = await shop.api.session();
    const handOff = await visitor.payByCard(session, POOR);
    const again = await visitor.get((await visitor.goThroughBank(handOff, "approve")).location);
    expect(again.html).toContain("<title>Hata: Ödeme – Kitapçı</title>");
    expect(textOf(again.html)).toContain(
      "Ödeme alınamadı Kartınızın bakiyesi ya da limiti yetersiz. Para çekilmedi.",
    );
    expect(typedIn(again.html)).toEqual({
      card_number: "",
      expiry: "12 / 30",
      cvc: "",
      card_holder_name: "Ayşe Yılmaz",
    });
    const second = await visitor.goThroughBank(
      await visitor.payByCard(session, APPROVED),
      "approve",
    );
    expect(textOf((await visitor.get(second.location)).html)).toContain("Ödemeniz alındı");
  });

  it("forgets the name and the expiry after twenty minutes", async () => {
    const session = await shop.api.session({ customer: { name: "Ada", surname: "Şahin" } });
    await visitor.payByCard(session, "4151111111111112", { lang: "en" });
    const soon = await visitor.get(pageOf(session));
    expect(soon.html).toContain('<html lang="en"');
    expect(typedIn(soon.html)).toMatchObject({
      card_holder_name: "Ayşe Yılmaz",
      expiry: "12 / 30",
    });
    shop.clock.move(21 * MINUTE);
    const later = await visitor.get(pageOf(session));
    expect(later.html).toContain('<html lang="tr"');
    expect(typedIn(later.html)).toMatchObject({ card_holder_name: "Ada Şahin", expiry: "" });
  });
});

const FIELD = /<input id="(\w+)"[^>]*? value(?:="([^"]*)")? required/g;

/** The values of the form's fields by their names. */
function typedIn(html: string): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const [, name = "", value = ""] of html.matchAll(FIELD)) typed[name] = value;
  return typed;
}

async function ordersOf(session: string): Promise<number> {
  const pool = shop.database.open({ max: 1 });
  const { rows } = await pool.query("select 1 from payment where session_id = $1", [session]);
  await pool.end();
  return rows.length;
}

function isSigned(address: string): Promise<boolean> {
  const { searchParams } = new URL(address);
  const { cart: _, ...added } = Object.fromEntries(searchParams);
  return isSignedReturn(added, shop.merchant.merchant.webhookSecret);
}
