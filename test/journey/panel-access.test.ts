import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PANEL_ROUTES } from "../../src/panel/panel-routes.ts";
import { fullPath, type PanelRoute } from "../../src/panel/kit/route.ts";
import {
  demandOf,
  may,
  mayOperate,
  operatorDemandOf,
  type Demand,
} from "../../src/domain/merchant/permission.ts";
import { ROLES, type User } from "../../src/domain/merchant/user.ts";
import { isWholeRun } from "../support/full-run.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

type Expected = "sign_in" | "forbidden" | "unknown" | "second_factor" | "unconfirmed" | "allowed";
type Person = {
  readonly user: User;
  readonly visitor: PanelVisitor;
  readonly hasSecondFactor: boolean;
};

/** This route ends the session that calls it, so it is called last. */
const ENDING = new Set(["sign-out", "account/sessions/end-all"]);

/** Requests every route of the panel as every kind of user. */
describe("the pages of the panel", () => {
  let shop: TestService;
  let visitorWithoutSession: PanelVisitor;
  const people = new Map<string, Person>();
  beforeAll(async () => {
    shop = await startTestService();
    const users = panelUsers(shop);
    const { merchant } = await shop.createMerchant("Komşu");
    visitorWithoutSession = panelVisitor(shop);
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
    // The proof that was given to set up the second factor confirms nothing else.
    shop.clock.move(10 * 60_000);
    for (const role of ROLES) {
      await enter(role, await users.create(role, shop.merchant.merchant.merchantId));
      // Every run shows the roles with the most and the fewest permissions.
      const isEnd = role === "owner" || role === "read-only";
      if (isEnd || isWholeRun) await enter(`operator ${role}`, await users.create(role));
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
    // A page of the user's own answers an unknown id differently from a page without permission.
    if (status === 404 && !html.includes(`data-merchant="${shop.merchant.merchant.merchantId}"`)) {
      return "unknown";
    }
    expect([route.method, path, status >= 500]).toEqual([route.method, path, false]);
    return "allowed";
  };

  /** The assurance that the table asks of a session, besides the role, in a local sandbox. */
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
        throw new Error("the route needs no session");
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

  it("each have a permission that the table gives to some role", () => {
    expect(PANEL_ROUTES.length).toBeGreaterThan(15);
    const keys = PANEL_ROUTES.map((route) => `${route.method} ${fullPath(route)}`);
    expect(new Set(keys).size).toBe(keys.length);
    const users = [...people.values()].map(({ user }) => user);
    const unreachable = PANEL_ROUTES.filter((route) => {
      if (route.access === "merchant") return !users.some((user) => may(user, route.permission));
      return (
        route.access === "operator" && !users.some((user) => mayOperate(user, route.permission))
      );
    });
    expect(unreachable.map(fullPath)).toEqual([]);
  });

  it("redirect a visitor without a session to the sign-in", async () => {
    for (const route of PANEL_ROUTES) {
      if (route.access === "open") continue;
      expect([fullPath(route), await ask(visitorWithoutSession, route, "test")]).toEqual([
        fullPath(route),
        "sign_in",
      ]);
    }
  });

  it.each(["test", "live"] as const)(
    "are shown in %s mode to the roles of the table",
    async (mode) => {
      const called = PANEL_ROUTES.filter(
        ({ path, access }) => access !== "open" && !ENDING.has(path),
      );
      const callAll = async ([name, person]: readonly [string, Person]): Promise<void> => {
        for (const route of called) {
          if (mode === "live" && route.access !== "merchant") continue;
          const got = await ask(person.visitor, route, mode);
          const where = [name, route.method, route.path];
          expect([...where, got]).toEqual([...where, expectedOf(route, person, mode)]);
        }
      };
      await Promise.all([...people].map(callAll));
    },
  );

  it("include no path beside the routes", async () => {
    const { visitor } = people.get("owner") ?? { visitor: visitorWithoutSession };
    for (const path of ["/panel/nothing", "/panel/mer_00000000/test", "/panel/x/y/z"]) {
      expect((await visitor.get(path)).status).toBe(404);
    }
    const wrong = await visitor.post("/panel/account");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});
