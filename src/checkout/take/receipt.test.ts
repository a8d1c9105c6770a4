import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { merchantCalls } from "../../../test/support/merchant-calls.ts";
import { createVisitor, textOf, type Visitor } from "../../../test/support/page-visitor.ts";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import {
  addEndpoint,
  manageWebhooks,
  startReceiver,
  type Receiver,
  type Webhooks,
} from "../../../test/support/webhook-receiver.ts";
import { DAY, SECOND } from "../../kernel/clock.ts";

const APPROVED = "5528790000000008";
const ON = /<noscript><meta http-equiv="refresh" content="5;url=https:\/\/shop\.example\/thanks/;

let shop: TestService;
let visitor: Visitor;
let webhooks: Webhooks;
let receiver: Receiver;
beforeAll(async () => {
  shop = await startTestService();
  visitor = createVisitor(shop.url);
  webhooks = await manageWebhooks(shop);
});
afterAll(async () => {
  await webhooks.close();
  await shop.close();
});
beforeEach(async () => void (receiver = await startReceiver()));
afterEach(() => receiver.stop());

const pay = async (): Promise<string> => {
  const session = await shop.api.session();
  const handOff = await visitor.payByCard(session, APPROVED);
  await visitor.goThroughBank(handOff, "approve");
  return session;
};
const receiptOf = async (session: string) =>
  (await visitor.get(`/checkout?session=${session}`)).html;
const lookAt = async (session: string) =>
  (await shop.api.get(`/checkout/status?session=${session}`)).body;
const till = () => merchantCalls(shop.api, shop.merchant.testApiKey);
const endpoint = (eventTypes?: ["refund.failed"]) =>
  addEndpoint(webhooks, shop.merchant.merchant, {
    url: receiver.url,
    ...(eventTypes === undefined ? {} : { eventTypes }),
  });

describe("a receipt", () => {
  it("redirects at once if the merchant has no webhook endpoint", async () => {
    await endpoint(["refund.failed"]);
    const session = await pay();
    expect(await receiptOf(session)).toMatch(ON);
    expect(await lookAt(session)).toMatchObject({ notified: true });
  });

  it("waits until the shop's server has received the event", async () => {
    let release = (): void => undefined;
    const after = new Promise<void>((resolve) => (release = resolve));
    receiver.answer = ({ json }) =>
      json.type === "payment.completed" ? { status: 204, after } : { status: 204 };
    const { endpointId } = await endpoint();
    const session = await pay();
    expect(await lookAt(session)).toMatchObject({ notified: false });
    const waiting = await receiptOf(session);
    expect(waiting).toContain(`content="3;url=/checkout?session=${session}`);
    expect(waiting).toMatch(/href="https:\/\/shop\.example\/thanks[^"]*"[^>]* id="onward"/);
    release();
    await expect.poll(() => lookAt(session)).toMatchObject({ notified: true });
    expect(await receiptOf(session)).toMatch(ON);
    await webhooks.endpoints.remove(endpointId);
  });

  it("waits at most 15 seconds, and not for a failing endpoint", async () => {
    receiver.answer = () => ({ status: 500 });
    const { endpointId } = await endpoint();
    const session = await pay();
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    shop.clock.move(14 * SECOND);
    const late = await receiptOf(session);
    const isKnown = ON.test(late);
    if (!isKnown) expect(late).toContain('content="1;url=/checkout?session=');
    shop.clock.move(SECOND);
    expect(await receiptOf(session)).toMatch(ON);
    await expect.poll(async () => receiptOf(await pay())).toMatch(ON);
    await webhooks.endpoints.remove(endpointId);
  });

  it("keeps its date after a refund, without a redirect to the shop", async () => {
    const session = await pay();
    const dateOf = (html: string) => /<time datetime="([^"]*)"/.exec(html)?.[1];
    const paid = dateOf(await receiptOf(session));
    shop.clock.move(DAY);
    const orderId = /ORD-\w+/.exec(await receiptOf(session))?.[0];
    expect((await till().refund(orderId, { amount: 1_000 })).status).toBe(200);
    const html = await receiptOf(session);
    expect(textOf(html)).toContain("İade edilen ₺10,00");
    expect(dateOf(html)).toBe(paid);
    expect(html).not.toContain("http-equiv");
    expect(await lookAt(session)).toMatchObject({ notified: true });
  });

  it("shows the captured part of a preauthorised amount", async () => {
    const session = await shop.api.session({ capture_method: "manual" });
    const { body } = await shop.api.pay(session, APPROVED);
    expect(textOf(await receiptOf(session))).toContain("Tutar ₺1.250,00");
    await till().capture(body["order_id"], { amount: 80_000 });
    expect(textOf(await receiptOf(session))).toContain("Tutar ₺800,00");
  });
});
