import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, toIso } from "../../src/kernel/clock.ts";
import type { AuditNote } from "../../src/domain/merchant/audit.ts";
import { hiddenFields, textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const APPROVED = "5528790000000008";
const DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

describe("the audit log of the panel", { timeout: 120_000 }, () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let home: string;
  let written = 0;
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    home = `/panel/${merchantId}/test`;
    owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId, "sahip@example.com"));
  });
  afterAll(() => shop.close());

  const log = async (action: string, language: "tr" | "en"): Promise<string> => {
    const { html } = await owner.get(`${home}/audit?action=${action}&lang=${language}`);
    return textOf(/<tbody[^>]*>(.*?)<\/tbody>/s.exec(html)?.[1] ?? "");
  };
  const write = async (note: AuditNote): Promise<void> => {
    written += 1;
    await panelUsers(shop).deps.audit.append({
      ...note,
      entryId: `entry${written}`,
      at: shop.clock.now(),
      merchantId: shop.merchant.merchant.merchantId,
      mode: "test",
      userId: undefined,
      actor: "command line",
      requestId: undefined,
      address: undefined,
    });
  };

  it("tells refunds by their amounts in the reader's language", async () => {
    const session = await shop.api.session({ amount: 100_000 });
    const order = String((await shop.api.pay(session, APPROVED)).body["order_id"]);
    for (const amount of ["640,00", "10,00"]) {
      const path = `${home}/payments/${order}/refund`;
      const fieldsOf = (html: string) => hiddenFields(html.replace(/^.*<main/s, ""));
      const form = await owner.get(path);
      const wish = { ...fieldsOf(form.html), kind: "part", amount, reason: "Kırık" };
      const review = await owner.post(path, wish);
      await owner.post(path, fieldsOf(review.html));
    }
    const turkish = await log("refund.made", "tr");
    expect(turkish).toMatch(new RegExp(`İade yapıldı ${order} ₺640,00 iade edildi · Neden: Kırık`));
    expect(turkish).toContain("₺10,00 iade edildi · daha önce iade edilen ₺640,00");
    expect(turkish).not.toMatch(/64000|refunded_amount|amount|reason/);
    expect(await log("refund.made", "en")).toContain("TRY 640.00 was refunded · Reason: Kırık");
  });

  it("names a file by its kind and not by its digest", async () => {
    const object = { kind: "statement", id: DIGEST };
    await write({ action: "statement.imported", object, after: { lines: 10 } });
    const turkish = await log("statement.imported", "tr");
    expect(turkish).toContain("Ekstre yüklendi Ekstre Satır sayısı: 10");
    expect(turkish).not.toContain(DIGEST);
  });

  it("shows times and roles in the reader's language, and only fields that changed", async () => {
    const until = toIso(shop.clock.now());
    const key = { kind: "key", id: "…ab12" };
    await write({
      action: "key.rolled",
      object: key,
      after: { name: "Depo", old_key_until: until },
    });
    const rolled = await log("key.rolled", "tr");
    expect(rolled).toMatch(/API anahtarı Depo Ad: Depo · Eski anahtarın sonu: 21\.11\.2026 /);
    const before = { title: "Ana POS", weight: 1, currencies: "TRY" };
    const object = { kind: "connection", id: "con_1" };
    const after = { ...before, weight: 2, new_credentials: false };
    await write({ action: "connection.changed", object, before, after });
    const changed = await log("connection.changed", "tr");
    expect(changed).toContain("Banka bağlantısı Ana POS Ağırlık: 1 → 2");
    expect(changed).not.toMatch(/Para birimleri|title|weight/);
  });

  it("names a user and an endpoint in place of their ids", async () => {
    const endpoint = "whe_removed";
    await write({
      action: "webhook.added",
      object: { kind: "endpoint", id: endpoint },
      after: { url: "https://shop.example/hooks", events: "all" },
    });
    const added = await log("webhook.added", "tr");
    expect(added).toContain("Uç nokta https://shop.example/hooks");
    expect(added).toContain("Olaylar: Hepsi");
    expect(added).not.toContain(endpoint);
    expect(await log("user.signed_in", "tr")).toContain("Kullanıcı sahip@example.com");
    const object = { kind: "clock", id: "sandbox" };
    await write({ action: "clock.moved", object, after: { seconds: (3 * DAY) / 1_000 } });
    expect(await log("clock.moved", "tr")).toContain("Test saati 3 gün ilerletildi");
  });
});
