import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOf } from "../support/page-visitor.ts";
import {
  panelUsers,
  panelVisitor,
  type PanelUser,
  type PanelVisitor,
} from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("the panel's pages of users and of the audit log", { timeout: 120_000 }, () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let boss: PanelUser;
  let base = "";
  let made: { readonly email: string; readonly password: string; readonly path: string };
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/test`;
    owner = panelVisitor(shop);
    boss = await panelUsers(shop).create("owner", merchantId, "boss@example.com");
    await owner.signIn(boss);
    await owner.secure();
  });
  afterAll(() => shop.close());

  const said = async (path: string, fields: Record<string, string> = {}): Promise<string> =>
    textOf((await owner.follow(await owner.post(path, fields))).html);
  const enters = async (email: string, password: string): Promise<boolean> => {
    const fields = { email, password };
    return (await panelVisitor(shop).post("/panel/sign-in", fields)).status === 303;
  };
  const linkIn = (html: string): string => /<code>([^<]+)</.exec(html)?.[1] ?? "";
  const chooseAt = (link: string, password: string) =>
    panelVisitor(shop).post("/panel/choose-password", {
      token: new URL(link).searchParams.get("token") ?? "",
      password,
    });

  it("invite a user by a link, which is shown in one answer only", async () => {
    await owner.get(`${base}/users`);
    const email = "Ayse@example.com";
    const wrong = await owner.post(`${base}/users`, { email: "ayse", role: "finance" });
    expect([wrong.status, textOf(wrong.html)]).toEqual([
      422,
      expect.stringContaining("Type an e-mail address"),
    ]);
    expect((await owner.post(`${base}/users`, { email, role: "king" })).status).toBe(422);
    const created = await owner.post(`${base}/users`, { email, role: "finance" });
    const link = linkIn(created.html);
    expect(link.startsWith(`${shop.url}/panel/choose-password?token=`)).toBe(true);
    const password = "Kestane 27 Kirpi";
    const list = (await owner.get(`${base}/users`)).html;
    const path = `${base}/users/${/>ayse@example\.com/.test(list) ? idIn(list) : ""}`;
    made = { email: email.toLowerCase(), password, path };
    expect(textOf((await owner.get(path)).html)).toContain("Has not chosen a password yet");
    expect((await chooseAt(link, password)).location).toBe(`${shop.url}/panel/sign-in?chosen=yes`);
    expect(textOf((await owner.get(path)).html)).not.toContain("Has not chosen a password yet");
    expect(await enters(made.email, password)).toBe(true);
    expect((await owner.post(`${base}/users`, { email, role: "finance" })).status).toBe(422);
    for (const page of [`${base}/users`, path]) {
      expect((await owner.get(page)).html).not.toContain("token=");
    }
  });

  const idIn = (html: string): string => /users\/(usr_\w+)">ayse@/.exec(html)?.[1] ?? "";

  it("change a role, end sessions, reset a password, disable and enable", async () => {
    const ayse = panelVisitor(shop);
    const { email, password, path } = made;
    const signIn = (word: string) => ayse.post("/panel/sign-in", { email, password: word });
    await signIn(password);
    expect((await ayse.get(`${base}/users`)).status).toBe(403);
    expect(await said(`${path}/role`, { role: "owner" })).toContain("The role was changed");
    expect((await ayse.get(`${base}/users`)).status).toBe(200);
    // Changes of users need the owner's re-authentication and second factor.
    const early = await ayse.post(`${base}/users`, { email: "x@example.com", role: "owner" });
    expect(early.location).toContain("/panel/account/second-factor");
    expect(await said(`${path}/end-sessions`)).toMatch(/[12] sessions? ended/);
    expect((await ayse.get(`${base}/users`)).status).toBe(303);
    const next = "Kirpi 72 Kestane";
    const link = linkIn((await owner.post(`${path}/reset`)).html);
    expect((await chooseAt(link, next)).status).toBe(303);
    expect([await enters(email, password), await enters(email, next)]).toEqual([false, true]);
    await signIn(next);
    expect(await said(`${path}/disable`)).toContain("The user is disabled");
    expect((await ayse.get(`${base}/users`)).status).toBe(303);
    expect(await enters(email, next)).toBe(false);
    expect(await said(`${path}/enable`)).toContain("can sign in again");
    expect(await enters(email, next)).toBe(true);
  });

  it("let no user change their own role or lock themselves out", async () => {
    const own = `${base}/users/${boss.user.userId}`;
    for (const action of ["role", "disable", "reset"]) {
      expect(await said(`${own}/${action}`, { role: "support" })).toContain(
        "You can neither change your own role",
      );
    }
    expect((await owner.get(own)).html).not.toContain(`${own}/disable`);
  });

  it("show no user of another merchant, and no operator", async () => {
    const other = await shop.createMerchant("Komşu");
    const users = panelUsers(shop);
    const people = [
      await users.create("owner", other.merchant.merchantId, "n@example.com"),
      await users.create("owner", undefined, "o@example.com"),
    ];
    const list = (await owner.get(`${base}/users`)).html;
    for (const { user, password } of people) {
      expect(list).not.toContain(user.email);
      const path = `${base}/users/${user.userId}`;
      expect((await owner.get(path)).status).toBe(404);
      expect((await owner.post(`${path}/reset`)).status).toBe(404);
      expect(await enters(user.email, password)).toBe(true);
    }
  });

  it("show only operators to an operator", async () => {
    const operator = panelVisitor(shop);
    await operator.signIn(await panelUsers(shop).create("owner", undefined, "p@example.com"));
    await operator.secure();
    const list = await operator.get("/panel/operators");
    expect(list.html).toContain("o@example.com");
    expect(list.html).not.toContain("boss@example.com");
    const fields = { email: "q@example.com", role: "support" };
    const link = linkIn((await operator.post("/panel/operators", fields)).html);
    await chooseAt(link, made.password);
    expect(await enters("q@example.com", made.password)).toBe(true);
  });

  it("log each change, and filter the log by person, action and day", async () => {
    const log = async (query: string): Promise<string> =>
      textOf((await owner.get(`${base}/audit${query}`)).html);
    const all = await log("");
    expect(all).toContain("Role: Finance → Owner");
    for (const text of ["User created", "Password reset", "User disabled", "User enabled"]) {
      expect(all).toContain(text);
    }
    const bodyOf = (text: string): string => text.slice(text.indexOf("From where"));
    expect(bodyOf(await log("?action=user.disabled"))).not.toContain("Password reset");
    expect(bodyOf(await log(`?actor=${made.email}`))).not.toContain("User disabled");
    const day = new Date(shop.clock.now()).toISOString().slice(0, 10);
    expect(await log("?day=2020-02-02")).toContain("no entry with this filter");
    expect(bodyOf(await log(`?day=${day}`))).toContain("User enabled");
    expect(await log("?action=nothing&day=x&before=zzz")).not.toContain("Something went wrong");
    const { html } = await owner.get(`${base}/audit`);
    expect(html).not.toContain(made.password);
    expect(html).not.toContain("n@example.com");
  });

  it("show the log page by page, each entry once", async () => {
    const { audit } = panelUsers(shop).deps;
    const { merchantId } = shop.merchant.merchant;
    const [blank, at] = [undefined, shop.clock.now()];
    for (let entry = 0; entry < 60; entry += 1) {
      await audit.append({
        entryId: `entry${entry}`,
        at,
        merchantId,
        mode: blank,
        userId: blank,
        actor: "somebody",
        action: "settings.changed",
        object: { kind: "merchant", id: `change ${entry}.` },
        requestId: blank,
        address: blank,
      });
    }
    const seen: string[] = [];
    let query = "?action=settings.changed";
    while (query !== "") {
      const { html } = await owner.get(`${base}/audit${query}`);
      seen.push(...[...html.matchAll(/change \d+\./g)].map(String));
      const next = /audit(\?[^"]*before=[^"]*)">Next/.exec(html)?.[1] ?? "";
      query = next.replaceAll("&amp;", "&");
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
  });
});
