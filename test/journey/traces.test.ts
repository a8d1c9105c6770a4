import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { comeBack, decide, goToBank } from "../support/browserless.ts";
import { merchantCalls, paidOrder } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";
import {
  startCollector,
  tracesTo,
  type CollectedSpan,
  type TraceCollector,
} from "../support/trace-collector.ts";
import {
  addEndpoint,
  manageWebhooks,
  startReceiver,
  type Receiver,
  type Webhooks,
} from "../support/webhook-receiver.ts";

const CARD = "5528790000000008";
const SECOND = 1_000;
const CALLER = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const SAMPLED = `00-${CALLER.traceId}-${CALLER.spanId}-01`;
const NOT_SAMPLED = `00-${CALLER.traceId}-${CALLER.spanId}-00`;

describe("the trace of a payment", () => {
  let collector: TraceCollector;
  let shop: TestService;
  let webhooks: Webhooks;
  let receiver: Receiver;
  beforeAll(async () => {
    collector = await startCollector();
    receiver = await startReceiver();
    shop = await startTestService({ environment: tracesTo(collector) });
    webhooks = await manageWebhooks(shop);
    await addEndpoint(webhooks, shop.merchant.merchant, receiver);
  });
  afterAll(async () => {
    await webhooks.close();
    await shop.close();
    await receiver.stop();
    await collector.stop();
  });
  afterEach(() => {
    collector.spans.length = 0;
    receiver.received.length = 0;
  });

  const called = (name: string): readonly CollectedSpan[] =>
    collector.spans.filter((span) => span.name === name);
  /** The spans of this name, once there are as many. */
  const arrived = async (name: string, count = 1): Promise<readonly CollectedSpan[]> => {
    await expect.poll(() => called(name).length, { timeout: 40_000 }).toBe(count);
    return called(name);
  };
  const only = async (name: string): Promise<CollectedSpan> => {
    const [span] = await arrived(name);
    if (span === undefined) throw new Error(`no span is called ${name}`);
    return span;
  };
  const parentOf = ({ parentId }: CollectedSpan): string | undefined =>
    collector.spans.find(({ spanId }) => spanId === parentId)?.name;
  /** The names from a span up to the first one of its trace. */
  const pathOf = (span: CollectedSpan): readonly string[] => {
    const above = collector.spans.find(({ spanId }) => spanId === span.parentId);
    return above === undefined ? [span.name] : [span.name, ...pathOf(above)];
  };

  it("goes from the request over intent, bank and outcome to the webhook", async () => {
    const session = await shop.api.session();
    const paid = await shop.api.pay(session, CARD, { headers: { traceparent: SAMPLED } });
    const delivery = await only("deliver webhook");
    const order = String(paid.body["order_id"]);
    const request = await only("POST /api/v1/payment/pay");
    expect(request).toMatchObject({
      traceId: CALLER.traceId,
      parentId: CALLER.spanId,
      kind: "server",
      isError: false,
      attributes: {
        "http.request.method": "POST",
        "http.route": "/api/v1/payment/pay",
        "http.response.status_code": 200,
        "url.path": "/api/v1/payment/pay",
        "vezne.request.id": paid.headers.get("x-request-id"),
        "vezne.merchant.id": shop.merchant.merchant.merchantId,
        "vezne.order.id": order,
      },
      resource: {
        "service.name": "vezne",
        "service.version": "test",
        "service.instance.id": "test",
      },
    });
    const spans = collector.spans.filter(({ traceId }) => traceId === CALLER.traceId);
    const below = (name: string): readonly string[] =>
      spans.filter((span) => parentOf(span) === name).map((span) => span.name);
    expect(below("POST /api/v1/payment/pay")).toEqual([
      "commit intent",
      "bank authorize",
      "commit outcome",
    ]);
    expect(below("commit intent")).toEqual(["wait for batch", "commit batch"]);
    expect(below("commit outcome")).toEqual([
      "wait for batch",
      "commit batch",
      "event payment.completed",
    ]);
    expect(pathOf(delivery)).toEqual([
      "deliver webhook",
      "event payment.completed",
      "commit outcome",
      "POST /api/v1/payment/pay",
    ]);
    const [post] = spans.filter((span) => span.parentId === delivery.spanId);
    expect(post).toMatchObject({
      name: "POST",
      kind: "client",
      attributes: { "server.address": "127.0.0.1", "http.response.status_code": 204 },
    });
    expect(receiver.received[0]?.headers["traceparent"]).toBe(
      `00-${CALLER.traceId}-${post?.spanId}-01`,
    );
    const bank = await only("bank authorize");
    expect(bank.attributes).toMatchObject({
      "vezne.acquirer.connection": "sandbox",
      "vezne.acquirer.outcome": "approved",
      "server.address": "127.0.0.1",
    });
    for (const span of spans.filter(({ name }) => name.startsWith("commit "))) {
      expect(span.end).toBeGreaterThanOrEqual(span.start);
    }
  });

  it("links session, return from the bank and refund, each a request of its own", async () => {
    const session = await shop.api.session();
    const paid = await shop.api.pay(session, CARD, { fields: { is_3d: true } });
    const order = String(paid.body["order_id"]);
    const returnUrl = await decide(await goToBank(paid), "approve");
    await comeBack(returnUrl);
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    await till.refund(order);
    await arrived("deliver webhook", 3);
    const created = await only("POST /api/v1/checkout/session");
    const pay = await only("POST /api/v1/payment/pay");
    const back = await only("GET /checkout/return/:attemptId");
    const refund = await only("POST /api/v1/payment/refund");
    expect(pay.links).toEqual([{ traceId: created.traceId, spanId: created.spanId }]);
    // The bank's address for the customer's return names the attempt, and thereby the trace.
    expect([back.traceId, back.parentId]).toEqual([pay.traceId, pay.spanId]);
    expect(refund.links).toEqual([{ traceId: pay.traceId, spanId: pay.spanId }]);
    expect(refund.traceId).not.toBe(pay.traceId);
    const deliveries = called("deliver webhook").map((span) => pathOf(span).slice(1));
    expect(deliveries).toEqual(
      expect.arrayContaining([
        [
          "event payment.completed",
          "commit outcome",
          "GET /checkout/return/:attemptId",
          "POST /api/v1/payment/pay",
        ],
        ["event refund.succeeded", "commit outcome", "POST /api/v1/payment/refund"],
      ]),
    );
    expect(pathOf(await only("bank authorize_challenged"))).toEqual([
      "bank authorize_challenged",
      "GET /checkout/return/:attemptId",
      "POST /api/v1/payment/pay",
    ]);
    expect(pathOf(await only("bank refund")).at(-1)).toBe("POST /api/v1/payment/refund");
  });

  it("goes on in the job that asks the bank for an unknown outcome", async () => {
    const session = await shop.api.session();
    shop.faults.next({ operation: "authorize", behaviour: "cut" });
    const paid = await shop.api.pay(session, CARD);
    expect(paid.body["status"]).toBe("processing");
    shop.clock.move(60 * SECOND);
    const recovered = await only("recover authorize");
    await arrived("deliver webhook", 2);
    expect(pathOf(await only("bank inquire"))).toEqual([
      "bank inquire",
      "recover authorize",
      "POST /api/v1/payment/pay",
    ]);
    const lost = await only("bank authorize");
    expect(lost.isError).toBe(true);
    expect(lost.attributes["vezne.acquirer.outcome"]).toBe("unknown");
    // The clock stood still during the request, and was moved before the job.
    expect(recovered.start - lost.end).toBeGreaterThan(59 * SECOND);
    expect(recovered.attributes["vezne.order.id"]).toBe(paid.body["order_id"]);
  });

  it("has its ids in the lines of the log, with the merchant and the order", async () => {
    const { order } = await paidOrder(shop.api);
    const pay = await only("POST /api/v1/payment/pay");
    await only("deliver webhook");
    const line = shop.logLines.find((text) => text.includes(pay.traceId)) ?? "{}";
    expect(JSON.parse(line)).toMatchObject({
      msg: "request",
      trace_id: pay.traceId,
      span_id: pay.spanId,
      merchant_id: shop.merchant.merchant.merchantId,
      order_id: order,
    });
  });

  it.each([
    ["a caller that samples not", NOT_SAMPLED],
    ["a caller that samples not, with a later version", NOT_SAMPLED.replace("00-", "01-")],
  ])("is not recorded for %s", async (_, traceparent) => {
    const session = await shop.api.session();
    await shop.api.pay(session, CARD, { headers: { traceparent } });
    await expect.poll(() => receiver.received.length, { timeout: 40_000 }).toBe(1);
    expect(receiver.received[0]?.headers).not.toHaveProperty("traceparent");
    await only("POST /api/v1/checkout/session");
    expect(called("POST /api/v1/payment/pay")).toEqual([]);
  });

  it.each([
    ["nothing", ""],
    ["a version alone", "00"],
    ["capitals", SAMPLED.toUpperCase()],
    ["more than version 00 has", `${SAMPLED}-more`],
    ["the version that is forbidden", SAMPLED.replace("00-", "ff-")],
    ["a trace of zeros", `00-${"0".repeat(32)}-${CALLER.spanId}-01`],
    ["a span of zeros", `00-${CALLER.traceId}-${"0".repeat(16)}-01`],
    ["9 000 characters", "x".repeat(9_000)],
  ])("begins anew where the caller's place is malformed: %s", async (_, traceparent) => {
    await shop.api.send("GET", "/api/v1/events", { headers: { traceparent } });
    const request = await only("GET /api/v1/events");
    expect(request.parentId).toBe("");
    expect(request.traceId).not.toBe(CALLER.traceId);
    expect(request.attributes["http.response.status_code"]).toBe(401);
  });

  it("passes the caller's trace state on to the webhook", async () => {
    const session = await shop.api.session();
    const headers = { traceparent: SAMPLED, tracestate: "shop=7,other=a" };
    await shop.api.pay(session, CARD, { headers });
    const delivery = await only("deliver webhook");
    expect(delivery.traceState).toBe("shop=7,other=a");
    expect(receiver.received[0]?.headers["tracestate"]).toBe("shop=7,other=a");
  });
});
