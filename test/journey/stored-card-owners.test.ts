import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CardOwner } from "../../src/domain/card/stored-card.ts";
import { givenKeys } from "../../src/vault/key-source.ts";
import { createApiClient, type ApiAnswer } from "../support/api-client.ts";
import { startTestService, type TestMerchant, type TestService } from "../support/service.ts";
import { openTestVault, storeCards } from "../support/stored-cards.ts";

const CARD = "5528790000000008";
const UNKNOWN = `tok_${"0".repeat(43)}`;
const MODES = ["test", "live"] as const;
const CUSTOMERS = [undefined, "ada", "bora"] as const;

type Place = {
  readonly merchant: TestMerchant;
  readonly mode: (typeof MODES)[number];
  readonly customer: (typeof CUSTOMERS)[number];
};

/** Every merchant, mode and customer tries to use the stored cards of every other. */
describe("the owner of a stored card", () => {
  let shop: TestService;
  let places: readonly Place[];
  const tokens = new Map<Place, string>();
  const sessions = new Map<Place, string>();
  beforeAll(async () => {
    shop = await startTestService();
    const merchants = [shop.merchant, await shop.createMerchant("Kırtasiyeci")];
    places = merchants.flatMap((merchant) =>
      MODES.flatMap((mode) => CUSTOMERS.map((customer) => ({ merchant, mode, customer }))),
    );
    const vault = openTestVault(shop.database, givenKeys(shop.config.vault));
    for (const place of places) {
      const wish = { owner: ownerOf(place), numbers: [CARD] };
      const [token = ""] = await storeCards(shop.database, vault, wish);
      tokens.set(place, token);
      sessions.set(place, await sessionOf(place));
    }
  });
  afterAll(() => shop.close());

  const keyOf = ({ merchant, mode }: Place): string =>
    mode === "test" ? merchant.testApiKey : merchant.liveApiKey;
  const sessionOf = (place: Place): Promise<string> =>
    createApiClient(shop.url, keyOf(place)).session(
      place.customer === undefined ? {} : { customer: { customer_id: place.customer } },
    );
  const pay = (session: string | undefined, token: string, fields = {}): Promise<ApiAnswer> =>
    shop.api.post("/api/v1/payment/pay", {
      session_id: session,
      payment_type: "creditcard",
      card_token: token,
      ...fields,
    });
  const isOwn = (card: Place, by: Place): boolean =>
    card.merchant === by.merchant &&
    card.mode === by.mode &&
    (card.customer === undefined || card.customer === by.customer);

  it("is the only one who can pay with it; others get the answer of an unknown token", async () => {
    const refusals = new Set<string>();
    let own = 0;
    for (const by of places) {
      const session = sessions.get(by);
      for (const wrong of [UNKNOWN, "tok_short", "no token", CARD, "tok_' or 1=1 --"]) {
        refusals.add(withoutId(await pay(session, wrong)));
      }
      for (const card of places) {
        const token = tokens.get(card) ?? "";
        if (isOwn(card, by)) {
          own += 1;
          const answer = await pay(await sessionOf(by), token);
          // Only a bank for live payments is missing here, so the owner gets that far.
          const expected = by.mode === "test" ? [200, undefined] : [409, "acquirer_not_configured"];
          expect([answer.status, answer.body["code"]]).toEqual(expected);
        } else {
          refusals.add(withoutId(await pay(session, token)));
          refusals.add(
            withoutId(await pay(session, token, { cvc: "1234", installment_count: 99 })),
          );
        }
      }
    }
    expect(own).toBe(2 * 2 * (1 + 2 + 2));
    expect([...refusals]).toEqual([expect.stringContaining('"code":"card_token_not_found"')]);
  });

  it("is no customer where the customer_id is blank, as many shops send it for guests", async () => {
    const guest = (blank: string) => shop.api.session({ customer: { customer_id: blank } });
    const saved = await shop.api.pay(await guest(""), "5400360000000003", {
      fields: { save_card: true },
    });
    const earlier = { merchantId: shop.merchant.merchant.merchantId, mode: "test" } as const;
    const vault = openTestVault(shop.database, givenKeys(shop.config.vault));
    const wish = { owner: { ...earlier, customerId: "" }, numbers: ["4543590000000006"] };
    const [old = ""] = await storeCards(shop.database, vault, wish);
    const mine = [String(saved.body["card_token"]), old];
    const orders = new Set<unknown>();
    for (const token of mine) {
      for (const session of [await guest(""), await guest(" "), await shop.api.session()]) {
        const { body } = await pay(session, token);
        expect(body).toMatchObject({ status: "completed", card_token: token });
        orders.add(body["order_id"]);
      }
    }
    const headers = { authorization: `Bearer ${shop.merchant.testApiKey}` };
    const list = await shop.api.get("/api/v1/payment/transactions?per_page=100", headers);
    const records = list.body["transactions"] as readonly Record<string, unknown>[];
    const own = records.filter(({ order_id }) => orders.has(order_id));
    expect(own.map(({ customer_id }) => customer_id)).toEqual(Array(6).fill(null));
    for (const token of mine) {
      await shop.api.send("DELETE", `/api/v1/payment/cards/${token}`, { headers });
    }
  });

  it("is the only merchant and mode that can list and erase it", async () => {
    for (const by of places) {
      const headers = { authorization: `Bearer ${keyOf(by)}` };
      const list = async (search: string) =>
        (await shop.api.get(`/api/v1/payment/cards?${search}`, headers)).body["cards"];
      const ownTokens = places
        .filter(({ merchant, mode }) => merchant === by.merchant && mode === by.mode)
        .map((place) => tokens.get(place));
      const listed = (await list("")) as readonly { readonly card_token: string }[];
      expect(listed.map(({ card_token }) => card_token).toSorted()).toEqual(ownTokens.toSorted());
      if (by.customer !== undefined) {
        expect(await list(`customer_id=${by.customer}`)).toMatchObject([
          { card_token: tokens.get(by), customer_id: by.customer },
        ]);
      }
      const erase = (token: string) =>
        shop.api.send("DELETE", `/api/v1/payment/cards/${token}`, { headers });
      const unknown = withoutId(await erase(UNKNOWN));
      for (const wrong of ["x", "tok_%00", "..%2f..", encodeURIComponent("tok_ğ")]) {
        expect(withoutId(await erase(wrong))).toBe(unknown);
      }
      for (const card of places.filter(
        ({ merchant, mode }) => merchant !== by.merchant || mode !== by.mode,
      )) {
        expect(withoutId(await erase(tokens.get(card) ?? ""))).toBe(unknown);
      }
    }
    for (const [place, token] of tokens) {
      const headers = { authorization: `Bearer ${keyOf(place)}` };
      const erased = await shop.api.send("DELETE", `/api/v1/payment/cards/${token}`, { headers });
      expect(erased.status).toBe(200);
    }
  });

  it("must show a key", async () => {
    const strangers = [{}, { authorization: "Bearer vz_test_wrong" }];
    for (const headers of strangers) {
      const list = await shop.api.get("/api/v1/payment/cards?customer_id=ada", headers);
      expect(list.status).toBe(401);
      const path = `/api/v1/payment/cards/${UNKNOWN}`;
      expect((await shop.api.send("DELETE", path, { headers })).status).toBe(401);
    }
    const posted = await shop.api.post("/api/v1/payment/cards", {});
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

function ownerOf({ merchant, mode, customer }: Place): CardOwner {
  return { merchantId: merchant.merchant.merchantId, mode, customerId: customer };
}

/** Returns the parts of an answer that a caller without rights could compare. */
function withoutId(answer: ApiAnswer): string {
  const names = [...answer.headers.keys()].toSorted();
  return `${answer.status} ${names.join(",")} ${answer.text}`;
}
