import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CALL_ABANDONED_MS } from "../support/sandbox-timing.ts";
import { letTimePass } from "../support/let-time-pass.ts";
import { runService, type RunningService } from "../support/running-service.ts";

/** The bank approves this card after 5 seconds: a wide window between the two commits. */
const SLOW = "4157920000000002";
const DECIDED_WITHIN_MS = 60_000;

describe("a service killed between the bank's approval and its own commit", () => {
  let service: RunningService;
  beforeAll(async () => void (service = await runService({ VEZNE_LOG_LEVEL: "error" })));
  afterAll(() => service.close());

  it("completes the payment after the restart, charged once", async () => {
    const session = await service.api.session();
    const call = service.api.pay(session, SLOW).catch(() => undefined);
    const pool = service.database.open();
    const approvals = async () =>
      (
        await pool.query<{ times: bigint }>(
          "select count(*) as times from bank.entry where state = 'approved'",
        )
      ).rows[0]?.times;
    await expect.poll(approvals, { timeout: 40_000, interval: 5 }).toBe(1n);
    await service.kill();
    expect(await call).toBeUndefined();
    await service.start();

    const { rows } = await pool.query<{ order_id: string }>("select order_id from payment");
    const order = rows[0]?.order_id;
    expect((await service.api.status(session, order)).body["status"]).toBe("processing");
    await letTimePass(service, CALL_ABANDONED_MS);
    const state = async () => (await service.api.status(session, order)).body["status"];
    await expect.poll(state, { timeout: DECIDED_WITHIN_MS, interval: 500 }).not.toBe("processing");
    expect(await state()).toBe("completed");
    expect(await approvals()).toBe(1n);
    const again = await service.api.pay(session, SLOW);
    expect(again.body["code"]).toBe("session_already_paid");
  });
});
