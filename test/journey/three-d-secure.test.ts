// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyRedirect } from "../../src/client/vezne.ts";
import { systemDigest } from "../../src/system/digest.ts";
import { comeBack, decide, goToBank } from "../support/browserless.ts";
import { query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const MINUTE = 60_000;

describe("paying with 3-D Secure", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  /** The time at which recovery will ask the bank about an order. */
  const recoveryOf = async (order: unknown): Promise<{ readonly next: number }> => {
    const [row] = await query(
      shop,
      "select (extract(epoch from due_at) * 1000)::float8 as next from attempt where order_id = $1",
      [order],
    );
    return { next: Number(row?.["next"]) };
  };
  const begin = async (card = CARD, of?: string) => {
    const session = of ?? (await shop.api.session());
    const paid = await shop.api.pay(session, card, { fields: { is_3d: true } });
    return { session, paid, order: String(paid.body["order_id"]) };
  };
  const statusOf = async (session: string, order: string) =>
    (await shop.api.status(session, order)).body["status"];

  it("sends the customer to the bank and, after approval, to the signed success URL", async () => {
    const { session, paid, order } = await begin(
      CARD,
      await shop.api.session({ metadata: { cart: 7, note: "ığ" } }),
    );
    expect(paid.body).toMatchObject({ success: true, status: "processing" });
    expect(paid.body["html_content"]).toContain("<form");
    expect(paid.text).not.toContain(CARD);
    const back = await comeBack(await decide(await goToBank(paid), "approve"));
    expect(back.status).toBe(303);
    const url = new URL(back.location);
    expect(url.origin + url.pathname).toBe("https://shop.example/thanks");
    expect([...url.searchParams.keys()]).toEqual([
      "cart",
      "order_id",
      "status",
      "session_id",
      "metadata",
      "signature",
    ]);
    expect(url.searchParams.get("cart")).toBe("7");
    expect(url.searchParams.get("metadata")).toBe('{"cart":7,"note":"ığ"}');
    const { webhookSecret } = shop.merchant.merchant;
    const text = ["metadata", "order_id", "session_id", "status"]
      .map((name) => `${name}=${Buffer.from(url.searchParams.get(name) ?? "").toString("hex")}`)
      .reduce((lines, line) => `${lines}\n${line}`, "vezne-redirect");
    expect(url.searchParams.get("signature")).toBe(systemDigest.hmacSha256(webhookSecret, text));
    expect(await verifyRedirect(url, webhookSecret)).toMatchObject({
      order_id: order,
    });
    expect(await statusOf(session, order)).toBe("completed");
  });

  it.each([
    ["decline", "failed", "three_d_secure_failed"],
    ["cancel", "cancelled", "cancelled_by_customer"],
  ] as const)(
    "ends a %s at the bank and sends the customer to fail_url",
    async (press, status, code) => {
      const { session, paid, order } = await begin();
      const back = await comeBack(await decide(await goToBank(paid), press));
      const url = new URL(back.location);
      expect(url.origin + url.pathname).toBe("https://shop.example/sorry");
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        order_id: order,
        status: "failed",
        session_id: session,
        code,
      });
      expect(await statusOf(session, order)).toBe(status);
      expect((await shop.api.pay(session, CARD)).body["status"]).toBe("completed");
    },
  );

  it.each(["4131111111111117", "4141111111111115"])(
    "does not charge %s, which the bank does not authenticate",
    async (card) => {
      const { session, paid, order } = await begin(card);
      await comeBack(await decide(await goToBank(paid), "approve"));
      expect(await statusOf(session, order)).toBe("failed");
    },
  );

  it("fails at once where 3-D Secure cannot start", async () => {
    const { paid } = await begin("4151111111111112");
    expect(paid.body).toMatchObject({ status: "failed", code: "three_d_secure_unavailable" });
  });

  it("blocks another payment while the customer is at the bank", async () => {
    const { session, order } = await begin();
    const second = await shop.api.pay(session, CARD);
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ code: "payment_in_progress", order_id: order });
  });

  it("gives the same result for a repeated return, also for two at once", async () => {
    const { session, paid, order } = await begin();
    const address = await decide(await goToBank(paid), "approve");
    const both = await Promise.all([comeBack(address), comeBack(address)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await comeBack(address)).location).toContain("https://shop.example/thanks");
    expect(await statusOf(session, order)).toBe("completed");
    const pool = shop.database.open();
    const { rows } = await pool.query<{ times: bigint }>(
      "select count(*) as times from bank.entry where order_id = $1 and state = 'approved'",
      [order],
    );
    expect(rows[0]?.times).toBe(1n);
  });

  it("refuses a return that the bank did not sign for this payment", async () => {
    const { session, paid, order } = await begin();
    const other = await begin();
    const address = new URL(await decide(await goToBank(paid), "decline"));
    const elsewhere = new URL(await decide(await goToBank(other.paid), "approve"));
    address.searchParams.set("md_status", "1");
    elsewhere.pathname = address.pathname;
    for (const forged of [address, elsewhere, new URL(address.pathname, shop.url)]) {
      expect((await comeBack(forged.href)).status).toBe(400);
      expect(await statusOf(session, order)).toBe("processing");
    }
  });

  it("completes a return within 15 minutes after the session expired, and none later", async () => {
    const [session, lateSession] = [await shop.api.session(), await shop.api.session()];
    shop.clock.move(59 * MINUTE);
    const { paid, order } = await begin(CARD, session);
    const late = { ...(await begin(CARD, lateSession)), session: lateSession };
    const address = await decide(await goToBank(paid), "approve");
    const lateAddress = await decide(await goToBank(late.paid), "approve");
    shop.clock.move(15 * MINUTE);
    await comeBack(address);
    expect(await statusOf(session, order)).toBe("completed");
    shop.clock.move(2 * MINUTE);
    await comeBack(lateAddress);
    expect(await statusOf(late.session, late.order)).toBe("failed");
  });

  it.each([
    [53, 64],
    [59, 74],
    [41, 74],
  ])(
    "lets a customer be at the bank when the session expires: from minute %i to minute %i",
    async (from, to) => {
      const session = await shop.api.session();
      shop.clock.move(from * MINUTE);
      const { paid, order } = await begin(CARD, session);
      const page = await goToBank(paid);
      shop.clock.move((to - from) * MINUTE);
      expect(await statusOf(session, order)).toBe("processing");
      await comeBack(await decide(page, "approve"));
      expect(await statusOf(session, order)).toBe("completed");
    },
  );

  it.each([
    [5, 20],
    [39, 20],
    [41, 34],
    [59, 16],
  ])(
    "ends a payment begun at minute %i whose customer was away for %i minutes",
    async (from, away) => {
      const session = await shop.api.session();
      shop.clock.move(from * MINUTE);
      const { paid, order } = await begin(CARD, session);
      const page = await goToBank(paid);
      shop.clock.move((away - 1) * MINUTE);
      const { next } = await recoveryOf(order);
      expect(next).toBeGreaterThan(shop.clock.now());
      expect(next).toBeLessThanOrEqual(shop.clock.now() + MINUTE);
      shop.clock.move(MINUTE);
      await expect.poll(() => statusOf(session, order)).toBe("failed");
      const { body } = await shop.api.status(session, order);
      expect(body["code"]).toBe("three_d_secure_timeout");
      const { location } = await comeBack(await decide(page, "approve"));
      expect(new URL(location).searchParams.get("code")).toBe("three_d_secure_timeout");
    },
  );

  it("waits at most 15 minutes beyond the expiry for a customer who approved and never returned", async () => {
    const session = await shop.api.session();
    shop.clock.move(55 * MINUTE);
    const { paid, order } = await begin(CARD, session);
    await decide(await goToBank(paid), "approve");
    for (const minutes of [8, 6, 5]) {
      shop.clock.move(minutes * MINUTE);
      expect(await statusOf(session, order)).toBe("processing");
    }
    shop.clock.move(MINUTE);
    await expect.poll(() => statusOf(session, order)).toBe("failed");
  });
});
