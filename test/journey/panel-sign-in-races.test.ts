import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Secret } from "../../src/kernel/secret.ts";
import { changePassword } from "../../src/domain/merchant/choose-password.ts";
import { resetPassword } from "../../src/domain/merchant/manage-users.ts";
import { openPanelSession, readPanelSession } from "../../src/domain/merchant/panel-session.ts";
import { choosePasswordByLink, resetByLink } from "../../src/domain/merchant/password-link.ts";
import { confirmSecondFactor, setUpSecret } from "../../src/domain/merchant/second-factor.ts";
import { finishIdentity } from "../../src/domain/merchant/sign-in-by-identity.ts";
import { passSecondFactor, signIn } from "../../src/domain/merchant/sign-in.ts";
import type { Account } from "../../src/domain/merchant/user-ports.ts";
import type { Installation } from "../../src/service/installation/installation.ts";
import { peopleDeps } from "../../src/service/http/panel-people.ts";
import { atInstallation } from "../support/installation.ts";
import { codeOf, panelUsers, panelVisitor, type PanelUser } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

type People = Awaited<ReturnType<typeof peopleDeps>>;

const browser = { address: "192.0.2.1", userAgent: "test", network: "192.0.2.1", device: "" };
const NEW_PASSWORD = "Kestane 27 Kirpi";

/** In each test the access of a user ends while a request that has just proved it goes on. */
describe("a request under way when the user's password is reset", { timeout: 120_000 }, () => {
  let shop: TestService;
  let users: ReturnType<typeof panelUsers>;
  beforeAll(async () => {
    shop = await startTestService();
    users = panelUsers(shop);
  });
  afterAll(() => shop.close());

  const newOwner = () => users.create("owner", shop.merchant.merchant.merchantId);
  const sessionsOf = ({ user }: PanelUser) =>
    users.deps.panelSessions.list(user.userId, shop.clock.now());
  const accountOf = async ({ user }: PanelUser): Promise<Account> => {
    const account = await users.deps.users.find(user.userId);
    if (account === undefined) throw new Error("no account");
    return account;
  };
  const withPeople = <Value>(work: (people: People) => Promise<Value>): Promise<Value> =>
    atInstallation(shop, async (installation) => work(await peopleOf(installation)));
  /** Dependencies whose check of a password is followed by a reset. */
  const resetsAfterCheck = (people: People, { user }: PanelUser): People => ({
    ...people,
    hasher: {
      ...people.hasher,
      verify: async (hash, password) => {
        const isRight = await people.hasher.verify(hash, password);
        if (isRight) await resetPassword(users.deps, user.userId);
        return isRight;
      },
    },
  });
  const openSession = async (people: People, person: PanelUser) => {
    const { passwordHash: hash } = await accountOf(person);
    const token = await openPanelSession(people, {
      userId: person.user.userId,
      isPending: false,
      hasSecondFactor: false,
      browser,
      proof: { kind: "password", hash },
      replaces: undefined,
    });
    const signedIn = await readPanelSession(people, token ?? "");
    if (token === undefined || signedIn === undefined) throw new Error("no session");
    return { token, signedIn };
  };

  it("opens no session by the old password", async () => {
    const person = await newOwner();
    const answer = await withPeople((people) =>
      signIn(resetsAfterCheck(people, person), {
        email: person.user.email,
        password: new Secret(person.password),
        browser,
        replaces: undefined,
      }),
    );
    expect(answer).toEqual({ ok: false, refusal: { code: "wrong" } });
    expect(await sessionsOf(person)).toEqual([]);
  });

  it("opens no session by a code of the second factor", async () => {
    const person = await newOwner();
    const visitor = panelVisitor(shop);
    await visitor.signIn(person);
    const { codes } = await visitor.secure();
    const answer = await withPeople(async (people) => {
      const opened = await signIn(people, {
        email: person.user.email,
        password: new Secret(person.password),
        browser,
        replaces: undefined,
      });
      if (!opened.ok) throw new Error("the password is right");
      const pending = await readPanelSession(people, opened.value.token);
      if (pending === undefined) throw new Error("no pending session");
      const late: People = {
        ...people,
        users: {
          ...people.users,
          takeRecoveryCode: async (...values) => {
            const isTaken = await people.users.takeRecoveryCode(...values);
            await resetPassword(users.deps, person.user.userId);
            return isTaken;
          },
        },
      };
      const code = new Secret(codes[0] ?? "");
      return passSecondFactor(late, { session: pending.session, code, browser });
    });
    expect(answer).toEqual({ ok: false, refusal: { code: "wrong" } });
    expect(await sessionsOf(person)).toEqual([]);
  });

  it("sets no password in place of the new one", async () => {
    const person = await newOwner();
    const answer = await withPeople(async (people) => {
      const { signedIn } = await openSession(people, person);
      return changePassword(resetsAfterCheck(people, person), signedIn, {
        current: new Secret(person.password),
        next: new Secret(NEW_PASSWORD),
      });
    });
    expect(answer).toEqual({ ok: false, refusal: "wrong_password" });
    const { user, passwordHash } = await accountOf(person);
    expect(user.hasTemporaryPassword).toBe(true);
    expect(await users.deps.hasher.verify(passwordHash, NEW_PASSWORD)).toBe(false);
  });

  it("activates no second factor", async () => {
    const person = await newOwner();
    const answer = await withPeople(async (people) => {
      const { signedIn, token } = await openSession(people, person);
      const secret = setUpSecret(people, token);
      return confirmSecondFactor(resetsAfterCheck(people, person), signedIn, {
        password: new Secret(person.password),
        code: new Secret(codeOf(shop, secret.reveal())),
        secret,
      });
    });
    expect(answer).toEqual({ ok: false, refusal: "wrong_code" });
    expect((await accountOf(person)).user.secondFactorSince).toBeUndefined();
  });

  it("leaves no session open that began before a password was chosen at a link", async () => {
    const person = await newOwner();
    await withPeople(async (people) => {
      const { token } = await resetByLink(people, person.user, person.user.userId);
      await openSession(people, person);
      const chosen = await choosePasswordByLink(people, {
        token,
        password: new Secret(NEW_PASSWORD),
      });
      expect(chosen.ok).toBe(true);
    });
    expect(await sessionsOf(person)).toEqual([]);
  });

  it("opens no session for a person whom the command line has just unbound", async () => {
    const person = await newOwner();
    const { userId } = person.user;
    const identity = { issuer: "https://id.example", subject: "7", groups: [] };
    const answer = await atInstallation(shop, async (installation) => {
      const people = await peopleOf(installation);
      const { identities } = installation;
      await identities.bind(userId, identity, shop.clock.now());
      const deps = {
        ...people,
        requiredGroup: undefined,
        provider: {
          askAt: async () => ({ ok: true, value: "" }) as const,
          redeem: async () =>
            ({ ok: true, value: { ...identity, verifiedEmail: undefined } }) as const,
        },
        identities: {
          ...identities,
          take: async () => ({
            stateHash: "",
            browserHash: "",
            next: "/panel",
            expiresAt: shop.clock.now(),
          }),
          userOf: async () => {
            const found = await identities.userOf(identity);
            await identities.unbind(userId);
            return found;
          },
        },
      };
      const returned = { state: "s", browserToken: "b", code: new Secret("c"), issuer: undefined };
      return finishIdentity(deps, { ...returned, browser, replaces: undefined });
    });
    expect(answer).toMatchObject({ ok: false, refusal: { code: "no_user" } });
    expect(await sessionsOf(person)).toEqual([]);
  });
});

function peopleOf(installation: Installation): Promise<People> {
  const { pool } = installation;
  return peopleDeps(installation, {
    codeSecrets: {
      read: async () => undefined,
      keep: async (userId, secret) => {
        await pool.query("update panel_user set code_secret = $2 where user_id = $1", [
          userId,
          secret,
        ]);
        return secret;
      },
    },
  });
}
