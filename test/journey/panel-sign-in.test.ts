import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOf } from "../support/page-visitor.ts";
import { codeOf, panelUsers, panelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const MINUTE = 60_000;

describe("signing in to the panel", () => {
  let shop: TestService;
  let users: ReturnType<typeof panelUsers>;
  beforeAll(async () => {
    shop = await startTestService();
    users = panelUsers(shop);
  });
  afterAll(() => shop.close());

  const place = () => shop.merchant.merchant.merchantId;
  const newOwner = () => users.create("owner", place());

  it("accepts the right password, and sets a cookie for this host's pages only", async () => {
    const person = panelVisitor(shop);
    const answer = await person.signIn(await newOwner());
    expect([answer.status, answer.location]).toEqual([303, `${shop.url}/panel`]);
    expect(answer.headers.get("set-cookie")).toMatch(
      /^vezne_panel=[0-9a-z]{32}; Path=\/; HttpOnly; SameSite=Strict, vezne_device=[^;]+; Path=/,
    );
    const home = await person.follow(await person.get("/panel"));
    expect(textOf(home.html)).toContain("Test mode: no real money moves.");
    const { rows } = await shop.database.open({ max: 1 }).query("select * from panel_session");
    const [, token = ""] = /vezne_panel=(\w{32})/.exec(person.cookie) ?? [];
    expect(token).not.toBe("");
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("has no page of a sign-in at a provider where none is set", async () => {
    for (const page of ["", "/return", "/done?next=/panel"]) {
      const { status } = await panelVisitor(shop).get(`/panel/sign-in/identity${page}`);
      expect([page, status]).toEqual([page, 404]);
    }
  });

  it("answers a wrong password, an unknown user and a disabled one alike", async () => {
    const { user, password } = await newOwner();
    const disabled = await newOwner();
    await users.deps.users.disable(disabled.user.userId, shop.clock.now());
    const tries = [
      { email: user.email, password: `${password}x` },
      { email: "nobody@example.com", password },
      { email: disabled.user.email, password: disabled.password },
      { email: "not an address", password: "" },
    ];
    const answers = [];
    for (const fields of tries) {
      const { status, html } = await panelVisitor(shop).post("/panel/sign-in", fields);
      answers.push([status, textOf(html).replaceAll(fields.email, "")]);
    }
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]?.[0]).toBe(422);
    expect(answers[0]?.[1]).toContain("E-posta ya da parola yanlış.");
  });

  it("ends a session after 15 minutes without use, and any session after twelve hours", async () => {
    const person = panelVisitor(shop);
    await person.signIn(await newOwner());
    for (let used = 0; used < 52; used += 1) {
      shop.clock.move(14 * MINUTE);
      const { status } = await person.get("/panel/account");
      // 51 × 14 min are 11 h 54 min.
      expect([used, status]).toEqual([used, used < 51 ? 200 : 303]);
    }
    await person.signIn(await newOwner());
    shop.clock.move(15 * MINUTE);
    const gone = await person.get("/panel/account");
    expect(gone.location).toBe(`${shop.url}/panel/sign-in?next=%2Fpanel%2Faccount`);
  });

  it("ends the session at sign-out, and writes that to the audit log", async () => {
    const owner = await newOwner();
    const person = panelVisitor(shop);
    await person.signIn(owner);
    const { cookie } = person;
    const out = await person.post("/panel/sign-out");
    expect([out.status, out.location]).toEqual([303, `${shop.url}/panel/sign-in?out=yes`]);
    const kept = await fetch(`${shop.url}/panel/account`, {
      headers: { cookie },
      redirect: "manual",
    });
    expect(kept.status).toBe(303);
    const { rows } = await shop.database
      .open({ max: 1 })
      .query("select actor from panel_audit where action = 'user.signed_out'");
    expect(rows).toEqual([{ actor: owner.user.email }]);
  });

  it("redirects a signed-in user past the sign-in page", async () => {
    const person = panelVisitor(shop);
    await person.signIn(await newOwner());
    expect((await person.get("/panel/sign-in")).location).toBe(`${shop.url}/panel`);
  });

  it("lists the sessions of a user, ends any of them, and all of them at once", async () => {
    const owner = await newOwner();
    const [here, there, third] = [panelVisitor(shop), panelVisitor(shop), panelVisitor(shop)];
    for (const visitor of [here, there, third]) await visitor.signIn(owner);
    const account = await here.get("/panel/account");
    const refs = [...account.html.matchAll(/name="session" value="(\w+)"/g)].map(([, ref]) => ref);
    expect(refs.length).toBe(2);
    await here.post("/panel/account/sessions/end", { session: refs[0] ?? "" });
    const left = await Promise.all([there, third].map((visitor) => visitor.get("/panel/account")));
    expect(left.map(({ status }) => status).toSorted()).toEqual([200, 303]);
    await here.post("/panel/account/sessions/end-all");
    for (const visitor of [here, there, third]) {
      expect((await visitor.get("/panel/account")).status).toBe(303);
    }
  });

  it("ends all other sessions when the password is changed", async () => {
    const owner = await newOwner();
    const [here, there] = [panelVisitor(shop), panelVisitor(shop)];
    for (const visitor of [here, there]) await visitor.signIn(owner);
    const change = (current: string, next: string) =>
      here.post("/panel/account/password", { current, next });
    expect((await change("wrong", "correct horse battery 9")).status).toBe(422);
    expect(textOf((await change(owner.password, "short")).html)).toContain("at least 12");
    const plain = await change(owner.password, "aaaaaaaaaaaaaa1");
    expect(textOf(plain.html)).toContain("too easy");
    const before = here.cookie;
    const changed = await here.follow(await change(owner.password, "correct horse battery 9"));
    expect(textOf(changed.html)).toContain("The password was changed");
    // The session's earlier token is no longer valid.
    const headers = { cookie: before };
    const old = await fetch(`${shop.url}/panel/account`, { headers, redirect: "manual" });
    expect(old.status).toBe(303);
    expect((await there.get("/panel/account")).status).toBe(303);
    expect((await panelVisitor(shop).signIn(owner)).status).toBe(422);
  });

  it("opens live mode only with the second factor, whose codes are accepted once", async () => {
    const owner = await newOwner();
    const person = panelVisitor(shop);
    await person.signIn(owner);
    const live = `/panel/${place()}/live`;
    expect((await person.get(live)).location).toContain("/panel/account/second-factor?needed=live");
    const { secret, codes } = await person.secure();
    expect(new Set(codes).size).toBe(10);
    expect(textOf((await person.get(live)).html)).toContain("Live mode: real money.");

    const again = panelVisitor(shop);
    shop.clock.move(MINUTE);
    const half = await again.signIn(owner);
    expect(half.location).toBe(`${shop.url}/panel/sign-in/code`);
    expect((await again.get("/panel/account")).status).toBe(303);
    expect((await again.post("/panel/sign-in/code", { code: "000000" })).status).toBe(422);
    const code = codeOf(shop, secret);
    expect((await again.post("/panel/sign-in/code", { code })).status).toBe(303);
    expect((await again.get(live)).status).toBe(200);

    const thief = panelVisitor(shop);
    await thief.signIn(owner);
    expect((await thief.post("/panel/sign-in/code", { code })).status).toBe(422);
    const [recovery = ""] = codes;
    const entered = await thief.post("/panel/sign-in/code", { code: recovery.toUpperCase() });
    expect(textOf((await thief.follow(entered)).html)).toContain("9 are left");
    const later = panelVisitor(shop);
    await later.signIn(owner);
    expect((await later.post("/panel/sign-in/code", { code: recovery })).status).toBe(422);
  });

  it("refuses a form from another site or without the page's token", async () => {
    const person = panelVisitor(shop);
    await person.signIn(await newOwner());
    const change = (fields: Record<string, string>, headers: Record<string, string>) =>
      person.post("/panel/account/language", { language: "tr", ...fields }, headers);
    expect((await change({}, { origin: "https://evil.example" })).status).toBe(403);
    expect((await change({}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await change({}, { "sec-fetch-site": "same-site" })).status).toBe(403);
    expect((await change({ form_token: "0".repeat(64) }, {})).status).toBe(403);
    expect((await change({ form_token: "" }, {})).status).toBe(403);
    expect((await change({}, { "sec-fetch-site": "same-origin" })).status).toBe(303);
  });

  it("returns to the requested page, and to no other site", async () => {
    const person = await newOwner();
    const wish = async (next: string) => {
      const { user, password } = person;
      const fields = { email: user.email, password, next };
      return (await panelVisitor(shop).post("/panel/sign-in", fields)).location;
    };
    expect(await wish("/panel/account")).toBe(`${shop.url}/panel/account`);
    for (const evil of [
      "//evil.example",
      "https://evil.example",
      "/panel/../checkout",
      "/panelx",
    ]) {
      expect(await wish(evil)).toBe(`${shop.url}/panel`);
    }
  });

  it("writes each of these to the audit log, and never a password or a code", async () => {
    const pool = shop.database.open({ max: 1 });
    const { rows } = await pool.query<{ action: string; request_id: string; address: string }>(
      "select * from panel_audit order by entry_id",
    );
    const actions = new Set(rows.map(({ action }) => action));
    for (const action of [
      "user.signed_in",
      "user.signed_out",
      "user.sign_in_refused",
      "user.sessions_ended",
      "user.password_changed",
      "user.second_factor_added",
      "user.recovery_code_used",
      "user.changed",
    ]) {
      expect(actions).toContain(action);
    }
    expect(rows.every((row) => row.request_id !== null && row.address !== null)).toBe(true);
    const texts = JSON.stringify(rows) + shop.logLines.join("\n");
    expect(texts).not.toContain("correct horse battery");
  });

  it("lets the role of the service change no entry of the audit log", async () => {
    const pool = shop.database.open({ max: 1 });
    for (const change of [
      "delete from panel_audit",
      "update panel_audit set actor = 'x'",
      "truncate panel_audit",
      "drop table panel_audit",
      "alter table panel_audit disable trigger all",
    ]) {
      await expect(pool.query(change), change).rejects.toThrow(/permission denied|must be owner/);
    }
  });
});
