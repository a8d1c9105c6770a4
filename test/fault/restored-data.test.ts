import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Book } from "../../src/bank/book.ts";
import { FaultScript } from "../../src/bank/faults.ts";
import { memoryBook } from "../../src/bank/memory-book.ts";
import { startBank } from "../../src/bank/server/start-bank.ts";
import { checkWork } from "../../src/cli/doctor/check-work.ts";
import { restoreBackup } from "../../src/database/backup/restore-backup.ts";
import { writeBackup } from "../../src/database/backup/write-backup.ts";
import { installationSecret } from "../../src/database/installation/installation-secret.ts";
import { createRestorationStore } from "../../src/database/installation/restoration-store.ts";
import { HOUR, MINUTE } from "../../src/kernel/clock.ts";
import type { OrderId } from "../../src/kernel/ids.ts";
import { compareBookings } from "../../src/service/jobs/compare-bookings.ts";
import { recoverPayments } from "../../src/service/runtime/payments.ts";
import { followRestoration } from "../../src/service/runtime/restoration.ts";
import { createApiClient, type ApiAnswer, type ApiClient } from "../support/api-client.ts";
import { passBank } from "../support/crash-scenes.ts";
import { runCommand } from "../support/command-line.ts";
import { createTestDatabase } from "../support/database.ts";
import { installationOf } from "../support/installation.ts";
import { HELD, merchantCalls, paidOrder, query } from "../support/merchant-calls.ts";
import { movableClock, random } from "../support/sandbox-bank.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { placeAfterRestore } from "../../src/store/event/event-placer.ts";

const CARD = "5528790000000008";
const NOTED = "select order_id, kind from unknown_movement where bank_reference = 'R-1'";
const onTable = (): void => undefined;

describe("a service on restored data, while the bank has gone on", () => {
  const clock = movableClock();
  const folder = mkdtempSync(join(tmpdir(), "vezne-restored-"));
  const book: Book = memoryBook();
  const closing: (() => Promise<unknown>)[] = [];
  let shop: TestService;
  let api: ApiClient;
  let till: ReturnType<typeof merchantCalls>;
  let approvedBefore: number;
  const made = { refunded: "", held: "", paid: "", challenged: "", challengedOrder: "" };
  let backupAt: number;
  let returning: ApiAnswer;

  const approved = async (): Promise<number> =>
    (await book.list()).filter(({ state, type }) => state === "approved" && type !== "reverse")
      .length;
  const key = (name: string) => ({ "idempotency-key": name });

  beforeAll(async () => {
    const origin = await createTestDatabase();
    const pool = origin.open({ max: 1 });
    const bank = await startBank({
      host: "127.0.0.1",
      port: 0,
      book,
      clock,
      random,
      masterSecret: await installationSecret(pool, random, "sandbox_bank"),
      delay: () => Promise.resolve(),
      faults: new FaultScript(),
    });
    const environment = { VEZNE_BANK_URL: bank.url };
    const before = await startTestService({ database: origin, clock, environment });
    made.refunded = (await paidOrder(before.api)).order;
    made.held = (await paidOrder(before.api, { fields: HELD })).order;
    made.paid = await before.api.session();
    made.challenged = await before.api.session();
    const begun = await before.api.pay(made.challenged, CARD, { fields: { is_3d: true } });
    made.challengedOrder = String(begun.body["order_id"]);
    returning = await before.api.pay(await before.api.session(), CARD, { fields: { is_3d: true } });
    const backup = join(folder, "backup");
    backupAt = clock.now();
    await writeBackup(backup, {
      database: origin.connection,
      clock,
      version: "test",
      onTable: () => clock.move(100),
    });

    clock.move(MINUTE);
    const calls = merchantCalls(before.api, before.merchant.testApiKey);
    expect((await calls.refund(made.refunded, { amount: 4_000 }, key("r"))).status).toBe(200);
    expect((await calls.capture(made.held)).body["status"]).toBe("completed");
    expect((await before.api.pay(made.paid, CARD)).body["status"]).toBe("completed");
    await before.api.get(await passBank(begun));
    const state = await before.api.status(made.challenged, made.challengedOrder);
    expect(state.body["status"]).toBe("completed");
    approvedBefore = await approved();
    await before.service.stop();

    clock.move(MINUTE);
    const empty = await createTestDatabase({ empty: true });
    await restoreBackup(backup, { database: empty.connection, clock, onTable, placeAfterRestore });
    shop = await startTestService({ database: empty, clock, environment });
    api = createApiClient(shop.url, before.merchant.testApiKey);
    till = merchantCalls(api, before.merchant.testApiKey);
    closing.push(
      () => shop.close(),
      () => bank.close(),
      () => origin.drop(),
    );
  });
  afterAll(async () => {
    for (const close of closing) await close();
    rmSync(folder, { recursive: true, force: true });
  });

  const doctor = async (): Promise<string | undefined> => {
    const checks = await checkWork(shop.database.open({ max: 1 }), {
      webhookLoopback: true,
      isRehearsal: false,
    });
    return checks.find(({ name }) => name === "restored data")?.status;
  };

  it("moves no money, and says so in its answers, its log and the doctor", async () => {
    const session = await api.session();
    const refused = [
      await api.pay(session, CARD, { headers: key("p") }),
      await till.refund(made.refunded, { amount: 4_000 }, key("r")),
      await till.capture(made.held, {}, key("c")),
      await till.void(made.held),
    ];
    for (const answer of refused) {
      expect(answer.status).toBe(503);
      expect(answer.text).toContain("restored data");
      expect(answer.headers.get("retry-after")).toBe("60");
    }
    expect(await approved()).toBe(approvedBefore);
    expect(await doctor()).toBe("failed");
    const marks = await query(shop, "select data_until from restoration");
    expect(marks).toEqual([{ data_until: backupAt }]);
    expect(shop.logLines.join("")).toContain("`vezne restoration end`");
    const read = await till.findRefund("ref_unknown");
    expect(read.status).toBe(404);
  });

  it("compares the bank at once, and makes nothing twice after the end", async () => {
    const parts = await installationOf(shop);
    const restorations = createRestorationStore(shop.database.open({ max: 1 }));
    const states = async () => (await restorations.sources()).map(({ state }) => state);
    await compareBookings(shop.service.deps, parts)();
    expect(await states()).toEqual(["compared"]);
    const kept = await query(shop, "select kind, order_id from unknown_movement order by kind");
    expect(kept).toEqual([
      { kind: "capture", order_id: made.held },
      { kind: "refund", order_id: made.refunded },
      { kind: "sale", order_id: null },
    ]);

    await restorations.end(clock.now());
    await followRestoration({ ...parts, restored: shop.service.deps.restored })();
    expect(await doctor()).toBe("ok");
    expect((await api.pay(made.paid, CARD)).status).toBe(410);
    for (const held of [
      await till.refund(made.refunded, { amount: 4_000 }, key("r")),
      await till.capture(made.held, {}, key("c")),
      await till.void(made.held),
    ]) {
      expect(held.status).toBe(503);
      expect(held.text).toContain("A person must clear it first");
    }
    expect(await approved()).toBe(approvedBefore);

    clock.move(1);
    const { order } = await paidOrder(api);
    expect((await till.refund(order)).status).toBe(200);
    expect(await approved()).toBe(approvedBefore + 2);

    await query(shop, "update unknown_movement set cleared_at = now() where kind = 'refund'");
    await followRestoration({ ...parts, restored: shop.service.deps.restored })();
    expect((await till.refund(made.refunded, { amount: 1_000 }, key("n"))).status).toBe(200);
    await parts.close();
  });

  it("holds an order of which an operator enters a booking from the bank's statement", async () => {
    const { order } = await paidOrder(api);
    const note = (...more: string[]) =>
      runCommand(
        shop.database,
        `restoration note ${order} --kind refund --amount 40.00 --bank-reference R-1 --on 2026-11-21`
          .split(" ")
          .concat(more),
      );
    const noted = JSON.parse((await note("--json")).stdout) as Record<string, unknown>;
    expect(noted).toMatchObject({ order_id: order, kind: "refund", amount: 4_000 });
    expect((await note()).stderr).toContain("this booking is known already");

    const parts = await installationOf(shop);
    await followRestoration({ ...parts, restored: shop.service.deps.restored })();
    const held = await till.refund(order, { amount: 4_000 }, key("h"));
    expect(held.status).toBe(503);
    expect(held.text).toContain("A person must clear it first");
    await parts.close();
    expect(await query(shop, NOTED)).toEqual([{ order_id: order, kind: "refund" }]);
  });

  it("does not charge a customer who comes back from the bank after the end", async () => {
    const before = await approved();
    await api.get(await passBank(returning));
    const order = String(returning.body["order_id"]) as OrderId;
    const payment = await shop.service.deps.payments.findPayment(order);
    expect(payment?.state).toBe("challenged");
    expect(await approved()).toBe(before);
  });

  it("takes over the charge of a customer who was at the bank, however late it finds it", async () => {
    const { deps } = shop.service;
    const round = recoverPayments(deps, { refreshClocks: () => Promise.resolve() }).round;
    const before = await approved();
    clock.move(3 * HOUR);
    await round();
    const payment = await deps.payments.findPayment(made.challengedOrder as OrderId);
    expect(payment?.state).toBe("completed");
    expect(await approved()).toBe(before);
  });
});
