// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SANDBOX_FEED_ID } from "../../src/domain/account-feed/sandbox-feed.ts";
import { turkishIban } from "../../src/domain/transfer/iban.ts";
import { createApiClient } from "../support/api-client.ts";
import { atInstallation } from "../support/installation.ts";
import { letTimePass } from "../support/let-time-pass.ts";
import { balancesOf, eventsOf, merchantCalls, query } from "../support/merchant-calls.ts";
import { payBy, untilStatus } from "../support/redirect-customer.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { awaitTransfer, linesOf, sendMoney } from "../support/transfer-customer.ts";

const LIVE_IBAN = turkishIban("0062", "987654321");
const MINUTE = 60 * 1_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("paying by transfer", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  /** Waits until every arrived line was matched, and returns the one with that description. */
  async function verdictOf(description: string) {
    const find = async () =>
      (await linesOf(shop)).find((line) => line["description"] === description);
    await expect
      .poll(async () => (await find())?.["state"], { timeout: 20_000 })
      .toMatch(/matched/);
    return find();
  }

  it.each(["wire_transfer", "bank_transfer"])(
    "answers with the account and reference code, in the spelling %s",
    async (type) => {
      const { answer, account } = await awaitTransfer(shop, { pay: { payment_type: type } });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        success: true,
        order_id: expect.stringMatching(/^ORD-/),
        status: "pending",
        message: "Havale bekleniyor.",
        amount: 125_000,
        currency: "TRY",
        payment_type: "bank_transfer",
        bank_account: {
          bank_code: "0062",
          bank_name: "Garanti",
          iban: "TR400006200000000000000001",
          account_holder: "Kitapçı",
          amount: 125_000,
          currency: "TRY",
          reference_code: expect.stringMatching(/^[2-9A-Z]{10}$/),
          expires_at: new Date(shop.clock.now() + 3 * DAY).toISOString(),
        },
      });
      expect(account.reference_code).not.toMatch(/[IO01QW5S8B]/);
    },
  );

  it("records the requests of one moment in few commits", async () => {
    const sessions = await Promise.all(Array.from({ length: 32 }, () => shop.api.session()));
    const asked = await Promise.all(
      sessions.map((session) => payBy(shop, session, { payment_type: "bank_transfer" })),
    );
    const orders = asked.map(({ body }) => body["order_id"]);
    const [counted] = await query(
      shop,
      `select count(*)::int as requests, count(distinct xmin::text)::int as commits
       from transfer_request where order_id = any($1)`,
      [orders],
    );
    expect(counted?.["requests"]).toBe(32);
    expect(Number(counted?.["commits"])).toBeLessThan(24);
  });

  it("answers 0 with the account in the codes style", async () => {
    const session = await shop.api.session();
    const headers = { "vezne-response-style": "codes" };
    const paid = await payBy(shop, session, { payment_type: "wire_transfer", headers });
    expect(paid.body).toMatchObject({
      status: 0,
      order_id: expect.any(String),
      amount: 125_000,
      bank_account: { iban: "TR400006200000000000000001" },
    });
  });

  it("completes by itself a moment after the money arrives", async () => {
    const { session, id, account } = await awaitTransfer(shop);
    expect(await eventsOf(shop, id)).toEqual(["payment.pending"]);
    await sendMoney(shop, {
      iban: account.iban,
      description: account.reference_code,
      minor: 125_000,
    });
    const sentAt = performance.now();
    await untilStatus(shop, { session, id }, "completed");
    // The job rests for up to 2 s while the database is busy, but for 20 s if nothing happens.
    expect(performance.now() - sentAt).toBeLessThan(10_000);
    expect(await eventsOf(shop, id)).toEqual(["payment.completed", "payment.pending"]);
    expect(await balancesOf(shop, id)).toEqual({
      bank_account: 125_000,
      merchant_payable: -125_000,
    });
    const again = await payBy(shop, session, { payment_type: "papel" });
    expect(again.body).toMatchObject({ code: "session_already_paid", order_id: id });
  });

  it("completes after the session's hour, within three days", async () => {
    const { session, id, account } = await awaitTransfer(shop);
    shop.clock.move(3 * DAY - HOUR);
    await sendMoney(shop, {
      iban: account.iban,
      description: `sipariş ödemesi ${account.reference_code.toLowerCase()} teşekkürler`,
      minor: 125_000,
    });
    await untilStatus(shop, { session, id }, "completed");
  });

  it("is cancelled at its deadline; money that arrives later is kept as late", async () => {
    const { session, id, account } = await awaitTransfer(shop);
    shop.clock.move(3 * DAY);
    const { code } = await untilStatus(shop, { session, id }, "cancelled");
    expect(code).toBe("transfer_not_received");
    expect(await eventsOf(shop, id)).toEqual(["payment.cancelled", "payment.pending"]);
    const description = `${account.reference_code} geç kaldı`;
    await sendMoney(shop, { iban: account.iban, description, minor: 125_000 });
    expect(await verdictOf(description)).toMatchObject({
      state: "unmatched",
      reason: "late",
      order_id: id,
      merchant_id: shop.merchant.merchant.merchantId,
    });
    expect((await shop.api.status(session, id)).body["status"]).toBe("cancelled");
  });

  it.each([
    [124_999, "too_little"],
    [125_001, "too_much"],
  ])("matches exact amounts only: %i minor units of 125 000 are %s", async (minor, reason) => {
    const { session, id, account } = await awaitTransfer(shop);
    const description = `${account.reference_code} ${reason}`;
    await sendMoney(shop, { iban: account.iban, description, minor });
    expect(await verdictOf(description)).toMatchObject({
      state: "unmatched",
      reason,
      order_id: id,
    });
    expect((await shop.api.status(session, id)).body["status"]).toBe("pending");
    await sendMoney(shop, {
      iban: account.iban,
      description: account.reference_code,
      minor: 125_000,
    });
    await untilStatus(shop, { session, id }, "completed");
  });

  it.each([
    ["account", LIVE_IBAN],
    ["code alone", "TR420001000000000000000888"],
  ])("is paid in live mode by no transfer at the test bank with its %s", async (_, iban) => {
    const { merchant, liveApiKey } = shop.merchant;
    const owner = { merchantId: merchant.merchantId, mode: "live" as const };
    await atInstallation(shop, ({ transfers }) =>
      transfers.offerAccount({
        ...owner,
        iban: LIVE_IBAN,
        bankCode: "0062",
        bankName: "Garanti",
        accountHolder: "Kitapçı",
        currency: "TRY",
        position: 0,
      }),
    );
    const live = { ...shop, api: createApiClient(shop.url, liveApiKey) };
    const transfer = await awaitTransfer(live);
    const { reference_code: description } = transfer.account;
    await sendMoney(shop, { iban, description, minor: 125_000 });
    const later = await awaitTransfer(shop);
    await sendMoney(shop, {
      iban: later.account.iban,
      description: later.account.reference_code,
      minor: 125_000,
    });
    await untilStatus(shop, later, "completed");
    expect((await live.api.status(transfer.session, transfer.id)).body["status"]).toBe("pending");
  });

  it("keeps a second transfer with the same code as already paid", async () => {
    const { session, id, account } = await awaitTransfer(shop);
    const first = { iban: account.iban, description: account.reference_code, minor: 125_000 };
    await sendMoney(shop, first);
    await untilStatus(shop, { session, id }, "completed");
    const description = `${account.reference_code} tekrar`;
    await sendMoney(shop, { ...first, description });
    expect(await verdictOf(description)).toMatchObject({ reason: "already_paid", order_id: id });
    expect(await balancesOf(shop, id)).toMatchObject({ bank_account: 125_000 });
  });

  it("keeps money with an unknown code, or with the codes of two payments", async () => {
    const [one, other] = [await awaitTransfer(shop), await awaitTransfer(shop)];
    const { iban } = one.account;
    await sendMoney(shop, { iban, description: "kira bedeli", minor: 125_000 });
    expect(await verdictOf("kira bedeli")).toMatchObject({ reason: "unknown_reference" });
    const both = `${one.account.reference_code} ve ${other.account.reference_code}`;
    await sendMoney(shop, { iban, description: both, minor: 250_000 });
    expect(await verdictOf(both)).toMatchObject({ reason: "ambiguous_reference" });
    expect((await shop.api.status(one.session, one.id)).body["status"]).toBe("pending");
  });

  it("accepts lira only for an order in lira", async () => {
    const { id, account } = await awaitTransfer(shop);
    const description = `${account.reference_code} euro`;
    const order = { iban: account.iban, description, minor: 125_000 };
    await sendMoney(shop, order, "EUR");
    expect(await verdictOf(description)).toMatchObject({ reason: "wrong_currency", order_id: id });
  });

  it("offers an account in the session's currency, at the bank that is asked for", async () => {
    const euro = await awaitTransfer(shop, { session: { currency: "EUR" } });
    expect(euro.account).toMatchObject({ currency: "EUR", bank_code: "0062" });
    expect(euro.account.iban).not.toBe("TR400006200000000000000001");
    const bank = await awaitTransfer(shop, { pay: { bank_code: "0064" } });
    expect(bank.account).toMatchObject({
      bank_code: "0064",
      iban: "TR250006400000000000000001",
    });
    const session = await shop.api.session();
    const unknown = await payBy(shop, session, {
      payment_type: "wire_transfer",
      bank_code: "0010",
    });
    expect(unknown.status).toBe(400);
    expect(unknown.body["errors"]).toEqual([
      { field: "bank_code", message: "must be one of 0062, 0064, 0067" },
    ]);
  });

  it("blocks the session while the money is awaited", async () => {
    const { session, id } = await awaitTransfer(shop);
    for (const type of ["wire_transfer", "papel"]) {
      const second = await payBy(shop, session, { payment_type: type });
      expect(second.body).toMatchObject({ code: "payment_in_progress", order_id: id });
    }
  });

  it("ends when the customer cancels it, and allows another payment method", async () => {
    const { session, id, account } = await awaitTransfer(shop);
    await fetch(`${shop.url}/checkout/abandon`, {
      method: "POST",
      body: new URLSearchParams({ session, order: id, lang: "tr" }),
      redirect: "manual",
    });
    expect((await shop.api.status(session, id)).body).toMatchObject({
      status: "cancelled",
      code: "cancelled_by_customer",
    });
    const card = await shop.api.pay(session, "5528790000000008");
    expect(card.body["status"]).toBe("completed");
    const description = `${account.reference_code} yine de`;
    await sendMoney(shop, { iban: account.iban, description, minor: 125_000 });
    expect(await verdictOf(description)).toMatchObject({ reason: "late", order_id: id });
  });

  it("answers a repeated call with the same key with the same account and code", async () => {
    const session = await shop.api.session();
    const headers = { "idempotency-key": "transfer-1" };
    const transfer = { payment_type: "wire_transfer", headers };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => payBy(shop, session, transfer)),
    );
    const replayed = await payBy(shop, session, transfer);
    expect(replayed.headers.get("idempotent-replayed")).toBe("true");
    for (const { body, status } of answers.filter((answer) => answer.status === 200)) {
      expect({ status, body }).toEqual({ status: 200, body: replayed.body });
    }
  });

  it("is refunded by a transfer that a person sends", async () => {
    const { session, id, account } = await awaitTransfer(shop);
    await sendMoney(shop, {
      iban: account.iban,
      description: account.reference_code,
      minor: 125_000,
    });
    await untilStatus(shop, { session, id }, "completed");
    const refund = await merchantCalls(shop.api, shop.merchant.testApiKey).refund(id);
    expect(refund.body["status"]).toBe("refund_pending");
  });

  it("is refused once the session has expired", async () => {
    const session = await shop.api.session();
    shop.clock.move(HOUR);
    const late = await payBy(shop, session, { payment_type: "wire_transfer" });
    expect(late.status).toBe(410);
    expect(late.body["code"]).toBe("session_expired");
  });

  it("survives an account feed that breaks, answers invalid data, or repeats lines", async () => {
    const { session, id, account } = await awaitTransfer(shop);
    const behaviours = ["status500", "garbage", "halfAnswer"] as const;
    for (const behaviour of behaviours) shop.faults.next({ operation: "feed", behaviour });
    const order = { iban: account.iban, description: account.reference_code, minor: 125_000 };
    await sendMoney(shop, order);
    const looks = "select failures, answered_at from bank_feed";
    for (const [failures] of behaviours.entries()) {
      await expect
        .poll(async () => (await query(shop, looks))[0])
        .toMatchObject({ failures: failures + 1 });
      shop.clock.move(4 * MINUTE);
    }
    await untilStatus(shop, { session, id }, "completed");
    const [heard] = await query(shop, looks);
    shop.clock.move(MINUTE);
    await expect.poll(async () => (await query(shop, looks))[0]).not.toEqual(heard);
    expect(await balancesOf(shop, id)).toMatchObject({ bank_account: 125_000 });
  });

  it("completes in a sandbox that is months ahead, by a feed that no list shows", async () => {
    const { merchantId } = shop.merchant.merchant;
    await letTimePass({ ...shop, merchantId }, 100 * DAY);
    const transfer = await awaitTransfer(shop);
    const { iban, reference_code: description } = transfer.account;
    await sendMoney(shop, { iban, description, minor: 125_000 });
    await untilStatus(shop, transfer, "completed");
    await atInstallation(shop, async ({ accountFeeds }) => {
      expect(await accountFeeds.listAll()).toEqual([]);
      expect(await accountFeeds.list(undefined)).toEqual([]);
      expect(await accountFeeds.find(SANDBOX_FEED_ID)).toBeUndefined();
    });
  });
});
