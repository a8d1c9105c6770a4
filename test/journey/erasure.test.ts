import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { untilNoticed } from "../../src/cli/table-file.ts";
import { parseCalendarDay } from "../../src/kernel/calendar-day.ts";
import {
  erasePersonalData,
  type Erasure,
  type ErasureChoice,
} from "../../src/payment/erase-personal-data.ts";
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

  it("leaves no trace of the customer, and keeps books, seals and reports unchanged", async () => {
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const paid = await paidOrder(shop.api, { fields: FIELDS });
    await till.refund(paid.order, { amount: 500 });
    const session = await shop.api.session(FIELDS);
    await shop.api.pay(session, "5528790000000008", {
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

    const erased = await erase({
      customer: { field: "customer_id", value: CUSTOMER.customer_id },
    } as const);
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
    const choice = { customer: { field: "customer_id", value: CUSTOMER.customer_id } } as const;
    expect(await erase(choice)).toMatchObject({ sessions: 0, left: [held.order] });
    await merchantCalls(shop.api, shop.merchant.testApiKey).void(held.order);
    expect(await erase(choice)).toMatchObject({ sessions: 1, left: [] });
  });

  it("removes everyone before a day, for a retention period", async () => {
    await paidOrder(shop.api, { fields: FIELDS });
    const [today, tomorrow] = ["2026-11-21", "2026-11-22"].map((day) => parseCalendarDay(day));
    expect(await erase({ before: today })).toMatchObject({ sessions: 0 });
    expect((await erase({ before: tomorrow })).sessions).toBeGreaterThan(0);
    expect(await traces()).toEqual([]);
  });
});
