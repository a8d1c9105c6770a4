import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient } from "../support/api-client.ts";
import { merchantCalls, paidOrder } from "../support/merchant-calls.ts";
import { textOf } from "../support/page-visitor.ts";
import {
  codeOf,
  panelUsers,
  panelVisitor,
  type PanelUser,
  type PanelVisitor,
} from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const DAY = 24 * 60 * 60_000;

describe("the panel's pages of keys with rights", () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let developer: PanelVisitor;
  let base = "";
  let boss: PanelUser;
  let coder: PanelUser;
  let secret = "";
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/test`;
    const users = panelUsers(shop);
    [owner, developer] = [panelVisitor(shop), panelVisitor(shop)];
    boss = await users.create("owner", merchantId, "boss@example.com");
    coder = await users.create("developer", merchantId, "coder@example.com");
    await owner.signIn(boss);
    ({ secret } = await owner.secure());
    await developer.signIn(coder);
  });
  afterAll(() => shop.close());

  const keyIn = (html: string): string => /<code>(vz_test_[^<]+)</.exec(html)?.[1] ?? "";
  const create = (visitor: PanelVisitor, name: string, fields: Record<string, string>) =>
    visitor.post(`${base}/keys/new`, { name, ...fields });
  const summary = async (key: string): Promise<number> => {
    const headers = { authorization: `Bearer ${key}` };
    return (await createApiClient(shop.url, key).get("/api/v1/payment/summary", headers)).status;
  };
  const pageOf = async (visitor: PanelVisitor, name: string): Promise<string> => {
    const { html } = await visitor.get(`${base}/keys`);
    const link = new RegExp(`href="([^"]*/keys/\\w{16})">${name}<`).exec(html);
    return link?.[1] ?? "";
  };

  it("let a developer create, roll and revoke a key that moves no money", async () => {
    const asked = await create(developer, "Rapor", { "right:payments.read": "yes" });
    expect([asked.status, textOf(asked.html)]).toEqual([
      422,
      expect.stringContaining("Confirm that it is you"),
    ]);
    const { password } = coder;
    const made = await create(developer, "Rapor", { "right:payments.read": "yes", password });
    const key = keyIn(made.html);
    expect(await summary(key)).toBe(200);
    const path = await pageOf(developer, "Rapor");
    const page = await developer.get(path);
    expect(page.html).not.toContain(key);
    expect(textOf(page.html)).toContain("Read payments and reports");
    expect(textOf(page.html)).toContain("coder@example.com");
    const next = keyIn((await developer.post(`${path}/roll`, { grace: "0", sure: "yes" })).html);
    expect([await summary(next), await summary(key)]).toEqual([200, 401]);
    await developer.post(`${await pageOf(developer, "Rapor")}/end`);
    expect(await summary(next)).toBe(401);
  });

  it("let a developer give no right to move money, and change no key that has one", async () => {
    const form = await developer.get(`${base}/keys/new`);
    expect(form.html).toContain("right:sessions.create");
    for (const right of ["payments.make", "payments.move", "refunds.make", "refunds.above_limit"]) {
      expect(form.html).not.toContain(`right:${right}`);
    }
    const rights = { "right:refunds.make": "yes", "right:refunds.above_limit": "yes" };
    const refused = await create(developer, "Kötü", rights);
    expect([refused.status, textOf(refused.html)]).toEqual([
      422,
      expect.stringContaining("Choose at least one right"),
    ]);
    expect((await developer.post(`${base}/keys/roll`, { grace: "0" })).status).toBe(403);
    await create(owner, "İade", { "right:refunds.make": "yes" });
    for (const name of ["Main key", "İade"]) {
      const path = await pageOf(developer, name);
      expect((await developer.get(path)).html).not.toContain(`${path}/roll`);
      for (const action of ["roll", "end", "keep-limit"]) {
        const answer = await developer.follow(await developer.post(`${path}/${action}`));
        expect([name, action, textOf(answer.html)]).toEqual([
          name,
          action,
          expect.stringContaining("are changed by owners only"),
        ]);
      }
    }
    expect(await summary(shop.merchant.testApiKey)).toBe(200);
  });

  it("show the errors of an invalid key, and store nothing of it", async () => {
    const right = { "right:events.read": "yes" };
    const tries = [
      [create(owner, " ", right), "a name of 1 to 80"],
      [create(owner, "İade", right), "in force with this name"],
      [create(owner, "Ağ", { ...right, networks: "10.0.0.0/33" }), "IP addresses or networks only"],
      [create(owner, "Hiç", {}), "Choose at least one right"],
      [create(owner, "Yalnız", { "right:refunds.above_limit": "yes" }), "at least one right"],
    ] as const;
    for (const [answer, message] of tries) {
      const { status, html } = await answer;
      expect([status, textOf(html)]).toEqual([422, expect.stringContaining(message)]);
    }
    const { html } = await owner.get(`${base}/keys`);
    expect(html).not.toContain("Yalnız");
    const path = await pageOf(owner, "Main key");
    const kept = await owner.follow(await owner.post(`${path}/end`));
    expect(textOf(kept.html)).toContain("can't be ended, only rolled");
  });

  it("give no key the right to exceed limits on its first day, also where the main key was rolled", async () => {
    const refund = async (key: string, amount: number): Promise<number> => {
      const { order } = await paidOrder(shop.api, { fields: { amount: 100_000 } });
      return (await merchantCalls(shop.api, key).refund(order, { amount })).status;
    };
    await owner.get(`${base}/approvals`);
    await owner.post(`${base}/approvals/limit`, { limit: "50" });
    const page = textOf((await owner.get(`${base}/approvals`)).html);
    expect(page).toContain("The limit does not apply to refunds by these keys");
    expect(page).toContain(`vz_test_…${shop.merchant.testApiKey.slice(-4)}`);
    const rolled = keyIn((await owner.post(`${base}/keys/roll`, { grace: "168" })).html);
    const rights = { "right:refunds.make": "yes", "right:refunds.above_limit": "yes" };
    const made = keyIn((await create(owner, "Büyük iade", rights)).html);
    expect(await refund(shop.merchant.testApiKey, 6_000)).toBe(200);
    for (const key of [rolled, made]) expect([key, await refund(key, 6_000)]).toEqual([key, 403]);
    expect(textOf((await owner.get(await pageOf(owner, "Büyük iade"))).html)).toContain("From");
    shop.clock.move(DAY);
    for (const key of [rolled, made]) expect([key, await refund(key, 6_000)]).toEqual([key, 200]);

    const back = panelVisitor(shop);
    await back.signIn(boss);
    await back.post("/panel/sign-in/code", { code: codeOf(shop, secret) });
    const path = await pageOf(back, "Büyük iade");
    await back.post(`${path}/keep-limit`, { password: boss.password });
    shop.clock.move(1_000);
    expect(await refund(made, 6_000)).toBe(403);
  });
});
