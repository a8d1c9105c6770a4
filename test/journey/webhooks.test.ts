import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rollSecret } from "../../src/domain/event/roll-secret.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../src/kernel/clock.ts";
import type { MerchantId } from "../../src/kernel/ids.ts";
import { createApiClient, type ApiClient } from "../support/api-client.ts";
import { merchantCalls, paidOrder } from "../support/merchant-calls.ts";
import { startTestService, type TestMerchant, type TestService } from "../support/service.ts";
import {
  addEndpoint,
  manageWebhooks,
  startReceiver,
  verify,
  type Receiver,
  type Webhooks,
} from "../support/webhook-receiver.ts";

const CARD = "5528790000000008";

describe("webhooks", () => {
  let shop: TestService;
  let webhooks: Webhooks;
  let owner: TestMerchant["merchant"];
  let api: ApiClient;
  let testApiKey: string;
  let receiver: Receiver;
  beforeAll(async () => {
    shop = await startTestService();
    webhooks = await manageWebhooks(shop);
  });
  afterAll(async () => {
    await webhooks.close();
    await shop.close();
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    const made = await shop.createMerchant("Dinleyen");
    ({ merchant: owner, testApiKey } = made);
    api = createApiClient(shop.url, testApiKey);
  });
  afterEach(async () => {
    await receiver.stop();
  });

  const entries = () =>
    webhooks.deliveryLog.list({
      ...owner,
      mode: "test",
      endpointId: undefined,
      state: undefined,
      limit: 9,
    });
  const stateOf = async () => (await entries()).map(({ state }) => state);
  const failedOnce = () =>
    expect
      .poll(async () => (await entries()).map(({ state, attempts }) => [state, attempts]))
      .toEqual([["waiting", 1]]);
  const arrived = (count: number) =>
    expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(count);

  it("deliver an event with a signature that the Standard Webhooks library verifies", async () => {
    await addEndpoint(webhooks, owner, receiver);
    const session = await api.session({ metadata: { cart: 7, note: "ığ" } });
    const paid = await api.pay(session, CARD);
    await arrived(1);
    const [delivery] = receiver.received;
    if (delivery === undefined) throw new Error("nothing arrived");
    expect(verify(owner.webhookSecret, delivery)).toEqual(delivery.json);
    expect(() => verify("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", delivery)).toThrow();
    expect(delivery.json).toMatchObject({
      type: "payment.completed",
      timestamp: "2026-11-21T09:00:00.000Z",
      data: {
        order_id: paid.body["order_id"],
        status: "completed",
        amount: 125_000,
        session_id: session,
        metadata: { cart: 7, note: "ığ" },
      },
    });
    expect(Object.keys(delivery.json)).toEqual(["type", "timestamp", "data"]);
    expect(delivery.headers).toMatchObject({
      "content-type": "application/json",
      "webhook-timestamp": String(shop.clock.now() / SECOND),
    });
    expect(delivery.id).toMatch(/^evt_/);
    expect(delivery.headers["user-agent"]).toMatch(/^Vezne\//);
    expect(delivery.body).not.toContain(CARD);
    await expect.poll(stateOf).toEqual(["delivered"]);
  });

  it("are attempted again by the schedule, with the same id and body and a new timestamp", async () => {
    await addEndpoint(webhooks, owner, receiver);
    receiver.answer = () => ({ status: 500 });
    await paidOrder(api);
    await arrived(1);
    const started = shop.clock.now();
    const waits = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR];
    for (const [index, wait] of [...waits, 20 * HOUR, 24 * HOUR].entries()) {
      await expect.poll(stateOf).toEqual(["waiting"]);
      const { dueAt } = (await entries())[0] ?? {};
      const delay = Number(dueAt) - shop.clock.now();
      expect(delay).toBeGreaterThanOrEqual(wait);
      expect(delay).toBeLessThanOrEqual(wait * 1.1);
      shop.clock.move(wait - SECOND);
      shop.clock.move(delay - wait + SECOND);
      await arrived(index + 2);
    }
    await expect.poll(stateOf).toEqual(["failed"]);
    expect(shop.clock.now() - started).toBeGreaterThan(75 * HOUR);
    const { received } = receiver;
    expect(received).toHaveLength(10);
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    const timestamps = received.map(({ headers }) => headers["webhook-timestamp"]);
    expect(new Set(timestamps).size).toBe(10);
    for (const delivery of received)
      expect(verify(owner.webhookSecret, delivery)).toEqual(delivery.json);
  });

  it("are not attempted again before they are due", async () => {
    await addEndpoint(webhooks, owner, receiver);
    receiver.answer = () => ({ status: 503 });
    await paidOrder(api);
    await failedOnce();
    shop.clock.move(4 * SECOND);
    const other = await startReceiver();
    await addEndpoint(webhooks, owner, other);
    await paidOrder(api);
    await expect.poll(() => other.received.length).toBe(1);
    // The other endpoint's round is over, and the failed delivery was not attempted in it.
    expect(receiver.received.map(({ json }) => json.data["order_id"])).toHaveLength(2);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
    await other.stop();
  });

  it.each([
    [200, "delivered"],
    [204, "delivered"],
    [299, "delivered"],
    [301, "waiting"],
    [302, "waiting"],
    [400, "waiting"],
    [404, "waiting"],
    [500, "waiting"],
  ])("treat an answer of %i as %s", async (status, state) => {
    await addEndpoint(webhooks, owner, receiver);
    const elsewhere = `${receiver.url}/elsewhere`;
    receiver.answer = () => ({ status, headers: { location: elsewhere } });
    await paidOrder(api);
    await arrived(1);
    await expect.poll(stateOf).toEqual([state]);
    expect(receiver.received).toHaveLength(1);
  });

  it("wait as long as Retry-After asks for, if that is longer than the schedule", async () => {
    await addEndpoint(webhooks, owner, receiver);
    receiver.answer = () => ({ status: 429, headers: { "retry-after": "600" } });
    await paidOrder(api);
    await failedOnce();
    const wait = Number((await entries())[0]?.dueAt) - shop.clock.now();
    expect(wait).toBeGreaterThanOrEqual(10 * MINUTE);
    expect(wait).toBeLessThanOrEqual(11 * MINUTE);
  });

  it("keep the order of a payment's events, and other payments do not wait", async () => {
    await addEndpoint(webhooks, owner, receiver);
    const poisoned = await paidOrder(api);
    await arrived(1);
    receiver.answer = ({ json }) => ({
      status: json.data["order_id"] === poisoned.order ? 500 : 200,
    });
    const calls = merchantCalls(api, testApiKey);
    await calls.refund(poisoned.order, { amount: 1_000 });
    await arrived(2);
    await calls.refund(poisoned.order, { amount: 2_000 });
    const other = await paidOrder(api);
    await calls.refund(other.order);
    await arrived(4);
    const orders = receiver.received
      .slice(1)
      .map(({ json }) => [json.data["order_id"], json.type, json.data["amount"]]);
    expect(orders).toEqual([
      [poisoned.order, "refund.succeeded", 1_000],
      [other.order, "payment.completed", 125_000],
      [other.order, "refund.succeeded", 125_000],
    ]);
    receiver.answer = () => ({ status: 200 });
    shop.clock.move(6 * SECOND);
    await arrived(6);
    expect(receiver.received.slice(4).map(({ json }) => json.data["amount"])).toEqual([
      1_000, 2_000,
    ]);
  });

  it("continue with a payment's next event once the one before it is given up", async () => {
    await addEndpoint(webhooks, owner, receiver);
    const { order } = await paidOrder(api);
    await arrived(1);
    receiver.answer = ({ json }) => ({ status: json.data["amount"] === 1_000 ? 500 : 200 });
    const calls = merchantCalls(api, testApiKey);
    await calls.refund(order, { amount: 1_000 });
    await calls.refund(order, { amount: 2_000 });
    for (let attempt = 1; attempt < 10; attempt += 1) {
      await arrived(1 + attempt);
      await expect.poll(stateOf).toEqual(["waiting", "waiting", "delivered"]);
      if (attempt < 9) shop.clock.move(27 * HOUR);
    }
    // A successful delivery keeps the endpoint from being disabled.
    await paidOrder(api);
    await arrived(11);
    await expect.poll(stateOf).toEqual(["delivered", "waiting", "waiting", "delivered"]);
    shop.clock.move(27 * HOUR);
    await arrived(13);
    await expect.poll(stateOf).toEqual(["delivered", "delivered", "failed", "delivered"]);
    expect(receiver.received.at(-1)?.json.data["amount"]).toBe(2_000);
  });

  it("sign with the old and the new secret while one replaces the other", async () => {
    const { endpointId } = await addEndpoint(webhooks, owner, receiver);
    const rolled = await rollSecret(webhooks, { endpointId, overlapMs: DAY });
    const secret = rolled.ok ? rolled.value.secret : "";
    await paidOrder(api);
    await arrived(1);
    shop.clock.move(DAY + SECOND);
    await paidOrder(api);
    await arrived(2);
    const [during, after] = receiver.received;
    if (during === undefined || after === undefined) throw new Error("nothing arrived");
    expect(during.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
    expect(verify(owner.webhookSecret, during)).toEqual(during.json);
    expect(verify(secret, during)).toEqual(during.json);
    expect(verify(secret, after)).toEqual(after.json);
    expect(() => verify(owner.webhookSecret, after)).toThrow();
  });

  it("are signed with the secrets of two rolls, also if both are made at once", async () => {
    const { endpointId } = await addEndpoint(webhooks, owner, receiver);
    let asked = 0;
    const merchants = {
      // The first roll goes on only once the second one has come as far.
      async find(merchantId: MerchantId) {
        asked += 1;
        await expect.poll(() => asked).toBe(2);
        return webhooks.merchants.find(merchantId);
      },
    };
    const roll = () => rollSecret({ ...webhooks, merchants }, { endpointId, overlapMs: DAY });
    const rolled = await Promise.all([roll(), roll()]);
    const given = rolled.map((one) => (one.ok ? one.value.secret : ""));
    const { secrets = [] } = (await webhooks.endpoints.find(endpointId)) ?? {};
    expect(secrets.map(({ text }) => text).toSorted()).toEqual(given.toSorted());
  });

  it("disable an endpoint that answers 410, and keep its undelivered events", async () => {
    const endpoint = await addEndpoint(webhooks, owner, receiver);
    receiver.answer = () => ({ status: 410 });
    await paidOrder(api);
    await expect.poll(stateOf).toEqual(["paused"]);
    const disabled = await webhooks.endpoints.find(endpoint.endpointId);
    expect(disabled?.disabled).toEqual({ reason: "gone", at: shop.clock.now() });
    expect(shop.logLines.some((line) => line.includes("it answered 410"))).toBe(true);
    receiver.answer = () => ({ status: 200 });
    await webhooks.endpoints.enable(endpoint.endpointId, shop.clock.now());
    await arrived(2);
    await expect.poll(stateOf).toEqual(["delivered"]);
  });

  it("disable an endpoint after days without a successful delivery", async () => {
    const endpoint = await addEndpoint(webhooks, owner, receiver);
    await receiver.stop();
    await paidOrder(api);
    for (let attempt = 1; attempt < 10; attempt += 1) {
      const attempts = async () => (await entries())[0]?.attempts;
      await expect.poll(attempts).toBe(attempt);
      await expect.poll(stateOf).toEqual(["waiting"]);
      shop.clock.move(27 * HOUR);
    }
    await expect.poll(stateOf).toEqual(["failed"]);
    const disabled = await webhooks.endpoints.find(endpoint.endpointId);
    expect(disabled?.disabled?.reason).toBe("failing");
    expect(shop.logLines.some((line) => line.includes("nothing was delivered for days"))).toBe(
      true,
    );
    await receiver.start();
  });

  it("send only the chosen types, to each mode its own", async () => {
    await addEndpoint(webhooks, owner, { ...receiver, eventTypes: ["refund.succeeded"] });
    const live = await webhooks.endpoints.list({ merchantId: owner.merchantId, mode: "live" });
    expect(live).toEqual([]);
    const { order } = await paidOrder(api);
    await merchantCalls(api, testApiKey).refund(order, { amount: 1_000 });
    await arrived(1);
    expect(receiver.received[0]?.json.type).toBe("refund.succeeded");
  });

  it("log each attempt, but only the status of an answer from this machine", async () => {
    const { endpointId } = await addEndpoint(webhooks, owner, receiver);
    receiver.answer = () => ({
      status: 500,
      headers: { "x-trace": "abc" },
      body: "of another program",
    });
    await paidOrder(api);
    await failedOnce();
    await receiver.stop();
    shop.clock.move(6 * SECOND);
    await expect.poll(async () => (await entries())[0]?.attempts).toBe(2);
    await expect.poll(stateOf).toEqual(["waiting"]);
    const eventId = (await entries())[0]?.eventId;
    if (eventId === undefined) throw new Error("no delivery");
    const attempts = await webhooks.deliveryLog.attempts(endpointId, eventId);
    expect(attempts.map(({ number }) => number)).toEqual([1, 2]);
    const [first, second] = attempts.map(({ answer }) => answer);
    expect(first).toMatchObject({ kind: "answered", status: 500, headers: {}, body: undefined });
    expect(second).toMatchObject({ kind: "unanswered", error: "econnrefused" });
    expect(attempts[0]?.requestHeaders["webhook-id"]).toBe(eventId);
    await receiver.start();
  });

  it("send an event again, or all events since a moment, with the same ids", async () => {
    const { endpointId } = await addEndpoint(webhooks, owner, receiver);
    const since = shop.clock.now();
    await paidOrder(api);
    await paidOrder(api);
    await arrived(2);
    await expect.poll(stateOf).toEqual(["delivered", "delivered"]);
    const [first] = receiver.received.map(({ id }) => id);
    const [entry] = (await entries()).filter(({ eventId }) => eventId === first);
    if (entry === undefined) throw new Error("no delivery");
    const request = { ...owner, mode: "test", endpointId, now: shop.clock.now() } as const;
    const one = { kind: "one", eventId: entry.eventId } as const;
    expect(await webhooks.deliveryLog.resend({ ...request, events: one })).toBe(1);
    await arrived(3);
    expect(receiver.received[2]?.id).toBe(first);
    await expect.poll(stateOf).toEqual(["delivered", "delivered"]);
    const missing = { kind: "since", at: since, undelivered: true } as const;
    expect(await webhooks.deliveryLog.resend({ ...request, events: missing })).toBe(0);
    const all = { kind: "since", at: since, undelivered: false } as const;
    expect(await webhooks.deliveryLog.resend({ ...request, events: all })).toBe(2);
    await arrived(5);
  });
});
