import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLE } from "../../src/http/openapi/example-values.ts";
import { may } from "../../src/domain/merchant/permission.ts";
import { ROLES, type User } from "../../src/domain/merchant/user.ts";
import { readApiDocument } from "../support/api-document.ts";
import { callsOf, sendCall } from "../support/documented-calls.ts";
import type { Offer } from "../support/fuzz/page-forms.ts";
import { routeOf } from "../support/offer-ids.ts";
import { VIEW } from "../support/owner-offers.ts";
import { query } from "../support/merchant-calls.ts";
import { isQuestion } from "../support/panel-visitor.ts";
import { changedRows, rowTexts, type RowTexts } from "../support/row-texts.ts";
import {
  sendOffer,
  signIn,
  startStillWorld,
  type SignedIn,
  type StillWorld,
} from "../support/still-world.ts";

/**
 * The forms and pages that an operator with all permissions is offered, with their real fields,
 * are used by the users of the merchant who lack the permission; and the calls of operators are
 * made with a merchant's key. New pages and operations join by themselves.
 */
describe("forms and pages of higher rights", () => {
  let world: StillWorld;
  const people: SignedIn[] = [];
  let before: RowTexts;
  beforeAll(async () => {
    world = await startStillWorld();
    for (const role of ROLES) {
      const { merchantId } = world.owner.merchant;
      people.push(await signIn(world.shop, role, merchantId, `${role}@shop.example`));
    }
    before = await rows();
  });
  afterAll(() => world.close());

  /** All rows of the installation but the sessions of those users. */
  const rows = (): Promise<RowTexts> =>
    rowTexts(world.shop, { userIds: people.map(({ user }) => user.userId) });
  const changed = async () => changedRows(before, await rows());

  it.each(ROLES)("are refused to the role %s, and change nothing", async (role) => {
    const person = people.find(({ user }) => user.role === role);
    if (person === undefined) throw new Error(`no user has the role ${role}`);
    const refused = world.offers.flatMap((offer) => {
      const status = refusalOf(offer, person.user);
      return status === undefined ? [] : [{ offer, status }];
    });
    // An owner lacks only the permissions of operators.
    expect(refused.length).toBeGreaterThan(role === "owner" ? 5 : 50);
    for (const { offer, status } of refused) {
      const answer = await sendOffer(person, offer);
      const where = [offer.method, offer.path, offer.fields];
      expect([...where, answer.status]).toEqual([...where, status]);
    }
    expect(await changed()).toEqual([]);
  });

  it("are not open to the key of a merchant at the interface", async () => {
    const { shop, owner, ids } = world;
    const { operations } = await readApiDocument(shop.url);
    const ofOperators = operations.filter((one) => one.isOfOperators);
    expect(ofOperators.length).toBeGreaterThan(20);
    for (const operation of ofOperators) {
      for (const text of callsOf(operation)) {
        const real = [...ids, [EXAMPLE.merchant, owner.merchant.merchantId] as const].reduce(
          (all, [example, id]) => all.replaceAll(example, id),
          text,
        );
        for (const key of [owner.testApiKey, owner.liveApiKey]) {
          const { status, body } = await sendCall(shop.url, real, key);
          const where = [operation.id, status, body["code"]];
          expect(where).toEqual([operation.id, 401, "invalid_api_key"]);
        }
      }
    }
    expect(await changed()).toEqual([]);
  });

  it("change nothing before the question is answered that some of them are asked", async () => {
    const owner = people.find(({ user }) => user.role === "owner");
    if (owner === undefined) throw new Error("no user is an owner");
    const asking = world.offers.filter((offer) => {
      const route = routeOf(offer);
      return route.access === "merchant" && route.ask !== undefined;
    });
    const asked = new Set<string>();
    for (const { path, fields } of asking) {
      const sent = fields.filter(([name]) => name !== "form_token" && name !== "password");
      const answer = await owner.visitor.submit(path, {
        ...Object.fromEntries(sent),
        overlap: "0",
        intent: "remove",
      });
      if (isQuestion(answer)) asked.add(path.replace(/[^/]*\d[^/]*/g, "id"));
    }
    expect([...asked].toSorted()).toMatchInlineSnapshot(`
      [
        "/panel/id/live/users/id/disable",
        "/panel/id/live/users/id/reset",
        "/panel/id/live/webhooks/secret/roll",
        "/panel/id/test/acquirers/id/retire",
        "/panel/id/test/acquirers/routing/remove",
        "/panel/id/test/approvals/approve",
        "/panel/id/test/approvals/reject",
        "/panel/id/test/cards/erase",
        "/panel/id/test/keys/id/end",
        "/panel/id/test/transfers/accounts/withdraw",
        "/panel/id/test/users/id/disable",
        "/panel/id/test/users/id/reset",
        "/panel/id/test/webhooks/id/remove",
        "/panel/id/test/webhooks/id/roll",
        "/panel/id/test/webhooks/secret/roll",
      ]
    `);
    expect(await changed()).toEqual([]);
  });

  it("reach no view and no session of another user with the same role", async () => {
    const [view] = await query(world.shop, "select view_id, user_id from panel_view");
    const [session] = await query(
      world.shop,
      "select session_ref from panel_session where user_id = $1",
      [view?.["user_id"]],
    );
    const { merchantId } = world.owner.merchant;
    const colleague = people.find(({ user }) => user.role === "owner");
    if (colleague === undefined) throw new Error("no colleague is an owner");
    const { visitor } = colleague;
    const payments = `/panel/${merchantId}/test/payments`;
    expect((await visitor.get(payments)).html).not.toContain(VIEW);
    await visitor.post(`${payments}/views/remove`, { view: String(view?.["view_id"]) });
    await visitor.post("/panel/account/sessions/end", {
      session: String(session?.["session_ref"]),
    });
    expect(await changed()).toEqual([]);
  });

  it("change nothing either when the service has written its log and ended", async () => {
    await world.stop();
    expect(await changed()).toEqual([]);
  });
});

/** The status with which a page or form is refused to a merchant's user; undefined if it is not. */
function refusalOf(offer: Offer, user: User): number | undefined {
  const route = routeOf(offer);
  switch (route.access) {
    case "open":
    case "account":
      return undefined;
    case "operator":
      return 404;
    case "merchant":
      return may(user, route.permission) ? undefined : 403;
  }
}
