import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PANEL_ROUTES } from "../../src/edge/panel/panel-routes.ts";
import { fullPath, type PanelRoute } from "../../src/edge/panel/route.ts";
import {
  demandOf,
  may,
  mayOperate,
  operatorDemandOf,
  type Demand,
} from "../../src/merchant/permission.ts";
import { ROLES, type User } from "../../src/merchant/user.ts";
import { isFullRun } from "../support/full-run.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

type Expected = "sign_in" | "forbidden" | "unknown" | "second_factor" | "unconfirmed" | "allowed";
type Person = {
  readonly user: User;
  readonly visitor: PanelVisitor;
  readonly hasSecondFactor: boolean;
};

/** Ends the session that it is sent with, so it is walked last. */
const ENDING = new Set(["sign-out", "account/sessions/end-all"]);

/** Every route of the panel, asked for by everybody there can be. */
describe("the pages of the panel", { timeout: 120_000 }, () => {
  let shop: TestService;
  let nobody: PanelVisitor;
  const people = new Map<string, Person>();
  beforeAll(async () => {
    shop = await startTestService();
    const users = panelUsers(shop);
    const { merchant } = await shop.createMerchant("Komşu");
    nobody = panelVisitor(shop);
    const enter = async (name: string, person: Awaited<ReturnType<typeof users.create>>) => {
      const visitor = panelVisitor(shop);
      await visitor.signIn(person);
      people.set(name, { user: person.user, visitor, hasSecondFactor: false });
    };
    const secured = async (person: Awaited<ReturnType<typeof users.create>>) => {
      const visitor = panelVisitor(shop);
      await visitor.signIn(person);
      await visitor.secure();
      people.set("owner with a second factor", {
        user: person.user,
        visitor,
        hasSecondFactor: true,
      });
    };
    await secured(await users.create("owner", shop.merchant.merchant.merchantId));
    // What was given to set the second factor up confirms nothing any more.
    shop.clock.move(10 * 60_000);
    for (const role of ROLES) {
      await enter(role, await users.create(role, shop.merchant.merchant.merchantId));
      // Their roles are those of the table; the two ends of it are shown at every run.
      const isEnd = role === "owner" || role === "read-only";
      if (isEnd || isFullRun) await enter(`operator ${role}`, await users.create(role));
    }
    await enter("neighbour", await users.create("owner", merchant.merchantId));
  });
  afterAll(() => shop.close());

  const pathOf = (route: PanelRoute, mode: string): string =>
    fullPath(route)
      .replace(":merchant", shop.merchant.merchant.merchantId)
      .replace(":mode", mode)
      .replace(":order", "ORD-00000000000000000000000000A")
      .replace(/:\w+/g, "none");

  const ask = async (visitor: PanelVisitor, route: PanelRoute, mode: string): Promise<Expected> => {
    const path = pathOf(route, mode);
    const { status, location, html } =
      route.method === "GET" ? await visitor.get(path) : await visitor.post(path);
    if (location.includes("/panel/sign-in?next=")) return "sign_in";
    if (location === `${shop.url}/panel/sign-in`) return "sign_in";
    if (location.includes("second-factor?needed=")) return "second_factor";
    if (status === 422 && html.includes("Confirm that it is you")) return "unconfirmed";
    if (status === 403) return "forbidden";
    // A page of one's own that names nothing that exists is told apart from one that is not theirs.
    if (status === 404 && !html.includes(`data-merchant="${shop.merchant.merchant.merchantId}"`)) {
      return "unknown";
    }
    expect([route.method, path, status >= 500]).toEqual([route.method, path, false]);
    return "allowed";
  };

  /** What the table asks a session for, besides the role; the installation is a local sandbox. */
  const proofOf = (
    { method }: PanelRoute,
    { assurance, isConfirmed }: Demand,
    { hasSecondFactor }: Person,
  ): Expected => {
    if (assurance === "code" && !hasSecondFactor) return "second_factor";
    return isConfirmed && method === "POST" ? "unconfirmed" : "allowed";
  };

  const expectedOf = (route: PanelRoute, person: Person, mode: "test" | "live"): Expected => {
    const { user, hasSecondFactor } = person;
    switch (route.access) {
      case "open":
        throw new Error("open to anybody");
      case "account":
        return "allowed";
      case "operator":
        if (mayOperate(user, route.permission)) {
          return proofOf(route, operatorDemandOf(route.permission), person);
        }
        return user.merchantId === undefined ? "forbidden" : "unknown";
      case "merchant": {
        const { merchantId } = shop.merchant.merchant;
        if (user.merchantId !== undefined && user.merchantId !== merchantId) return "unknown";
        if (mode === "live" && !hasSecondFactor) return "second_factor";
        if (!may(user, route.permission)) return "forbidden";
        return proofOf(route, demandOf(route.permission, mode), person);
      }
    }
  };

  it("are each of a permission that the table gives to somebody", () => {
    expect(PANEL_ROUTES.length).toBeGreaterThan(15);
    const keys = PANEL_ROUTES.map((route) => `${route.method} ${fullPath(route)}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("send whoever is not signed in to the sign-in", async () => {
    for (const route of PANEL_ROUTES) {
      if (route.access === "open") continue;
      expect([fullPath(route), await ask(nobody, route, "test")]).toEqual([
        fullPath(route),
        "sign_in",
      ]);
    }
  });

  it.each(["test", "live"] as const)(
    "show themselves in %s mode to whom the table says",
    async (mode) => {
      const walked = PANEL_ROUTES.filter(
        ({ path, access }) => access !== "open" && !ENDING.has(path),
      );
      const walk = async ([name, person]: readonly [string, Person]): Promise<void> => {
        for (const route of walked) {
          if (mode === "live" && route.access !== "merchant") continue;
          const got = await ask(person.visitor, route, mode);
          const where = [name, route.method, route.path];
          expect([...where, got]).toEqual([...where, expectedOf(route, person, mode)]);
        }
      };
      await Promise.all([...people].map(walk));
    },
  );

  it("know no path besides", async () => {
    const { visitor } = people.get("owner") ?? { visitor: nobody };
    for (const path of ["/panel/nothing", "/panel/mer_00000000/test", "/panel/x/y/z"]) {
      expect((await visitor.get(path)).status).toBe(404);
    }
    const wrong = await visitor.post("/panel/account");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});
