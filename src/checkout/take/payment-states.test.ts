import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openBankPage, submit } from "../../../test/support/bank-customer.ts";
import {
  actionOf,
  createVisitor,
  hiddenFields,
  hrefsOf,
  textOf,
  type Visitor,
} from "../../../test/support/page-visitor.ts";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import { HOUR, MINUTE, SECOND } from "../../kernel/clock.ts";

const APPROVED = "5528790000000008";
const POOR = "4111111111111129";
const LOST = "5504720000000003";

let shop: TestService;
let visitor: Visitor;
beforeAll(async () => {
  shop = await startTestService();
  visitor = createVisitor(shop.url);
});
afterAll(() => shop.close());

const pageOf = (session: string) => `/checkout?session=${session}`;
const showing = async (path: string) => textOf((await visitor.get(path)).html);

describe("a challenge", () => {
  it("offers a link to the bank and a cancellation, without a card form", async () => {
    const session = await shop.api.session();
    await visitor.payByCard(session, APPROVED);
    const { html } = await visitor.get(pageOf(session));
    expect(textOf(html)).toContain("Bankanızın doğrulaması bekleniyor");
    expect(html).not.toContain('id="card_number"');
    const link = hrefsOf(html).find((href) => href.includes("/checkout/bank")) ?? "";
    expect((await visitor.get(link)).html).toContain('name="md"');
    const out = await visitor.post("/checkout/abandon", hiddenFields(html));
    expect(out.location).toBe(`${shop.url}${pageOf(session)}&lang=tr`);
    expect(await showing(out.location)).toContain(
      "Ödeme tamamlanmadı Doğrulamadan vazgeçtiniz. Yeniden deneyebilir",
    );
  });

  it("cancels only a waiting payment of the same session", async () => {
    const [session, other] = [await shop.api.session(), await shop.api.session()];
    await visitor.payByCard(session, APPROVED);
    const { order } = hiddenFields((await visitor.get(pageOf(session))).html);
    await visitor.post("/checkout/abandon", { session: other, order: order ?? "" });
    expect(await showing(pageOf(session))).toContain("Bankanızın doğrulaması bekleniyor");
    expect((await visitor.post("/checkout/abandon", { session: "ses_x" })).status).toBe(404);
  });

  it("shows the outcome in a second window", async () => {
    const session = await shop.api.session();
    const handOff = await visitor.payByCard(session, APPROVED);
    const state = async () =>
      (await shop.api.get(`/checkout/status?session=${session}`)).body["state"];
    expect(await state()).toMatch(/^challenged:ORD-/);
    await visitor.goThroughBank(handOff, "approve");
    expect(await state()).toMatch(/^paid:ORD-/);
    const late = await visitor.get(handOff.location);
    expect([late.status, late.location]).toEqual([303, `${shop.url}${pageOf(session)}&lang=tr`]);
  });

  it.each([
    ["decline", "Ödeme alınamadı Doğrulama tamamlanmadı. Para çekilmedi."],
    ["cancel", "Ödeme tamamlanmadı Doğrulamadan vazgeçtiniz."],
  ] as const)("shows the form again after %s", async (decision, text) => {
    const session = await shop.api.session();
    const handOff = await visitor.payByCard(session, APPROVED);
    const returned = await visitor.goThroughBank(handOff, decision);
    expect(await showing(returned.location)).toContain(text);
  });
});

describe("the return from the bank", () => {
  it("changes nothing without the bank's signature for this payment", async () => {
    const session = await shop.api.session();
    const handOff = await visitor.payByCard(session, APPROVED);
    const bankPage = await visitor.get(handOff.location);
    const page = await openBankPage({
      kind: "challenge",
      show: { kind: "form", action: actionOf(bankPage.html), fields: hiddenFields(bankPage.html) },
    });
    const back = new URL((await submit(page, "decline")).headers.get("location") ?? "");
    back.searchParams.set("md_status", "1");
    const forged = await visitor.get(back.href);
    expect(forged.status).toBe(400);
    expect(textOf(forged.html)).toContain("Bankadan gelen yanıt doğrulanamadı");
    expect(await showing(pageOf(session))).toContain("Bankanızın doğrulaması bekleniyor");
  });

  it("gives the same answer when repeated", async () => {
    const session = await shop.api.session();
    const handOff = await visitor.payByCard(session, APPROVED);
    const first = await visitor.goThroughBank(handOff, "approve");
    expect(await showing(first.location)).toContain("Ödemeniz alındı");
    const unknown = await visitor.get("/checkout/return/att_unknown");
    expect(unknown.status).toBe(404);
  });

  it("completes the payment until a quarter of an hour after the session has expired", async () => {
    const [early, late] = [await shop.api.session(), await shop.api.session()];
    shop.clock.move(HOUR - 2 * MINUTE);
    const handOffs = [
      await visitor.payByCard(early, APPROVED),
      await visitor.payByCard(late, APPROVED),
    ] as const;
    shop.clock.move(8 * MINUTE);
    await visitor.goThroughBank(handOffs[0], "approve");
    expect(await showing(pageOf(early))).toContain("Ödemeniz alındı");
    shop.clock.move(10 * MINUTE);
    await vi.waitFor(
      async () => {
        expect(await showing(pageOf(late))).toContain("Ödeme süresi doldu");
      },
      { timeout: 40_000 },
    );
  });
});

describe("a payment from the merchant's own page", () => {
  const begin = async (card: string) => {
    const session = await shop.api.session();
    const begun = await shop.api.pay(session, card, { fields: { is_3d: true } });
    const handOff = await visitor.get(String(begun.body["redirect_url"]));
    return { session, order: String(begun.body["order_id"]), handOff };
  };

  it("permits the bank's form to lead to the bank and, by redirect, to the merchant", async () => {
    const { handOff } = await begin(APPROVED);
    const bank = new URL(actionOf(handOff.html)).origin;
    expect(handOff.headers.get("content-security-policy")).toContain(
      `form-action 'self' ${bank} https://shop.example;`,
    );
  });

  it("redirects to success_url or fail_url directly", async () => {
    const good = await begin(APPROVED);
    const paid = await visitor.goThroughBank(good.handOff, "approve");
    expect(paid.status).toBe(303);
    expect(paid.location.replace(/&signature=[0-9a-f]{64}$/, "")).toBe(
      `https://shop.example/thanks?cart=7&order_id=${good.order}&status=success` +
        `&session_id=${good.session}`,
    );
    const bad = await begin(POOR);
    const failed = await visitor.goThroughBank(bad.handOff, "approve");
    expect(failed.location.replace(/&signature=[0-9a-f]{64}$/, "")).toBe(
      `https://shop.example/sorry?order_id=${bad.order}&status=failed` +
        `&session_id=${bad.session}&code=insufficient_balance`,
    );
  });

  it("waits on our page for the bank's decision and redirects from there", async () => {
    const { session, order, handOff } = await begin(LOST);
    const returned = await visitor.goThroughBank(handOff, "approve");
    const path = `${pageOf(session)}&order=${order}`;
    expect(returned.location).toBe(shop.url + path);
    const shortly = await visitor.get(pageOf(session));
    expect(shortly.location).toBe(`${shop.url}${path}&lang=tr`);
    const waiting = await visitor.get(path);
    expect(textOf(waiting.html)).toContain(
      "Bankanızdan yanıt bekliyoruz Yeniden ödemeyin; sonuç burada görünecek.",
    );
    expect(textOf(waiting.html)).not.toContain("Para çekilmedi");
    expect(waiting.html).toContain(
      `<noscript><meta http-equiv="refresh" content="5;url=${path.replaceAll("&", "&amp;")}`,
    );
    shop.clock.move(10 * SECOND);
    await vi.waitFor(
      async () => {
        const next = await visitor.get(path);
        expect(next.location).toMatch(/^https:\/\/shop\.example\/thanks\?cart=7&order_id=/);
      },
      { timeout: 40_000 },
    );
  });
});

describe("a payment at a wallet", () => {
  it("leads to the wallet's page and to the merchant, without texts about cards", async () => {
    const session = await shop.api.session();
    const options = await shop.api.post(`/api/v1/payment/wallet-options?session_id=${session}`, {});
    const [wallet] = options.body["wallets"] as { wallet_id: string }[];
    const begun = await shop.api.post("/api/v1/payment/pay", {
      session_id: session,
      payment_type: "wallet",
      wallet_id: wallet?.wallet_id,
    });
    const handOff = await visitor.get(String(begun.body["redirect_url"]));
    expect(textOf(handOff.html)).toContain("Cüzdanınıza gidiyorsunuz");
    expect(await showing(pageOf(session))).toContain("Cüzdanınızdan onay bekleniyor");
    const paid = await visitor.goThroughBank(handOff, "approve");
    expect(paid.location).toMatch(/^https:\/\/shop\.example\/thanks\?.*status=success/);
    expect(await showing(pageOf(session))).not.toContain("••••");
  });
});

describe("a session that has ended", () => {
  it("shows its expiry, says that no money was taken, and links to the shop", async () => {
    const session = await shop.api.session({ language: "en" });
    shop.clock.move(HOUR);
    const { html } = await visitor.get(pageOf(session));
    expect(textOf(html)).toMatch(/This payment page expired at \d\d:\d\d\. No money was taken\./);
    const [back = ""] = hrefsOf(html).filter((href) => href.includes("shop.example"));
    expect(back).toMatch(/^https:\/\/shop\.example\/sorry\?status=failed&.*code=session_expired/);
    const refused = await visitor.post("/checkout/pay", { session });
    expect(refused.location).toBe(`${shop.url}${pageOf(session)}&lang=en`);
  });

  it("shows that the merchant voided the preauthorised amount", async () => {
    const session = await shop.api.session({ capture_method: "manual" });
    const handOff = await visitor.payByCard(session, APPROVED);
    await visitor.goThroughBank(handOff, "approve");
    expect(await showing(pageOf(session))).toContain("Ödemeniz alındı");
    const [payment] = await shop.service.deps.payments.listBySession(session as never);
    const voided = await shop.api.post(
      "/api/v1/payment/void",
      { order_id: payment?.orderId, session_id: session },
      { authorization: `Bearer ${shop.merchant.testApiKey}` },
    );
    expect(voided.body).toMatchObject({ success: true, status: "cancelled" });
    expect(await showing(pageOf(session))).toContain("Mağaza bu ödemeyi iptal etti.");
  });

  it("shows a refunded payment, without a redirect", async () => {
    const session = await shop.api.session();
    const paid = await shop.api.pay(session, APPROVED);
    await shop.api.post(
      "/api/v1/payment/refund",
      { order_id: paid.body["order_id"], session_id: session },
      { authorization: `Bearer ${shop.merchant.testApiKey}` },
    );
    const { html } = await visitor.get(pageOf(session));
    expect(textOf(html)).toMatch(/Ödemeniz iade edildi .* İade edilen ₺1\.250,00/);
    expect(html).not.toContain("http-equiv");
  });
});
