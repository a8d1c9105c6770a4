import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOf } from "../support/page-visitor.ts";
import { codeOf, panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { freePort } from "../support/free-port.ts";
import { startTestService, type TestService } from "../support/service.ts";

const MINUTE = 60_000;
const OWN = "toprak kokusu 17";
const PASSWORD_PAGE = "/panel/account/password";
const FACTOR_PAGE = "/panel/account/second-factor";

/** The limits of a user with a first password or without a second factor. */
describe("the assurance that the panel asks for", () => {
  let local: TestService;
  let remote: TestService;
  beforeAll(async () => {
    local = await startTestService();
    const port = await freePort();
    remote = await startTestService({
      environment: { VEZNE_PUBLIC_URL: `http://pay.example:${port}` },
    });
  });
  afterAll(() => Promise.all([local.close(), remote.close()]));

  const baseOf = (shop: TestService): string => `/panel/${shop.merchant.merchant.merchantId}/test`;
  const enter = async (shop: TestService, role: "owner" | "finance" | "developer") => {
    const person = await panelUsers(shop).invite(
      role,
      shop.merchant.merchant.merchantId,
      `${role}${Math.random()}@example.com`,
    );
    const visitor = panelVisitor(shop);
    await visitor.signIn(person);
    return { ...person, visitor };
  };
  const chooses = async (visitor: PanelVisitor, current: string) => {
    await visitor.get(PASSWORD_PAGE);
    return visitor.follow(await visitor.post(PASSWORD_PAGE, { current, next: OWN }));
  };

  it("lets a user with a first password work on test pages of a local sandbox", async () => {
    const { visitor, password } = await enter(local, "owner");
    const base = baseOf(local);
    for (const page of ["", "/payments", "/settings", "/users", "/keys", "/webhooks", "/audit"]) {
      expect([page, (await visitor.get(base + page)).status]).toEqual([page, 200]);
    }
    const session = await local.api.session({ amount: 10_000 });
    const { body } = await local.api.pay(session, "5528790000000008");
    const refund = `${base}/payments/${String(body["order_id"])}/refund`;
    expect((await visitor.get(refund)).status).toBe(200);

    const settings = await visitor.post(`${base}/settings`, {});
    expect(settings.status).toBe(303);
    expect(settings.location).toBe(local.url + PASSWORD_PAGE);
    const live = await visitor.get(base.replace("test", "live"));
    expect(live.location).toContain(`${PASSWORD_PAGE}?next=`);
    await chooses(visitor, password);
    const next = await visitor.post(`${base}/settings`, {});
    expect(next.location).toBe(`${local.url}${FACTOR_PAGE}?needed=page`);
  });

  it("is elsewhere a password of one's own first, and then the owner's second factor", async () => {
    const { visitor, password } = await enter(remote, "owner");
    const base = baseOf(remote);
    for (const page of ["/panel", base, `${base}/payments`, "/panel/account"]) {
      expect([page, (await visitor.get(page)).location]).toEqual([
        page,
        `${remote.url}${PASSWORD_PAGE}?next=${encodeURIComponent(page)}`,
      ]);
    }
    const page = await visitor.get(`${PASSWORD_PAGE}?next=${encodeURIComponent(base)}`);
    expect(textOf(page.html)).toContain("Another person created your present password");
    await visitor.post(PASSWORD_PAGE, { current: password, next: OWN, onward: base });
    const factor = await visitor.follow(await visitor.get(base));
    expect(textOf(factor.html)).toContain("Your role needs two-step verification");
    expect((await visitor.post(`${base}/payments/find`, { q: "1" })).location).toContain("role");
    await visitor.signIn({ user: await userOf(remote, visitor), password: OWN });
    expect((await visitor.secure()).codes).toHaveLength(10);
    expect((await visitor.get(base)).status).toBe(200);
    expect((await visitor.get(`${base}/users`)).status).toBe(200);
  });

  it("is for other roles the second factor only where a page needs it", async () => {
    const { visitor, password } = await enter(remote, "developer");
    const base = baseOf(remote);
    await chooses(visitor, password);
    expect((await visitor.get(`${base}/payments`)).status).toBe(200);
    for (const page of ["keys", "webhooks"]) {
      const { location, status } =
        page === "keys"
          ? await visitor.get(`${base}/keys`)
          : await visitor.post(`${base}/webhooks`);
      expect([page, status, location.includes(`${FACTOR_PAGE}?needed=page`)]).toEqual([
        page,
        303,
        true,
      ]);
    }
  });

  it("sets up the factor after the password was given, and renews the session's token", async () => {
    const { visitor, user } = await enter(local, "finance");
    await visitor.get(FACTOR_PAGE);
    const stolen = visitor.cookie;
    await visitor.signIn({ user, password: "not it" });
    expect((await visitor.secure()).codes).toEqual([]);
    const refused = await visitor.post(FACTOR_PAGE, { code: "000000", password: "not it" });
    expect([refused.status, textOf(refused.html)]).toEqual([
      422,
      expect.stringContaining("The password is wrong"),
    ]);
    const again = await enter(local, "finance");
    const before = again.visitor.cookie;
    await again.visitor.secure();
    const account = (cookie: string) =>
      fetch(`${local.url}/panel/account`, { headers: { cookie }, redirect: "manual" });
    expect((await account(before)).status).toBe(303);
    expect((await account(again.visitor.cookie)).status).toBe(200);
    // The forms of the page with the recovery codes remain valid.
    const language = await again.visitor.post("/panel/account/language", { language: "en" });
    expect(language.status).toBe(303);
    expect((await account(stolen)).status).toBe(200);
  });

  it("removes the factor only with both the password and a code of the app", async () => {
    const { visitor, user, password } = await enter(local, "finance");
    const { secret } = await visitor.secure();
    // Each time step of the app has one code, which is accepted once.
    local.clock.move(MINUTE);
    const remove = (fields: Readonly<Record<string, string>>) =>
      visitor.post(`${FACTOR_PAGE}/remove`, fields);
    const isInForce = async () => {
      const account = await panelUsers(local).deps.users.find(user.userId);
      return account?.user.secondFactorSince !== undefined;
    };
    const code = codeOf(local, secret);
    for (const fields of [{ password }, { code }, { password: "not it", code }]) {
      await visitor.follow(await remove(fields));
      expect([fields, await isInForce()]).toEqual([fields, true]);
    }
    const before = { cookie: visitor.cookie };
    await visitor.follow(await remove({ password, code }));
    expect(await isInForce()).toBe(false);
    const account = `${local.url}/panel/account`;
    const old = await fetch(account, { headers: before, redirect: "manual" });
    expect(old.status).toBe(303);
  });

  it("ends the earlier session of a browser that signs in again", async () => {
    const first = await enter(local, "finance");
    const before = first.visitor.cookie;
    await first.visitor.signIn(first);
    const headers = { cookie: before };
    const old = await fetch(`${local.url}/panel/account`, { headers, redirect: "manual" });
    expect(old.status).toBe(303);
    expect((await first.visitor.get("/panel/account")).status).toBe(200);
  });

  it("asks for re-authentication before a sensitive change, and then not for ten minutes", async () => {
    const { user, password } = await panelUsers(local).create(
      "owner",
      local.merchant.merchant.merchantId,
      "sensitive@example.com",
    );
    const owner = panelVisitor(local);
    await owner.signIn({ user, password });
    await owner.secure();
    const users = `${baseOf(local)}/users`;
    const create = (name: string, fields = {}) =>
      owner.post(users, { email: `${name}@example.com`, role: "owner", ...fields });
    expect((await create("a")).status).toBe(200);
    for (let step = 0; step < 2; step += 1) {
      local.clock.move(5 * MINUTE);
      await owner.get(users);
    }
    const asked = await create("b");
    expect([asked.status, textOf(asked.html)]).toEqual([
      422,
      expect.stringContaining("Confirm that it is you"),
    ]);
    // The next form contains the values, so that the user need not type them again.
    expect(asked.html).toContain('name="email" value="b@example.com"');
    const wrong = await create("b", { password: "not it" });
    expect([wrong.status, textOf(wrong.html)]).toEqual([
      422,
      expect.stringContaining("The password or the code is wrong"),
    ]);
    expect((await create("b", { password })).html).toContain("b@example.com");
    expect((await create("c")).status).toBe(200);
    const emails = (await panelUsers(local).deps.users.listAll()).map(({ email }) => email);
    expect(emails.filter((email) => /^[abc]@/.test(email))).toHaveLength(3);

    local.clock.move(10 * MINUTE);
    for (let guess = 0; guess < 10; guess += 1) await create("d", { password: "not it" });
    const locked = await create("d", { password });
    expect([locked.status, Number(locked.headers.get("retry-after"))]).toEqual([429, 30 * 60]);
  });
});

async function userOf(shop: TestService, visitor: PanelVisitor) {
  const html = (await visitor.get(FACTOR_PAGE)).html;
  const users = await panelUsers(shop).deps.users.listAll();
  const found = users.find(({ email }) => html.includes(email));
  if (found === undefined) throw new Error("no session is signed in");
  return found;
}
