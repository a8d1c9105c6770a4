import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { untilNoticed } from "../../src/cli/kit/table-file.ts";
import { createPersonalDataStore } from "../../src/store/payment/personal-data-store.ts";
import { parseCalendarDay } from "../../src/kernel/calendar-day.ts";
import { HOUR, MINUTE } from "../../src/kernel/clock.ts";
import {
  erasePersonalData,
  type Erasure,
  type ErasureChoice,
} from "../../src/domain/payment/erase-personal-data.ts";
import { proofOf, untilSealed, verified } from "../support/books.ts";
import { HELD, merchantCalls, paidOrder, query } from "../support/merchant-calls.ts";
import { untilStatus } from "../support/redirect-customer.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { camt053, SENDER_IBAN } from "../support/statements.ts";
import { awaitTransfer, importFile } from "../support/transfer-customer.ts";
import { atInstallation } from "../support/installation.ts";

const CUSTOMER = {
  name: "Zeynep",
  surname: "Unutulmaz",
  email: "zeynep.unutulmaz@example.com",
  phone: "+905551112233",
  address: "Gizli Sokak 7",
  identity_number: "10000000146",
  ip_address: "203.0.113.77",
  customer_id: "customer-of-the-test",
};
/** None of these texts may be in the database after an erasure. */
const TRACES = [...Object.values(CUSTOMER), "note for Zeynep", SENDER_IBAN];
const FIELDS = { customer: CUSTOMER, metadata: { note: "note for Zeynep" } };
const CHOICE = { customer: { field: "customer_id", value: CUSTOMER.customer_id } } as const;
const CARD = "5528790000000008";
const DECLINED = "4111111111111129";

describe("erasing personal data", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const erase = async (choice: Partial<ErasureChoice>): Promise<Erasure> => {
    const { merchantId } = shop.merchant.merchant;
    const erased = await atInstallation(shop, (installation) =>
      erasePersonalData(installation, { merchantId, mode: "test", ...choice }),
    );
    await untilNoticed();
    return erased;
  };
  /** Returns the tables of the service that contain one of the traces. */
  const traces = async (): Promise<readonly string[]> => {
    const tables = await query(
      shop,
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    const pattern = TRACES.map((text) => text.replaceAll(/[+.]/g, String.raw`\$&`)).join("|");
    const found: string[] = [];
    for (const { name } of tables) {
      const [row] = await query(
        shop,
        `select count(*)::int as rows from ${String(name)} as one where one::text ~* $1`,
        [pattern],
      );
      if (Number(row?.["rows"]) > 0) found.push(String(name));
    }
    return found;
  };

  const notedEvents = () =>
    query(shop, "select type from event where data::text like '%note for Zeynep%'");

  it("leaves no trace of the customer, and keeps books, seals and reports unchanged", async () => {
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const paid = await paidOrder(shop.api, { fields: FIELDS });
    await till.refund(paid.order, { amount: 500 });
    const session = await shop.api.session(FIELDS);
    await shop.api.pay(session, CARD, {
      fields: { save_card: true },
      headers: { "idempotency-key": "erased" },
    });
    const transfer = await awaitTransfer(shop, { session: FIELDS });
    const { iban, amount: minor, reference_code: description } = transfer.account;
    await importFile(shop, camt053(iban, [{ reference: "E1", minor, description }]));
    await untilStatus(shop, transfer, "completed");
    const other = await paidOrder(shop.api, { fields: { metadata: { kept: "kept" } } });
    await untilSealed(shop);
    const authorization = `Bearer ${shop.merchant.testApiKey}`;
    const summary = () => shop.api.get("/api/v1/payment/summary", { authorization });
    const before = await summary();
    expect(await traces()).not.toEqual([]);
    const networks = async () =>
      (
        await query(shop, "select network from api_request where session_id = $1", [paid.session])
      ).map(({ network }) => network);
    await expect.poll(networks).toEqual(["127.0.0.1", "127.0.0.1", "127.0.0.1"]);

    const erased = await erase(CHOICE);
    expect(erased).toEqual({ sessions: 3, payments: 3, cards: 1, left: [] });
    expect(await traces()).toEqual([]);
    expect(await networks()).toEqual([null, null, null]);
    expect((await verified(shop)).differences).toEqual([]);
    expect(await proofOf(shop, paid.order)).toMatchObject({ order_id: paid.order });
    expect((await summary()).body).toEqual(before.body);
    expect((await shop.api.status(paid.session, paid.order)).body["refunded_amount"]).toBe(500);
    expect((await till.refund(paid.order)).status).toBe(200);
    // The service that refunds had the session in its memory.
    expect(await traces()).toEqual([]);
    const [kept] = await query(shop, "select metadata from session where session_id = $1", [
      other.session,
    ]);
    expect(kept?.["metadata"]).toContain("kept");
    // It searches each table twice, on a cluster over connections to all servers.
  });

  it("keeps data that is in use, and names it", async () => {
    const held = await paidOrder(shop.api, { fields: { ...FIELDS, ...HELD } });
    expect(await erase(CHOICE)).toMatchObject({ sessions: 0, left: [held.order] });
    await merchantCalls(shop.api, shop.merchant.testApiKey).void(held.order);
    expect(await erase(CHOICE)).toMatchObject({ sessions: 1, left: [] });
  });

  it("keeps a session that can be paid, so that a late copy of a call makes no payment", async () => {
    const session = await shop.api.session(FIELDS);
    const call = () => shop.api.pay(session, DECLINED, { headers: { "idempotency-key": "late" } });
    const first = await call();
    expect(await erase(CHOICE)).toMatchObject({ sessions: 0, left: [session] });
    expect((await call()).text).toBe(first.text);
    const payments = "select from payment where session_id = $1";
    expect(await query(shop, payments, [session])).toHaveLength(1);
    shop.clock.move(HOUR + 16 * MINUTE);
    expect(await erase(CHOICE)).toMatchObject({ sessions: 1, left: [] });
    expect((await call()).status).toBe(410);
    expect(await notedEvents()).toEqual([]);
  });

  it("names the session of a payment that is recorded only after the erasure", async () => {
    const session = await shop.api.session(FIELDS);
    const { acquirers } = shop.service.deps;
    const { choose } = acquirers;
    const slow = vi.spyOn(acquirers, "choose").mockImplementationOnce(async (wanted) => {
      expect(await erase(CHOICE)).toMatchObject({ sessions: 0, left: [session] });
      return choose(wanted);
    });
    expect((await shop.api.pay(session, CARD)).body["success"]).toBe(true);
    slow.mockRestore();
    expect(await erase(CHOICE)).toMatchObject({ sessions: 1, payments: 1, left: [] });
    expect(await notedEvents()).toEqual([]);
  });

  it("erases nothing if the other processes can't be told, and all the next time", async () => {
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const paid = await paidOrder(shop.api, { fields: FIELDS });
    await query(shop, "alter table sandbox_time add constraint refused check (false) not valid");
    await expect(erase(CHOICE)).rejects.toThrow(/refused/);
    await query(shop, "alter table sandbox_time drop constraint refused");
    expect(await erase(CHOICE)).toMatchObject({ sessions: 1, payments: 1 });
    expect((await till.refund(paid.order)).status).toBe(200);
    expect(await notedEvents()).toEqual([]);
  });

  it("makes processes forget a session that an earlier erasure had erased", async () => {
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const paid = await paidOrder(shop.api, { fields: FIELDS });
    const personal = createPersonalDataStore(shop.database.open({ max: 1 }));
    const { merchantId } = shop.merchant.merchant;
    // An erasure whose process ended before it told the others, as in earlier releases.
    const choice = { merchantId, mode: "test", ...CHOICE } as const;
    await personal.erase(choice, shop.clock.now(), () => Promise.resolve());
    expect(await erase(CHOICE)).toMatchObject({ sessions: 0 });
    expect((await till.refund(paid.order)).status).toBe(200);
    expect(await notedEvents()).toEqual([]);
  });

  it("removes everyone before a day, for a retention period", async () => {
    await paidOrder(shop.api, { fields: FIELDS });
    const [today, tomorrow] = ["2026-11-21", "2026-11-22"].map((day) => parseCalendarDay(day));
    expect(await erase({ before: today })).toMatchObject({ sessions: 0 });
    expect((await erase({ before: tomorrow })).sessions).toBeGreaterThan(0);
    expect(await traces()).toEqual([]);
  });
});
