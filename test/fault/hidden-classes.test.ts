// tier: night
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { comeBack, decide, goToBank } from "../support/browserless.ts";
import { startServiceApart, type ServiceApart } from "../support/service-apart.ts";

const CALLS = 40;
/** Properties of abort signals, and of the options by which Node reads a module. */
const OF_NODE = /^symbol|^encoding$/;
const CARD = "5528790000000008";

const folder = mkdtempSync(join(tmpdir(), "vezne-classes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * The places whose objects got a hidden class that V8 does not share, with the property that each
 * added, and how often: objects that begin with a spread and got a further property. Objects of
 * Node are left out, and so is all before `sinceMs` of the process.
 */
function placesIn(log: string, sinceMs: number): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const line of readFileSync(log, "utf8").split("\n")) {
    const [event, kind, micros, , , , row, column, reason, property = ""] = line.split(",");
    if (event !== "map" || kind !== "Transition" || reason !== "prototype") continue;
    if (OF_NODE.test(property) || Number(micros) < sinceMs * 1_000) continue;
    const place = `${row}:${column} ${property}`;
    places.set(place, (places.get(place) ?? 0) + 1);
  }
  return places;
}

/** Repeats a call, and returns the places that gave classes of their own at most calls. */
async function placesOf(name: string, call: (shop: ServiceApart, index: number) => Promise<void>) {
  const log = join(folder, `${name}.log`);
  const options = ["--log-maps", `--logfile=${log}`, "--no-logfile-per-isolate"];
  const startedAt = performance.now();
  const shop = await startServiceApart({}, options);
  const readyMs = performance.now() - startedAt;
  for (let index = 0; index < CALLS; index += 1) await call(shop, index);
  await shop.close();
  return [...placesIn(log, readyMs)].filter(([, times]) => times >= CALLS / 2);
}

function asMerchant({ merchant }: ServiceApart): Record<string, string> {
  return { authorization: `Bearer ${merchant.testApiKey}` };
}

it("gives no object of a payment or refund a hidden class of its own", async () => {
  const places = await placesOf("pay", async (shop, index) => {
    const headers = { "idempotency-key": `k${index}` };
    const paid = await shop.api.pay(await shop.api.session(), CARD, { headers });
    expect(paid.body).toMatchObject({ status: "completed" });
    const order = { order_id: paid.body["order_id"] };
    const { body } = await shop.api.post("/api/v1/payment/refund", order, asMerchant(shop));
    expect(body).toMatchObject({ success: true });
  });
  expect(places).toEqual([]);
});

it("gives no object of a payment with 3-D Secure a hidden class of its own", async () => {
  const places = await placesOf("3ds", async ({ api }) => {
    const paid = await api.pay(await api.session(), CARD, { fields: { is_3d: true } });
    const back = await comeBack(await decide(await goToBank(paid), "approve"));
    expect(new URL(back.location).searchParams.get("status")).toBe("success");
  });
  expect(places).toEqual([]);
});

it("gives no object of a capture, void or stored card a hidden class of its own", async () => {
  let token: unknown;
  const places = await placesOf("hold", async (shop, index) => {
    const customer = { customer_id: "customer-1" };
    const session = await shop.api.session({ capture_method: "manual", customer });
    const card = { session_id: session, payment_type: "creditcard", card_token: token };
    const paid =
      token === undefined
        ? await shop.api.pay(session, CARD, { fields: { save_card: true } })
        : await shop.api.post("/api/v1/payment/pay", card, asMerchant(shop));
    expect(paid.body).toMatchObject({ status: "authorized" });
    token ??= paid.body["card_token"];
    const order = { order_id: paid.body["order_id"] };
    const move = index % 2 === 0 ? "capture" : "void";
    const { body } = await shop.api.post(`/api/v1/payment/${move}`, order, asMerchant(shop));
    expect(body).toMatchObject({ success: true });
  });
  expect(places).toEqual([]);
});
