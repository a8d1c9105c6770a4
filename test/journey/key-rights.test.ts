import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomBytes } from "node:crypto";
import { systemDigest } from "../../src/system/digest.ts";
import { createKey, type CreateKey } from "../../src/domain/merchant/create-key.ts";
import { KEY_RIGHTS, type KeyRight } from "../../src/domain/merchant/key-right.ts";
import { merchantCalls, paidOrder } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

type Operation = { readonly "x-key-right"?: KeyRight; readonly operationId: string };
type Route = { readonly method: string; readonly path: string; readonly right: KeyRight };

const DAY = 24 * 60 * 60_000;
const SESSION = {
  amount: 100,
  currency: "TRY",
  success_url: "https://shop.example/ok",
  fail_url: "https://shop.example/no",
  customer: { name: "Ayşe", surname: "Yılmaz", email: "ayse@example.com" },
};

describe("keys with rights", () => {
  let shop: TestService;
  let routes: readonly Route[];
  beforeAll(async () => {
    shop = await startTestService({ environment: { VEZNE_TRUSTED_PROXIES: "127.0.0.1" } });
    const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
      await (await fetch(`${shop.url}/openapi.json`)).text(),
    );
    routes = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { "x-key-right": right }]) =>
        right === undefined ? [] : [{ method: method.toUpperCase(), path, right }],
      ),
    );
  });
  afterAll(() => shop.close());

  let made = 0;
  const keyWith = async (wish: Partial<CreateKey>): Promise<string> => {
    made += 1;
    const { merchants } = shop.service.deps;
    const created = await createKey(
      { clock: shop.clock, random: { bytes: randomBytes }, digest: systemDigest, merchants },
      {
        merchantId: shop.merchant.merchant.merchantId,
        mode: "test",
        name: `key ${made}`,
        rights: KEY_RIGHTS,
        networks: [],
        createdBy: "test",
        lifetimeMs: undefined,
        aboveLimitFrom: shop.clock.now(),
        ...wish,
      },
    );
    if (!created.ok) throw new Error(created.refusal);
    return created.value.text;
  };

  const call = async ({ method, path }: Omit<Route, "right">, key: string, from = "127.0.0.1") => {
    const isSession = path.endsWith("/session");
    const body = isSession ? { merchant_api_key: key, ...SESSION } : {};
    const init: RequestInit = {
      method,
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": from,
        ...(isSession ? {} : { authorization: `Bearer ${key}` }),
      },
      signal: AbortSignal.timeout(10_000),
      ...(method === "POST" ? { body: JSON.stringify(body) } : {}),
    };
    const url = shop.url + path.replace(/\{\w+\}/g, "none");
    const response = await fetch(url, init);
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
    const text = isStream ? "" : await response.text();
    await response.body?.cancel().catch(() => undefined);
    return { status: response.status, text };
  };

  it("can make each call with its right, and with no other right", async () => {
    expect(routes.length).toBeGreaterThan(14);
    const named = new Set(routes.map(({ right }) => right));
    // `refunds.above_limit` has no call of its own: it extends `refunds.make`.
    expect(KEY_RIGHTS.filter((right) => !named.has(right))).toEqual(["refunds.above_limit"]);
    for (const right of named) {
      const key = await keyWith({ rights: [right] });
      for (const route of routes) {
        const { status, text } = await call(route, key);
        const where = [right, route.method, route.path];
        const isRefused = status === 403 && text.includes("must have the right");
        expect([...where, isRefused]).toEqual([...where, route.right !== right]);
        if (isRefused && !route.path.endsWith("/session")) {
          expect(JSON.parse(text)).toMatchObject({ code: "missing_right", right: route.right });
        }
      }
    }
  });

  it("are refused by session creation in its own form", async () => {
    const key = await keyWith({ rights: ["payments.read"] });
    for (const path of ["/api/v1/checkout/session", "/api/v1/embedded/session"]) {
      const { status, text } = await call({ method: "POST", path }, key);
      const detail =
        "The API key must have the right sessions.create. Its rights are set in the panel.";
      expect([status, JSON.parse(text)]).toEqual([403, { detail }]);
    }
  });

  it("do not restrict the main key", async () => {
    for (const route of routes) {
      const { status } = await call(route, shop.merchant.testApiKey);
      expect([route.path, status === 403]).toEqual([route.path, false]);
    }
  });

  it("work from their networks only, and until their last day", async () => {
    const networks = ["203.0.113.0/24", "2001:db8::/32"];
    const key = await keyWith({ networks, lifetimeMs: 30 * DAY });
    const from = async (address: string) => {
      const path = "/api/v1/payment/summary";
      const { status, text } = await call({ method: "GET", path }, key, address);
      const body: { readonly code?: string } = JSON.parse(text);
      return [status, body.code ?? ""];
    };
    expect(await from("203.0.113.77")).toEqual([200, ""]);
    expect(await from("2001:db8::1")).toEqual([200, ""]);
    expect(await from("198.51.100.1")).toEqual([403, "network_not_allowed"]);
    expect(await from("2001:db9::1")).toEqual([403, "network_not_allowed"]);
    shop.clock.move(30 * DAY);
    expect(await from("203.0.113.77")).toEqual([401, "invalid_api_key"]);
    shop.clock.move(-30 * DAY);
  });

  it("record time and address of their use after the call, and not in it", async () => {
    const key = await keyWith({});
    await call({ method: "GET", path: "/api/v1/payment/summary" }, key, "203.0.113.9");
    const used = async () => {
      const keys = await shop.service.deps.merchants.listKeys(shop.merchant.merchant.merchantId);
      const found = keys.find(({ lastFour }) => lastFour === key.slice(-4));
      return [found?.usedFrom, found?.usedAt];
    };
    await expect.poll(used, { timeout: 20_000 }).toEqual(["203.0.113.9", shop.clock.now()]);
  });

  it("keep refunds to the approval limit, unless they have the right to exceed it", async () => {
    const { merchants } = shop.service.deps;
    const { merchantId } = shop.merchant.merchant;
    const { order } = await paidOrder(shop.api, { fields: { amount: 100_000 } });
    await merchants.changeSettings(merchantId, { refundApprovalAbove: 5_000 });
    const bound = merchantCalls(shop.api, await keyWith({ rights: ["refunds.make"] }));
    expect((await bound.refund(order, { amount: 4_000 })).status).toBe(200);
    const refused = await bound.refund(order, { amount: 1_001 });
    expect([refused.status, refused.body]).toEqual([
      403,
      expect.objectContaining({
        code: "refund_needs_approval",
        approval_limit: 5_000,
        success: false,
        detail: expect.stringContaining("ask for it in the panel"),
      }),
    ]);
    // The limit also holds for later calls, and for many calls at one time.
    const many = await Promise.all(
      Array.from({ length: 6 }, () => bound.refund(order, { amount: 600 })),
    );
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1);

    const rights: readonly KeyRight[] = ["refunds.make", "refunds.above_limit"];
    const later = await keyWith({ rights, aboveLimitFrom: later24(shop) });
    expect((await merchantCalls(shop.api, later).refund(order, { amount: 1_000 })).status).toBe(
      403,
    );
    const free = merchantCalls(shop.api, await keyWith({ rights }));
    expect((await free.refund(order, { amount: 1_000 })).status).toBe(200);
    // Keys from before the approval limit existed are not bound by it.
    const main = merchantCalls(shop.api, shop.merchant.testApiKey);
    expect((await main.refund(order, { amount: 1_000 })).status).toBe(200);
    shop.clock.move(DAY);
    expect((await merchantCalls(shop.api, later).refund(order, { amount: 1_000 })).status).toBe(
      200,
    );
    await merchants.changeSettings(merchantId, { refundApprovalAbove: null });
  });
});

function later24({ clock }: TestService) {
  return (clock.now() + DAY) as ReturnType<typeof clock.now>;
}
