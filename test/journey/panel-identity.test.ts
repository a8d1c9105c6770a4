import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  CLIENT,
  newKey,
  signed,
  signedWithSecret,
  startIdentityProvider,
  unsigned,
  type IdentityProviderDouble,
  type Twist,
} from "../support/identity-provider.ts";
import { query } from "../support/merchant-calls.ts";
import { makeOperatorKey, operatorClient, type OperatorClient } from "../support/operator.ts";
import { codeOf } from "../support/panel-visitor.ts";
import { movableClock } from "../support/sandbox-bank.ts";
import { startTestService, type TestService } from "../support/service.ts";

const MINUTE = 60_000;

/** A browser that keeps cookies, and sends strict ones only to pages that a page of ours opened. */
function browserAt(url: string, origin = url) {
  const jar = new Map<string, { value: string; isStrict: boolean }>();
  return async (path: string, from: "ours" | "elsewhere" = "ours", init: RequestInit = {}) => {
    const sent = [...jar].filter(([, { isStrict }]) => from === "ours" || !isStrict);
    const response = await fetch(new URL(path, url), {
      ...init,
      redirect: "manual",
      headers: {
        ...(init.headers as Record<string, string> | undefined),
        origin,
        cookie: sent.map(([name, { value }]) => `${name}=${value}`).join("; "),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, { value, isStrict: /samesite=strict/i.test(line) });
    }
    return {
      status: response.status,
      to: response.headers.get("location") ?? "",
      refresh: response.headers.get("refresh"),
      html: await response.text(),
    };
  };
}

describe("sign-in to the panel at an identity provider", () => {
  const clock = movableClock();
  let provider: IdentityProviderDouble;
  let shop: TestService;
  let operator: OperatorClient;
  let users: string;
  beforeAll(async () => {
    provider = await startIdentityProvider(() => clock.now());
    shop = await startTestService({ clock, environment: oidc(provider.issuer) });
    operator = operatorClient(shop.url, (await makeOperatorKey(shop)).text);
    users = `merchants/${shop.merchant.merchant.merchantId}/users`;
    await operator("POST", users, { email: "ayse@example.com", role: "read-only" });
  });
  beforeEach(async () => {
    provider.state.metadata = {};
    await query(shop, "delete from panel_identity");
  });
  afterAll(async () => {
    await shop.close();
    await provider.close();
  });

  function oidc(issuer: string): Record<string, string> {
    return {
      VEZNE_OIDC_ISSUER: issuer,
      VEZNE_OIDC_CLIENT_ID: CLIENT.id,
      VEZNE_OIDC_CLIENT_SECRET: CLIENT.secret,
    };
  }

  type Browser = ReturnType<typeof browserAt>;
  const ask = async (browser: Browser, next = "") =>
    (await browser(`/panel/sign-in/identity${next === "" ? "" : `?next=${next}`}`)).to;
  /** The whole way, up to the answer to the browser's return. */
  const signIn = async (twist: Twist = {}, extra: Record<string, string> = {}) => {
    const browser = browserAt(shop.url);
    const back = provider.approve(await ask(browser), twist, extra);
    return { browser, back, answer: await browser(back, "elsewhere") };
  };
  const refusedAs = async (word: string, twist: Twist, extra: Record<string, string> = {}) => {
    const { browser, answer } = await signIn(twist, extra);
    expect([answer.status, answer.html.includes(word)]).toEqual([422, true]);
    expect((await browser("/panel")).to).toContain("/panel/sign-in");
  };
  const INVALID = "doğrulanamadı";
  const NO_USER = "panele erişimi yok";
  const STALE = "süresi dolmuş";

  it.each(["cross-site", "same-site"])("is not started by another site (%s)", async (site) => {
    const browser = browserAt(shop.url);
    const headers = { "sec-fetch-site": site, "sec-fetch-mode": "navigate" };
    const attempts = "select count(*)::int as count from panel_identity_attempt";
    const before = await query(shop, attempts);
    const answer = await browser("/panel/sign-in/identity?next=/panel/account", "elsewhere", {
      headers,
    });
    const page = `${shop.url}/panel/sign-in`;
    const to = new URL(answer.to, shop.url);
    expect([answer.status, to.origin + to.pathname]).toEqual([303, page]);
    expect(to.searchParams.get("next")).toBe("/panel/account");
    expect(await query(shop, attempts)).toEqual(before);
    expect((await browser(answer.to)).html).toContain("/panel/sign-in/identity?next=");
  });

  it("opens a session for the user of the verified e-mail address, without scripts", async () => {
    const page = await browserAt(shop.url)("/panel/sign-in");
    expect(page.html).toContain("/panel/sign-in/identity");
    const browser = browserAt(shop.url);
    const { merchantId } = shop.merchant.merchant;
    const path = `/panel/${merchantId}/test/payments`;
    const asked = new URL(await ask(browser, path)).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: "code",
      client_id: CLIENT.id,
      redirect_uri: `${shop.url}/panel/sign-in/identity/return`,
      code_challenge_method: "S256",
    });
    const back = provider.approve(`${provider.issuer}/authorize?${asked.toString()}`);
    const answer = await browser(back, "elsewhere");
    expect(answer.status).toBe(303);
    const arrival = await browser(answer.to, "elsewhere");
    expect(arrival.refresh).toBe(`0;url=${path}`);
    expect(arrival.html).toContain(`href="${path}"`);
    expect((await browser(path)).status).toBe(200);
    const rows = await query(
      shop,
      "select after from panel_audit where action = 'user.signed_in' and actor = $1",
      ["ayse@example.com"],
    );
    expect(rows[0]).toMatchObject({ after: { by: "identity provider" } });
  });

  it("binds the user to the person, whatever the e-mail address becomes", async () => {
    expect((await signIn()).answer.status).toBe(303);
    const renamed = { email: "ayse.yeni@example.com" };
    expect((await signIn({ claims: renamed })).answer.status).toBe(303);
    // The address was given to another person.
    await refusedAs(NO_USER, { claims: { sub: "person-2" } });
  });

  it("refuses a person who is no enabled user, or whose address is not verified", async () => {
    await refusedAs(NO_USER, { claims: { email: "stranger@example.com" } });
    await refusedAs(NO_USER, { claims: { email_verified: false } });
    await refusedAs(NO_USER, { claims: { email_verified: "true" } });
    await operator("POST", users, { email: "kim@example.com", role: "read-only" });
    // With the Kelvin sign, which Unicode folds onto k.
    await refusedAs(NO_USER, { claims: { sub: "person-3", email: "\u212aim@example.com" } });
    const list = await operator("GET", users);
    const made = list.body["users"] as { user_id: string; email: string }[];
    const user = made.find(({ email }) => email === "ayse@example.com");
    await operator("PATCH", `${users}/${String(user?.user_id)}`, { state: "disabled" });
    await refusedAs(NO_USER, {});
    await operator("PATCH", `${users}/${String(user?.user_id)}`, { state: "enabled" });
    expect((await signIn()).answer.status).toBe(303);
  });

  it.each<[string, Twist]>([
    ["a wrong nonce", { claims: { nonce: "another" } }],
    ["no nonce", { claims: { nonce: undefined } }],
    ["another audience", { claims: { aud: "another-client" } }],
    ["several audiences without azp", { claims: { aud: [CLIENT.id, "another"] } }],
    ["another azp", { claims: { azp: "another" } }],
    ["another issuer", { claims: { iss: "https://attacker.example" } }],
    ["no subject", { claims: { sub: "" } }],
    ["no end", { claims: { exp: undefined } }],
    [
      "no signature",
      { token: (header, claims) => `${unsigned({ ...header, alg: "none" }, claims)}.` },
    ],
    [
      "the algorithm none",
      { token: (header, claims) => `${unsigned({ ...header, alg: "none" }, claims)}.AA` },
    ],
    ["critical extensions", { header: { crit: ["b64"], b64: false } }],
    [
      "another person's key",
      { token: (header, claims) => signed(newKey("first"), header, claims) },
    ],
    [
      "an unknown key",
      { token: (header, claims) => signed(newKey("other"), { ...header, kid: "other" }, claims) },
    ],
    ["no token", { token: () => "" }],
  ])("refuses a token with %s", async (_name, twist) => {
    await refusedAs(INVALID, twist);
  });

  it("refuses a token that is signed with the public key as a shared secret", async () => {
    const [key] = provider.state.keys;
    const pem = String(key?.publicKey.export({ type: "spki", format: "pem" }));
    await refusedAs(INVALID, {
      token: (header, claims) => signedWithSecret(pem, { ...header, alg: "HS256" }, claims),
    });
  });

  it("refuses expired tokens and those of the future, beyond a minute of skew", async () => {
    const seconds = Math.floor(clock.now() / 1_000);
    await refusedAs(INVALID, { claims: { exp: seconds - 61 } });
    await refusedAs(INVALID, { claims: { iat: seconds + 62 } });
    expect((await signIn({ claims: { exp: seconds - 30 } })).answer.status).toBe(303);
  });

  it("takes each answer once, in the browser that asked, and within ten minutes", async () => {
    const { browser, back } = await signIn();
    const replayed = await browser(back, "elsewhere");
    expect([replayed.status, replayed.html.includes(STALE)]).toEqual([422, true]);

    const attacker = browserAt(shop.url);
    const victim = browserAt(shop.url);
    const planted = provider.approve(await ask(attacker));
    await ask(victim);
    const calls = provider.state.tokenCalls;
    expect((await victim(planted, "elsewhere")).html).toContain(STALE);
    expect(provider.state.tokenCalls).toBe(calls);

    const slow = browserAt(shop.url);
    const late = provider.approve(await ask(slow));
    clock.move(10 * MINUTE);
    expect((await slow(late, "elsewhere")).html).toContain(STALE);
  });

  it("refuses an answer of another issuer, and metadata of another issuer", async () => {
    await refusedAs(INVALID, {}, { iss: "https://attacker.example" });
    expect((await signIn({}, { iss: provider.issuer })).answer.status).toBe(303);
    provider.state.metadata = { authorization_response_iss_parameter_supported: true };
    clock.move(11 * MINUTE);
    await refusedAs(INVALID, {});
    provider.state.metadata = { issuer: "https://attacker.example" };
    clock.move(11 * MINUTE);
    const answer = await browserAt(shop.url)("/panel/sign-in/identity");
    expect([answer.status, answer.html.includes(INVALID)]).toEqual([422, true]);
  });

  it("follows a rotation of the keys, and asks at most once a minute for unknown ones", async () => {
    const second = newKey("second", "ES256");
    provider.state.keys = [second];
    clock.move(MINUTE);
    expect((await signIn()).answer.status).toBe(303);
    const reads = provider.state.keyReads;
    for (let count = 0; count < 3; count += 1) {
      await refusedAs(INVALID, { header: { kid: `invented-${count}` } });
    }
    expect(provider.state.keyReads).toBe(reads);
    provider.state.keys = [newKey("third")];
    clock.move(10 * MINUTE);
    await refusedAs(INVALID, {
      token: (header, claims) => signed(second, { ...header, alg: "ES256", kid: "second" }, claims),
    });
    expect((await signIn()).answer.status).toBe(303);
  });

  it("trusts no old keys while the provider does not give the present ones", async () => {
    expect((await signIn()).answer.status).toBe(303);
    provider.state.metadata = { jwks_uri: `${provider.issuer}/nowhere` };
    clock.move(11 * MINUTE);
    await refusedAs(INVALID, {});
    provider.state.metadata = {};
    clock.move(11 * MINUTE);
    expect((await signIn()).answer.status).toBe(303);
  });

  it("leaves no code, state, token or secret in the log", () => {
    const log = shop.logLines.join("\n");
    expect(log).not.toContain("code-");
    expect(log).not.toContain(CLIENT.secret);
    expect(log).not.toMatch(/eyJ[\w-]{10}/);
  });

  it("admits members of the required group only", async () => {
    const strict = await startTestService({
      clock,
      environment: { ...oidc(provider.issuer), VEZNE_OIDC_REQUIRED_GROUP: "panel" },
    });
    const invite = operatorClient(strict.url, (await makeOperatorKey(strict)).text);
    const { merchantId } = strict.merchant.merchant;
    const wish = { email: "ayse@example.com", role: "read-only" };
    await invite("POST", `merchants/${merchantId}/users`, wish);
    const enter = async (groups: unknown) => {
      const browser = browserAt(strict.url);
      const { to } = await browser("/panel/sign-in/identity");
      return (await browser(provider.approve(to, { claims: { groups } }), "elsewhere")).status;
    };
    expect(await enter(undefined)).toBe(422);
    expect(await enter("panel")).toBe(422);
    expect(await enter(["others"])).toBe(422);
    expect(await enter(["others", "panel"])).toBe(303);
    // In use all the time, without a call of the provider: a person who left the group is out.
    const browser = browserAt(strict.url);
    const { to } = await browser("/panel/sign-in/identity");
    await browser(provider.approve(to, { claims: { groups: ["panel"] } }), "elsewhere");
    const uses: number[] = [];
    for (let minutes = 0; minutes < 61; minutes += 10) {
      uses.push((await browser("/panel/account")).status);
      clock.move(10 * MINUTE);
    }
    expect(uses).toEqual([200, 200, 200, 200, 200, 200, 303]);
    await strict.close();
  });

  it("lets an invited owner set up the second factor without a password, soon after the sign-in", async () => {
    const publicUrl = "https://pay.example";
    const open = await startTestService({
      clock,
      environment: {
        ...oidc(provider.issuer),
        VEZNE_PUBLIC_URL: publicUrl,
        VEZNE_TRUSTED_PROXIES: "127.0.0.1",
      },
    });
    const { merchantId } = open.merchant.merchant;
    const invite = operatorClient(open.url, (await makeOperatorKey(open)).text);
    const wish = { email: "ayse@example.com", role: "owner", language: "en" };
    await invite("POST", `merchants/${merchantId}/users`, wish);
    const browser = browserAt(open.url, publicUrl);
    const enter = async () => {
      const back = provider.approve((await browser("/panel/sign-in/identity")).to);
      return browser(back.replace(publicUrl, open.url), "elsewhere");
    };
    await enter();
    const settings = `/panel/${merchantId}/test/settings`;
    expect((await browser(settings)).to).toContain("second-factor");
    const setUp = async () => {
      const { html } = await browser("/panel/account/second-factor");
      const [, secret = ""] = /id="secret">([A-Z2-7 ]+)</.exec(html) ?? [];
      const [, token = ""] = /name="form_token" value="([^"]+)"/.exec(html) ?? [];
      const body = new URLSearchParams({
        form_token: token,
        code: codeOf(open, secret.replaceAll(" ", "")),
      });
      const { status } = await browser("/panel/account/second-factor", "ours", {
        method: "POST",
        body,
      });
      return { status, asksPassword: html.includes('name="password"') };
    };
    clock.move(10 * MINUTE);
    expect(await setUp()).toEqual({ status: 422, asksPassword: false });
    await enter();
    expect(await setUp()).toEqual({ status: 200, asksPassword: false });
    expect((await browser(settings)).status).toBe(200);
    const again = await enter();
    expect(again.to).toContain(encodeURIComponent("/panel/sign-in/code"));
    await open.close();
  });
});
