import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { createIdentityStore } from "../../src/store/merchant/identity-store.ts";
import { createCodeSecrets } from "../../src/vault/code-secrets.ts";
import { later } from "../../src/kernel/clock.ts";
import { Secret } from "../../src/kernel/secret.ts";
import { openPanelSession, readPanelSession } from "../../src/domain/merchant/panel-session.ts";
import { signIn } from "../../src/domain/merchant/sign-in.ts";
import type { Installation } from "../../src/service/installation/installation.ts";
import { peopleDeps } from "../../src/service/http/panel-people.ts";
import { countStatements } from "../support/count-statements.ts";
import { CLIENT, startIdentityProvider } from "../support/identity-provider.ts";
import { atInstallation, COMMAND_NAME } from "../support/installation.ts";
import { panelUsers, panelVisitor, type PanelUser } from "../support/panel-visitor.ts";
import { movableClock } from "../support/sandbox-bank.ts";
import { startTestService, type TestService } from "../support/service.ts";

const MINUTE = 60_000;

describe("passwords of a panel that has only an identity provider", () => {
  const clock = movableClock();
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
  let shop: TestService;
  let people: ReturnType<typeof panelUsers>;
  beforeAll(async () => {
    provider = await startIdentityProvider(() => clock.now());
    shop = await startTestService({
      clock,
      environment: {
        VEZNE_OIDC_ISSUER: provider.issuer,
        VEZNE_OIDC_CLIENT_ID: CLIENT.id,
        VEZNE_OIDC_CLIENT_SECRET: CLIENT.secret,
        VEZNE_LOCAL_PASSWORDS: "off",
      },
    });
    people = panelUsers(shop);
  });
  afterAll(async () => {
    await shop.close();
    await provider.close();
  });

  const enter = async (person: PanelUser) => (await panelVisitor(shop).signIn(person)).status;
  const permit = async ({ user }: PanelUser) => {
    const pool = shop.database.open({ max: 1 });
    const until = later(clock.now(), 60 * MINUTE);
    await createIdentityStore(pool).allowPassword(user.userId, until);
    await pool.end();
  };

  it("open no session, except with a permit of the command line", async () => {
    const person = await people.create("owner");
    const page = await panelVisitor(shop).get("/panel/sign-in");
    expect(page.html).not.toContain('name="password"');
    expect(await enter(person)).toBe(422);
    await permit(person);
    const local = await panelVisitor(shop).get("/panel/sign-in?local=yes");
    expect(local.html).toContain('name="password"');
    expect(await enter(person)).toBe(303);
    clock.move(60 * MINUTE);
    expect(await enter(person)).toBe(422);
    clock.move(60 * MINUTE);
  });

  it("are counted as wrong ones, also if they are right", async () => {
    const person = await people.create("owner");
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) statuses.push(await enter(person));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    clock.move(60 * MINUTE);
  });

  it("cost as many statements for a right password as for a wrong one or a stranger", async () => {
    const person = await people.create("owner");
    const permitted = await people.create("owner");
    await permit(permitted);
    const { email } = person.user;
    const tries = [
      { email, password: person.password },
      { email, password: "no" },
      { email: "ghost@example.com", password: "no" },
      { email: permitted.user.email, password: "no" },
    ];
    const counts = await atInstallation(shop, async (installation) => {
      const deps = await peopleDeps(withoutPasswords(installation), {
        codeSecrets: codeSecretsOf(installation),
      });
      const counted: number[] = [];
      for (const { password, ...rest } of tries) {
        const command = { ...rest, password: new Secret(password), browser, replaces: undefined };
        counted.push(
          await countStatements(COMMAND_NAME, async () => {
            expect(await signIn(deps, command)).toEqual({ ok: false, refusal: { code: "wrong" } });
          }),
        );
      }
      return counted;
    });
    expect(new Set(counts)).toEqual(new Set([counts[0]]));
  });
});

describe("a session of the panel", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  it("holds as long as the way in which it was opened is open", async () => {
    const people = panelUsers(shop);
    const [person, permitted] = [await people.create("owner"), await people.create("owner")];
    await atInstallation(shop, async (installation) => {
      const { identities, users, clock } = installation;
      const identity = readConfig({
        VEZNE_OIDC_ISSUER: "https://id.example",
        VEZNE_OIDC_CLIENT_ID: CLIENT.id,
        VEZNE_OIDC_CLIENT_SECRET: CLIENT.secret,
      }).identity;
      const after = (changes: Partial<Installation["config"]>) =>
        peopleDeps(
          { ...installation, config: { ...installation.config, ...changes } },
          { codeSecrets: codeSecretsOf(installation) },
        );
      const both = await after({ identity });
      const open = async ({ user }: PanelUser, isByIdentity: boolean) => {
        const hash = (await users.find(user.userId))?.passwordHash ?? "";
        const facts = { isPending: false, hasSecondFactor: false, isByIdentity };
        const proof = { kind: "password", hash } as const;
        const token = await openPanelSession(both, {
          ...facts,
          userId: user.userId,
          browser,
          proof,
          replaces: undefined,
        });
        return token ?? "";
      };
      const tokens = [
        await open(person, false),
        await open(person, true),
        await open(permitted, false),
      ];
      await identities.allowPassword(permitted.user.userId, later(clock.now(), 60 * MINUTE));
      const held = async (deps: Awaited<ReturnType<typeof after>>) => {
        const found = await Promise.all(tokens.map((token) => readPanelSession(deps, token)));
        return found.map((session) => session !== undefined);
      };
      expect(await held(both)).toEqual([true, true, true]);
      expect(await held(await after({ identity: undefined }))).toEqual([true, false, true]);
      const without = await after({ identity, localPasswords: false });
      expect(await held(without)).toEqual([false, true, true]);
    });
  });
});

const browser = { address: "192.0.2.1", userAgent: "test", network: "192.0.2.1", device: "" };

function withoutPasswords(installation: Installation): Installation {
  return { ...installation, config: { ...installation.config, localPasswords: false } };
}

function codeSecretsOf({ codeSecretStore, vaultKeys, random }: Installation) {
  return createCodeSecrets({
    store: codeSecretStore,
    keys: vaultKeys,
    random,
    report: () => undefined,
  });
}
