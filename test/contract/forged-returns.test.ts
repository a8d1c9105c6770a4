// tier: night
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReturnFields } from "../../src/domain/payment/acquirer-requests.ts";
import { createApiClient } from "../support/api-client.ts";
import { connectDoor, DOOR_TERMINALS, untilConnected } from "../support/door-terminals.ts";
import { query } from "../support/merchant-calls.ts";
import { passChallenge } from "../support/protocol-customer.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
/** The protocols whose bank has a page of 3-D Secure. */
const CHALLENGING = DOOR_TERMINALS.filter(({ protocol }) => protocol.models.length > 0);

/** A payment whose customer is at the bank, with the return that the bank would bring. */
type Begun = {
  readonly order: string;
  readonly returnUrl: string;
  readonly fields: ReturnFields;
};

type Sent = { readonly query?: URLSearchParams; readonly body?: URLSearchParams };
type Attack = (own: Begun, other: Begun) => Sent;

const HASH = /^(?:hash|hashdata|responsehash|mac|sign|securemd|secure3dhash)$/i;
const STATUS = /mdstatus|3dstatus|^status$/i;
const TERMS = /amount|oid|orderid|currency|xid|requestid/i;

const changed =
  (change: (name: string, value: string) => readonly (readonly [string, string])[]): Attack =>
  ({ fields }) => ({
    body: new URLSearchParams(
      Object.entries(fields)
        .flatMap(([name, value]) => change(name, value))
        .map(([name, value]) => [name, value]),
    ),
  });
const formOf = (fields: ReturnFields): URLSearchParams => new URLSearchParams(fields);
const signedAnew =
  (algorithm: "sha1" | "sha256" | "sha512", encoding: "hex" | "base64", key: string): Attack =>
  ({ fields }) => {
    const named = Object.entries(fields);
    const list = named.find(([name]) => /hash_?params$/i.test(name))?.[1] ?? "";
    const values = list.split(/[:+]/).map((name) => fields[name] ?? "");
    const all = named.filter(([name]) => !HASH.test(name)).map(([, value]) => value);
    const text = (list === "" ? all : values).join("") + key;
    const hash = createHash(algorithm).update(text).digest(encoding);
    return {
      body: formOf(
        Object.fromEntries(
          named.map(([name, value]) => [
            name,
            HASH.test(name) ? hash : STATUS.test(name) ? "1" : value,
          ]),
        ),
      ),
    };
  };

/** Requests of a customer in place of the return of a refused authentication. */
const ATTACKS: Readonly<Record<string, Attack>> = {
  nothing: () => ({}),
  "an empty form": () => ({ body: new URLSearchParams() }),
  "no hash": changed((name, value) => (HASH.test(name) ? [] : [[name, value]])),
  "an empty hash": changed((name, value) => [[name, HASH.test(name) ? "" : value]]),
  "only empty values": changed((name) => [[name, ""]]),
  "a passed status": changed((name, value) => [[name, STATUS.test(name) ? "1" : value]]),
  "a status of letters": changed((name, value) => [[name, STATUS.test(name) ? "Y" : value]]),
  "a passed status before the signed one": changed((name, value) =>
    STATUS.test(name)
      ? [
          [name, "1"],
          [name, value],
        ]
      : [[name, value]],
  ),
  "a passed status after the signed one": changed((name, value) =>
    STATUS.test(name)
      ? [
          [name, value],
          [name, "1"],
        ]
      : [[name, value]],
  ),
  "a passed status in another case of its name": changed((name, value) =>
    STATUS.test(name)
      ? [
          [name, value],
          [name.toUpperCase(), "1"],
          [name.toLowerCase(), "1"],
        ]
      : [[name, value]],
  ),
  "a passed status in the query": ({ fields }) => ({
    query: new URLSearchParams(
      Object.keys(fields)
        .filter((name) => STATUS.test(name))
        .map((name) => [name, "1"]),
    ),
    body: formOf(fields),
  }),
  "a list of signed fields without the status": changed((name, value) => [
    [name, /hash_?params$/i.test(name) ? value.replace(/:?\+?\w*status/gi, "") : value],
  ]),
  "an empty list of signed fields": changed((name, value) => [
    [name, /hash_?params(?:val)?$/i.test(name) ? "" : value],
  ]),
  "names of prototypes": ({ fields }) => ({
    body: formOf({ ...fields, constructor: "1", ["__proto__"]: "1", hasOwnProperty: "1" }),
  }),
  "every field twice": changed((name, value) => [
    [name, value],
    [name, value],
  ]),
  "the passed return of another order": (_own, other) => ({ body: formOf(other.fields) }),
  "the passed return of another order in the query": (_own, other) => ({
    query: formOf(other.fields),
  }),
  "own fields in the query, those of another order in the form": (own, other) => ({
    query: formOf(own.fields),
    body: formOf(other.fields),
  }),
  "the passed return of another order with the own terms": (own, other) => ({
    body: formOf(
      Object.fromEntries(
        Object.entries(other.fields).map(([name, value]) => [
          name,
          TERMS.test(name) ? (own.fields[name] ?? value) : value,
        ]),
      ),
    ),
  }),
  "the own return with the status and hash of another order": (own, other) => ({
    body: formOf({
      ...own.fields,
      ...Object.fromEntries(
        Object.entries(other.fields).filter(([name]) => HASH.test(name) || STATUS.test(name)),
      ),
    }),
  }),
  "a hash without a key": signedAnew("sha512", "base64", ""),
  "a hash with a key that is not the store's": signedAnew("sha512", "hex", "12345679"),
  "a short hash without a key": signedAnew("sha1", "base64", ""),
  "a hash of another algorithm": signedAnew("sha256", "base64", "TRPS0200x"),
};

describe.each(CHALLENGING)("a forged return to $protocol.name", (terminal) => {
  let shop: TestService;
  let own: Begun;
  let other: Begun;
  beforeAll(async () => {
    shop = await startTestService();
    await connectDoor(shop, terminal);
    await untilConnected(shop, 1);
    own = await begin("decline", 12_550);
    other = await begin("approve", 100);
  }, 120_000);
  afterAll(() => shop.close());

  const begin = async (decision: "approve" | "decline", amount: number): Promise<Begun> => {
    const api = createApiClient(shop.url, shop.merchant.testApiKey);
    const { body } = await api.pay(await api.session({ amount }), CARD, {
      fields: { is_3d: true },
    });
    const order = String(body["order_id"]);
    const redirect = String(body["redirect_url"]);
    const [attempt] = await query(
      shop,
      "select attempt_id as id from attempt where order_id = $1",
      [order],
    );
    const returnUrl = `${new URL(redirect).origin}/checkout/return/${String(attempt?.["id"])}`;
    const customer = { returnUrl, decision, cardNumber: CARD };
    const [fields = {}] = await passChallenge({ kind: "redirect", url: redirect }, customer);
    return { order, returnUrl, fields };
  };
  const stateOf = async ({ order }: Begun): Promise<unknown> => {
    const [row] = await query(shop, "select state from payment where order_id = $1", [order]);
    return row?.["state"];
  };
  const charges = async (): Promise<number> => {
    const [row] = await query(
      shop,
      "select count(*)::int as count from payment where state in ('completed', 'authorized')",
    );
    return Number(row?.["count"]);
  };

  it.each(Object.entries(ATTACKS))(
    "of %s charges nothing and causes no server error",
    async (_name, attack) => {
      // Some banks' returns prove the refusal in spite of the attack, which ends the payment.
      if ((await stateOf(own)) !== "challenged") own = await begin("decline", 12_550);
      const { query: asked, body } = attack(own, other);
      const address = asked === undefined ? own.returnUrl : `${own.returnUrl}?${asked.toString()}`;
      const answer = await fetch(address, {
        redirect: "manual",
        ...(body === undefined ? {} : { method: "POST", body }),
      });
      await answer.text();
      expect(answer.status).toBeLessThan(500);
      expect(await charges()).toBe(0);
    },
  );

  it("of all kinds leaves the other payment to its own return, which charges once", async () => {
    for (let times = 0; times < 2; times += 1) {
      const answer = await fetch(other.returnUrl, {
        method: "POST",
        body: formOf(other.fields),
        redirect: "manual",
      });
      await answer.text();
    }
    expect(await charges()).toBe(1);
    const [row] = await query(shop, "select state, amount::int from payment where order_id = $1", [
      other.order,
    ]);
    expect(row).toEqual({ state: "completed", amount: 100 });
  });
});
