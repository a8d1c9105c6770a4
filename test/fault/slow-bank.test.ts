import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Timer } from "../../src/kernel/queue/admission.ts";
import { query } from "../support/merchant-calls.ts";
import { PROMISES, ScriptedAcquirer } from "../support/scripted-acquirer.ts";
import { useBank } from "../support/scripted-shop.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";

/** Waits for no time: the bank is slower than every customer. */
const atOnce: Timer = (_ms, run) => {
  queueMicrotask(run);
  return () => undefined;
};

describe("a bank that is slower than a customer waits", () => {
  let shop: TestService;
  let bank: ScriptedAcquirer;
  let release: () => void;
  let isStopped: boolean;
  beforeEach(async () => {
    isStopped = false;
    shop = await startTestService({ patience: atOnce });
    bank = new ScriptedAcquirer("nestpay:1", PROMISES.nestpay, () => shop.clock.now());
    useBank(shop, bank);
    const until = new Promise<void>((resolve) => void (release = resolve));
    bank.next("authorize", { until });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    if (isStopped) await shop.database.drop();
    else await shop.close();
  });

  it("leaves the answer `processing`, and its payment completes behind it", async () => {
    const session = await shop.api.session();
    const headers = { "idempotency-key": "k1" };
    const first = await shop.api.pay(session, CARD, { headers });
    expect(first.body).toMatchObject({ success: true, status: "processing" });
    release();
    const status = async () => (await shop.api.status(session, first.body["order_id"])).body;
    await expect.poll(status).toMatchObject({ status: "completed" });
    const again = await shop.api.pay(session, CARD, { headers });
    expect(again.text).toBe(first.text);
  });

  it("is waited for by a process that stops, whose bank goes on answering", async () => {
    const session = await shop.api.session();
    const paid = await shop.api.pay(session, CARD);
    const pool = shop.database.open();
    const stopping = shop.service.stop().then(() => (isStopped = true));
    const refused = (): Promise<string> =>
      fetch(`${shop.url}/docs`).then(
        ({ status }) => String(status),
        () => "no connection",
      );
    await expect.poll(refused).toBe("no connection");
    // A payment at a door of the test bank may need further calls to that bank.
    const { bankUrl = "" } = shop.service;
    const atDoor = await fetch(`${bankUrl}/doors/nestpay/fim/api`, { method: "POST" });
    expect([atDoor.status, (await atDoor.text()).includes("service_stopping")]).toEqual([
      200,
      false,
    ]);
    expect((await fetch(`${bankUrl}/3ds/x`)).status).toBe(404);
    release();
    await stopping;
    const { rows } = await pool.query("select state from payment where order_id = $1", [
      paid.body["order_id"],
    ]);
    expect(rows).toEqual([{ state: "completed" }]);
    expect(await query(shop, "select count(*) from posting")).not.toEqual([{ count: 0n }]);
  });
});
