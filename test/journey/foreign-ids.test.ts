import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLE } from "../../src/http/openapi/example-values.ts";
import { PANEL_ROUTES } from "../../src/panel/panel-routes.ts";
import { readApiDocument } from "../support/api-document.ts";
import { callsOf, sendCall } from "../support/documented-calls.ts";
import { idsOf, renamed, routeOf, withoutIds, withUnknownIds } from "../support/offer-ids.ts";
import { makeOperatorKey, operatorClient } from "../support/operator.ts";
import { changedRows, rowTexts, type RowTexts } from "../support/row-texts.ts";
import {
  sendOffer,
  signIn,
  startStillWorld,
  type SignedIn,
  type StillWorld,
} from "../support/still-world.ts";

/** The operations that name an object of the owner. */
const WITH_IDS = [
  "pay",
  "getPaymentStatus",
  "eraseStoredCard",
  "refundPayment",
  "getRefund",
  "voidPayment",
  "capturePayment",
  "removeWebhookEndpoint",
  "endKey",
  "changeUser",
];

/**
 * Every call and form that names objects is made by another merchant, with real ids and with
 * unknown ids of the same form. New operations and pages join by themselves.
 */
describe("ids of another merchant", () => {
  let world: StillWorld;
  let neighbour: SignedIn;
  let operatorKey = "";
  let before: RowTexts;
  beforeAll(async () => {
    world = await startStillWorld();
    neighbour = await signIn(world.shop, "owner", neighbourId(), "n@example.com");
    operatorKey = (await makeOperatorKey(world.shop)).text;
    // Notes the first use of the key.
    await operatorClient(world.shop.url, operatorKey)("GET", "merchants");
    before = await rowsOfOthers();
  });
  afterAll(() => world.close());

  const ownerId = () => world.owner.merchant.merchantId;
  const neighbourId = () => world.shop.merchant.merchant.merchantId;
  /** All rows but the neighbour's: none of its calls may change, remove or add one. */
  const rowsOfOthers = (): Promise<RowTexts> =>
    rowTexts(world.shop, { merchantId: neighbourId(), userIds: [neighbour.user.userId] });
  const changed = async () => changedRows(before, await rowsOfOthers());

  const known = () =>
    world.offers.filter(
      (one) => one.path.startsWith(`/panel/${ownerId()}/`) && idsOf(one).length > 0,
    );

  it("are sent with every form of the panel that has one in its path", () => {
    const sent = new Set(known().map(routeOf));
    const withId = PANEL_ROUTES.filter(
      ({ method, access, path }) =>
        method === "POST" && access === "merchant" && path.includes(":"),
    );
    expect(withId.filter((route) => !sent.has(route)).map(({ path }) => path)).toEqual([]);
  });

  it("are answered by the panel like unknown ones, and change nothing", async () => {
    const differences: unknown[] = [];
    const atNeighbour = (text: string) => text.replaceAll(ownerId(), neighbourId());
    for (const offer of known()) {
      const own = renamed(offer, atNeighbour);
      const pairs = [
        [own, renamed(own, withUnknownIds)],
        [offer, renamed(offer, withUnknownIds)],
      ] as const;
      for (const [theirs, unknown] of pairs) {
        const real = await sendOffer(neighbour, theirs);
        const none = await sendOffer(neighbour, unknown);
        expect(real.status).toBeLessThan(500);
        const [one, other] = [withoutIds(real.text), withoutIds(none.text)];
        if (real.status !== none.status || one !== other) {
          differences.push([offer.method, theirs.path, offer.fields, firstDifference(one, other)]);
        }
      }
    }
    expect(differences).toEqual([]);
    expect(await changed()).toEqual([]);
  });

  it("are answered by the interface like unknown ones, and change nothing", async () => {
    const { shop, ids } = world;
    const { operations } = await readApiDocument(shop.url);
    const session = await shop.api.session();
    const named: string[] = [];
    for (const operation of operations) {
      const calls = [...callsOf(operation)].filter((text) =>
        ids.some(([example]) => example !== EXAMPLE.session && text.includes(example)),
      );
      for (const text of calls) {
        const own = text
          .replaceAll(EXAMPLE.session, session)
          .replaceAll(EXAMPLE.merchant, neighbourId());
        const withIds = (change: (id: string) => string): string =>
          ids.reduce((all, [example, id]) => all.replaceAll(example, change(id)), own);
        const [real, none] = [withIds((id) => id), withIds(withUnknownIds)];
        const key = operation.isOfOperators ? operatorKey : shop.merchant.testApiKey;
        const [first, second] = [await answerTo(real, key), await answerTo(none, key)];
        expect([operation.id, first]).toEqual([operation.id, second]);
        expect([operation.id, first.status >= 400 && first.status < 500]).toEqual([
          operation.id,
          true,
        ]);
        named.push(operation.id);
      }
    }
    expect(named).toEqual(expect.arrayContaining(WITH_IDS));
    expect(await changed()).toEqual([]);
  });

  const answerTo = async (call: string, key: string) => {
    const { status, text } = await sendCall(world.shop.url, call, key);
    return { status, text: withoutIds(text) };
  };

  it("change nothing either when the service has written its log and ended", async () => {
    await world.stop();
    expect(await changed()).toEqual([]);
  });
});

function firstDifference(one: string, other: string): string {
  const at = [...one].findIndex((character, index) => character !== other[index]);
  return `${one.slice(Math.max(0, at - 80), at + 120)} ≠ ${other.slice(at, at + 120)}`;
}
