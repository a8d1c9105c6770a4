import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY } from "../../src/kernel/clock.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const PASSWORD = "Kestane 27 Kirpi";

describe("a link at which a user chooses a password", { timeout: 120_000 }, () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let users = "";
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    users = `/panel/${merchantId}/test/users`;
    owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId, "boss@example.com"));
    await owner.secure();
    await owner.get(users);
  });
  afterAll(() => shop.close());

  const tokenIn = (html: string): string => /[?&]token=([^<&"]+)/.exec(html)?.[1] ?? "";
  const invite = async (email: string): Promise<string> =>
    tokenIn((await owner.post(users, { email, role: "support" })).html);
  const pageOf = async (email: string): Promise<string> => {
    const { html } = await owner.get(users);
    return `${users}/${new RegExp(`users/(usr_\\w+)">${email}`).exec(html)?.[1] ?? ""}`;
  };
  const reset = async (email: string): Promise<string> =>
    tokenIn((await owner.post(`${await pageOf(email)}/reset`)).html);
  const open = (token: string) => panelVisitor(shop).get(`/panel/choose-password?token=${token}`);
  const choose = (token: string, password = PASSWORD) =>
    panelVisitor(shop).post("/panel/choose-password", { token, password });
  const enters = async (email: string, password: string): Promise<boolean> =>
    (await panelVisitor(shop).post("/panel/sign-in", { email, password })).status === 303;

  it("names the account, and does not sign in its user", async () => {
    const token = await invite("a@example.com");
    const page = await open(token);
    expect([page.status, textOf(page.html)]).toEqual([
      200,
      expect.stringContaining("a@example.com"),
    ]);
    const visitor = panelVisitor(shop);
    const chosen = await visitor.post("/panel/choose-password", { token, password: PASSWORD });
    expect(textOf((await visitor.follow(chosen)).html)).toContain("Parolanız kaydedildi");
    expect((await visitor.get(users)).location).toContain("/panel/sign-in");
    expect(await enters("a@example.com", PASSWORD)).toBe(true);
  });

  it("works once, and no guessed token works", async () => {
    const token = await invite("b@example.com");
    expect(tokenIn((await owner.get(users)).html)).toBe("");
    expect((await choose(token)).status).toBe(303);
    for (const used of [token, "", "x".repeat(32)]) {
      expect([(await open(used)).status, (await choose(used, "Kirpi 72 Kestane")).status]).toEqual([
        404, 404,
      ]);
    }
    expect(await enters("b@example.com", "Kirpi 72 Kestane")).toBe(false);
  });

  it("sets one password of two that are sent at once", async () => {
    const token = await invite("two@example.com");
    const answers = await Promise.all([choose(token), choose(token, "Kirpi 72 Kestane")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 404]);
  });

  it("refuses a weak password and stays valid", async () => {
    const token = await invite("c@example.com");
    const weak = await choose(token, "kisa");
    expect([weak.status, textOf(weak.html)]).toEqual([422, expect.stringContaining("12 karakter")]);
    expect(weak.html).toContain(token);
    expect((await choose(token)).status).toBe(303);
    const again = await reset("c@example.com");
    expect(textOf((await choose(again)).html)).toContain("Son 4 parolanızdan");
  });

  it("expires after three days", async () => {
    const token = await invite("d@example.com");
    const late = await invite("e@example.com");
    shop.clock.move(3 * DAY);
    expect([(await choose(token)).status, (await open(late)).status]).toEqual([404, 404]);
  });

  it("ends the present password and sessions where it resets a password", async () => {
    const { merchantId } = shop.merchant.merchant;
    const known = await panelUsers(shop).create("support", merchantId, "f@example.com");
    const visitor = panelVisitor(shop);
    await visitor.signIn(known);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId, "boss2@example.com"));
    await owner.secure();
    const first = await reset("f@example.com");
    expect((await visitor.get("/panel/account")).location).toContain("/panel/sign-in");
    expect(await enters("f@example.com", known.password)).toBe(false);
    const second = await reset("f@example.com");
    expect((await choose(first)).status).toBe(404);
    const path = await pageOf("f@example.com");
    await owner.post(`${path}/disable`);
    expect((await choose(second)).status).toBe(404);
    await owner.post(`${path}/enable`);
    expect((await choose(second)).status).toBe(303);
    expect(await enters("f@example.com", PASSWORD)).toBe(true);
  });

  it("is needed where a merchant has no users, and an operator is told so", async () => {
    const other = await shop.createMerchant("Komşu");
    const operator = panelVisitor(shop);
    await operator.signIn(await panelUsers(shop).create("owner", undefined, "op@example.com"));
    const page = textOf(
      (await operator.get(`/panel/${other.merchant.merchantId}/test/users`)).html,
    );
    expect(page).toContain("This merchant has no users yet. You (op@example.com) are signed in");
    expect(page).toContain("Operators");
  });
});
