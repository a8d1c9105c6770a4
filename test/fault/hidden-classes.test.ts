import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { startServiceApart } from "../support/service-apart.ts";

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

it("gives no object of a payment or refund a hidden class of its own", async () => {
  const log = join(folder, "v8.log");
  const options = ["--log-maps", `--logfile=${log}`, "--no-logfile-per-isolate"];
  const startedAt = performance.now();
  const shop = await startServiceApart({}, options);
  const readyMs = performance.now() - startedAt;
  const refunds = { authorization: `Bearer ${shop.merchant.testApiKey}` };
  for (let call = 0; call < CALLS; call += 1) {
    const headers = { "idempotency-key": `k${call}` };
    const paid = await shop.api.pay(await shop.api.session(), CARD, { headers });
    expect(paid.body).toMatchObject({ status: "completed" });
    const order = { order_id: paid.body["order_id"] };
    const { body } = await shop.api.post("/api/v1/payment/refund", order, refunds);
    expect(body).toMatchObject({ success: true });
  }
  await shop.close();
  const each = [...placesIn(log, readyMs)].filter(([, times]) => times >= CALLS);
  expect(each).toEqual([]);
});
