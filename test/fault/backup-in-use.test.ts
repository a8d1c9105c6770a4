// tier: core
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { restoreBackup } from "../../src/database/backup/restore-backup.ts";
import { writeBackup } from "../../src/database/backup/write-backup.ts";
import { placeAfterRestore } from "../../src/store/event/event-placer.ts";
import { createApiClient } from "../support/api-client.ts";
import { createTestDatabase } from "../support/database.ts";
import { readEvents } from "../support/event-reader.ts";
import { merchantCalls, paidOrder } from "../support/merchant-calls.ts";
import { startTestService } from "../support/service.ts";
import { addEndpoint, manageWebhooks, startReceiver } from "../support/webhook-receiver.ts";

const onTable = () => undefined;

describe("a backup", () => {
  const folders = mkdtempSync(join(tmpdir(), "vezne-backup-"));
  afterAll(() => rmSync(folders, { recursive: true, force: true }));

  it("of a service in use restores a service that continues from that moment", async () => {
    const receiver = await startReceiver();
    receiver.answer = () => ({ status: 500 });
    const used = await startTestService();
    const webhooks = await manageWebhooks(used);
    await addEndpoint(webhooks, used.merchant.merchant, receiver);
    await webhooks.close();
    const { order, session } = await paidOrder(used.api);
    await merchantCalls(used.api, used.merchant.testApiKey).refund(order, { amount: 5_000 });
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);

    const paying = { isOver: false };
    const load = (async () => {
      while (!paying.isOver) await paidOrder(used.api);
    })();
    const folder = join(folders, "in-use");
    const { database: source, clock } = used;
    const written = { database: source.connection, clock, version: "test", onTable };
    const { figures } = await writeBackup(folder, written);
    paying.isOver = true;
    await load;
    await used.close();
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(statSync(join(folder, "manifest.json")).mode & 0o077).toBe(0);
    expect(existsSync(`${folder}.partial`)).toBe(false);
    expect(figures["refunded test TRY"]).toBe("5000");

    const database = await createTestDatabase({ empty: true });
    const place = { database: database.connection, clock, onTable, placeAfterRestore };
    await restoreBackup(folder, place);
    receiver.answer = () => ({ status: 200 });
    receiver.received.length = 0;
    await database.open({ max: 1 }).query("update restoration set ended_at = restored_at");
    const restored = await startTestService({ database, clock });
    const api = createApiClient(restored.url, used.merchant.testApiKey);
    const status = await api.status(session, order);
    expect(status.body).toMatchObject({ status: "completed", refunded_amount: 5_000 });
    const { events } = await readEvents(restored, used.merchant.testApiKey);
    expect(events.slice(0, 2).map(({ type }) => type)).toEqual([
      "payment.completed",
      "refund.succeeded",
    ]);
    // Pending deliveries are made now, and new events are written and delivered, too.
    const delivered = () => receiver.received.map(({ json }) => json.data["order_id"]);
    clock.move(70_000);
    await expect.poll(delivered, { timeout: 40_000 }).toContain(order);
    const later = await paidOrder(api);
    await expect.poll(delivered, { timeout: 40_000 }).toContain(later.order);
    await restored.close();
    await receiver.stop();
  });
});
