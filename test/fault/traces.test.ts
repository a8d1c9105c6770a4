// tier: night
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { comeBack, decide, goToBank } from "../support/browserless.ts";
import { canary } from "../support/canary-cards.ts";
import { ENTRY } from "../support/entry.ts";
import { LeakSearch } from "../support/leak-search.ts";
import { runService } from "../support/running-service.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { startCollector, tracesTo, type TraceCollector } from "../support/trace-collector.ts";
import {
  addEndpoint,
  manageWebhooks,
  startReceiver,
  type Receiver,
} from "../support/webhook-receiver.ts";

const CARD = "5528790000000008";
const HOUR = 3_600_000;
const PLACE = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };

let collector: TraceCollector;
let receiver: Receiver;
beforeAll(async () => {
  collector = await startCollector();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await collector.stop();
});
afterEach(() => {
  collector.answer = 200;
  collector.spans.length = 0;
  collector.requests.length = 0;
  receiver.received.length = 0;
  receiver.answer = () => ({ status: 204 });
});

const names = () => collector.spans.map(({ name }) => name);
const listen = async (shop: TestService): Promise<void> => {
  const webhooks = await manageWebhooks(shop);
  await addEndpoint(webhooks, shop.merchant.merchant, receiver);
  await webhooks.close();
};

describe("an absent collector of traces", () => {
  it.each([
    ["refuses", 400, "not_exported"],
    ["is silent", "silent", "queue_full"],
  ] as const)("that %s stops no payment; lost spans are counted", async (_, answer, reason) => {
    collector.answer = answer;
    const shop = await startTestService({
      environment: { ...tracesTo(collector), OTEL_BSP_MAX_QUEUE_SIZE: "8" },
    });
    for (let payment = 0; payment < 5; payment += 1) {
      const paid = await shop.api.pay(await shop.api.session(), CARD, { headers: PLACE });
      expect(paid.body["status"]).toBe("completed");
    }
    const dropped = async (): Promise<number> => {
      const text = await (await fetch(`${shop.url}/metrics`)).text();
      const [, count] =
        new RegExp(`vezne_spans_dropped_total\\{reason="${reason}"\\} (\\d+)`).exec(text) ?? [];
      return Number(count);
    };
    await expect.poll(dropped, { timeout: 80_000 }).toBeGreaterThan(0);
    await shop.close();
  });

  it("gets the last spans at the stop", async () => {
    const environment = { ...tracesTo(collector), OTEL_BSP_SCHEDULE_DELAY: "600000" };
    const shop = await startTestService({ environment });
    await shop.api.pay(await shop.api.session(), CARD, { headers: PLACE });
    expect(names()).toEqual([]);
    await shop.close();
    expect(names()).toContain("commit outcome");
  });
});

describe("the settings of an export", () => {
  it("reach the collector: headers, compression and attributes of the process", async () => {
    const shop = await startTestService({
      environment: {
        ...tracesTo(collector),
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collector",
        OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
        OTEL_SERVICE_NAME: "till",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=trial,service.name=other",
      },
    });
    await shop.api.session();
    await shop.close();
    expect(collector.requests[0]?.headers).toMatchObject({
      authorization: "Bearer collector",
      "content-encoding": "gzip",
      "content-type": "application/x-protobuf",
    });
    expect(collector.spans[0]?.resource).toMatchObject({
      "deployment.environment.name": "trial",
      "service.name": "till",
    });
  });

  it("decide how many traces are recorded", async () => {
    const calls = 80;
    const count = async (sampler: string, headers: Record<string, string>): Promise<number> => {
      collector.spans.length = 0;
      const shop = await startTestService({
        environment: {
          ...tracesTo(collector),
          OTEL_TRACES_SAMPLER: sampler,
          OTEL_TRACES_SAMPLER_ARG: "0.5",
        },
      });
      const call = () => shop.api.get("/api/v1/events", headers);
      await Promise.all(Array.from({ length: calls }, call));
      await shop.close();
      return names().filter((name) => name === "GET /api/v1/events").length;
    };
    const half = await count("parentbased_traceidratio", {});
    // Fair decisions are outside of these bounds in one of ten million runs.
    expect(half).toBeGreaterThan(15);
    expect(half).toBeLessThan(65);
    expect(await count("parentbased_always_off", PLACE)).toBe(calls);
    expect(await count("always_off", PLACE)).toBe(0);
  });

  it("can leave the places of callers and receivers out", async () => {
    const environment = { ...tracesTo(collector), OTEL_PROPAGATORS: "none" };
    const shop = await startTestService({ environment });
    await listen(shop);
    await shop.api.pay(await shop.api.session(), CARD, { headers: PLACE });
    await expect.poll(names, { timeout: 40_000 }).toContain("deliver webhook");
    await shop.close();
    expect(receiver.received[0]?.headers).not.toHaveProperty("traceparent");
    const pay = collector.spans.find(({ name }) => name.endsWith("/pay"));
    expect(pay?.parentId).toBe("");
  });
});

describe("a trace over several processes", () => {
  it("goes on in the process that delivers the webhook after the first one has ended", async () => {
    const environment = tracesTo(collector);
    receiver.answer = () => ({ status: 500 });
    const first = await startTestService({ environment, instance: "first" });
    await listen(first);
    await first.api.pay(await first.api.session(), CARD, { headers: PLACE });
    await expect.poll(names, { timeout: 40_000 }).toContain("deliver webhook");
    await first.service.stop();
    receiver.answer = () => ({ status: 204 });
    first.clock.move(HOUR);
    const { database, clock } = first;
    const second = await startTestService({ environment, instance: "second", database, clock });
    const deliveries = () => collector.spans.filter(({ name }) => name === "deliver webhook");
    await expect.poll(() => deliveries().length, { timeout: 40_000 }).toBe(2);
    await second.close();
    const event = collector.spans.find(({ name }) => name === "event payment.completed");
    expect(
      deliveries().map(({ parentId, resource }) => [parentId, resource["service.instance.id"]]),
    ).toEqual([
      [event?.spanId, "first"],
      [event?.spanId, "second"],
    ]);
    const posts = collector.spans.filter(({ name }) => name === "POST");
    expect(posts.map(({ isError }) => isError)).toEqual([true, false]);
    const [last] = receiver.received.slice(-1);
    expect(last?.headers["traceparent"]).toContain(event?.traceId);
  });

  it("is recorded by each worker of the built service, under its own name", async () => {
    const service = await runService({
      ...tracesTo(collector),
      VEZNE_WORKERS: "2",
      VEZNE_INSTANCE: "till-1",
    });
    // Each call has a connection of its own, because one worker may listen later than the other.
    const call = async () => {
      const asked = get(`${service.url}/api/v1/events`, { headers: PLACE, agent: false });
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      await once(answer.resume(), "end");
    };
    const instances = () =>
      new Set(collector.spans.map(({ resource }) => resource["service.instance.id"]));
    await expect
      .poll(
        async () => {
          await Promise.all(Array.from({ length: 20 }, call));
          return [...instances()].toSorted();
        },
        { timeout: 80_000 },
      )
      .toEqual(["till-1/1", "till-1/2"]);
    expect(await service.terminate()).toBe(0);
    await service.close();
  });
});

describe("traces that are off", () => {
  it("leave the library unloaded: no other file of the program imports it at its start", () => {
    const program = dirname(ENTRY);
    const files = readdirSync(program).filter((name) => name.endsWith(".js"));
    const texts = files.map((name) => readFileSync(join(program, name), "utf8"));
    const loads = (form: RegExp) => texts.filter((text) => form.test(text)).length;
    expect(loads(/import\("\.\/open-telemetry[\w-]*\.js"\)/)).toBe(1);
    expect(loads(/from "\.\/open-telemetry[\w-]*\.js"/)).toBe(0);
    expect(loads(/TracerProvider = class|class TracerProvider/)).toBe(1);
  });
});

describe("secrets", () => {
  it("are in no span, wherever a caller puts them", async () => {
    const plain = canary("visa", 0);
    const challenged = canary("visa", 1);
    const declined = canary("visa", 2);
    const named = canary("visa", 3);
    const cards = [plain, challenged, declined, named];
    const shop = await startTestService({ environment: tracesTo(collector) });
    await listen(shop);
    const sessions: string[] = [];
    const pay = async ({ number, cvc }: typeof plain, fields = {}, headers = {}) => {
      const session = await shop.api.session();
      sessions.push(session);
      return shop.api.pay(session, number, {
        fields: { cvc, ...fields },
        headers: { ...PLACE, ...headers },
      });
    };
    expect((await pay(plain)).body["status"]).toBe("completed");
    const at = await pay(challenged, { is_3d: true });
    await comeBack(await decide(await goToBank(at), "approve"));
    await pay(declined, { expire_year: "2020" });
    await pay(plain, {}, { "x-request-id": named.number });
    await pay(plain, {}, { tracestate: `card=${named.number}` });
    const key = { authorization: `Bearer ${shop.merchant.testApiKey}`, ...PLACE };
    await shop.api.get(`/api/v1/payment/status/${named.number}?session_id=${sessions[0]}`, key);
    await shop.api.get(`/api/v1/${named.number}?card=${named.number}`, key);
    await fetch(`${shop.url}/checkout?session=${sessions[0]}`, { headers: PLACE });
    await expect.poll(names, { timeout: 40_000 }).toContain("deliver webhook");
    const { rows } = await shop.database.open().query("select * from trace_context");
    await shop.close();
    const search = new LeakSearch(cards);
    const sent = collector.requests.map(({ body }) => body);
    const spans = [JSON.stringify(collector.spans), JSON.stringify(rows)];
    expect(sent.flatMap((body) => search.bytes("export", body))).toEqual([]);
    expect(spans.flatMap((text) => search.text("spans", text))).toEqual([]);
    const { webhookSecret } = shop.merchant.merchant;
    for (const secret of [...sessions, shop.merchant.testApiKey, webhookSecret]) {
      expect(sent.some((body) => body.includes(secret))).toBe(false);
      expect(spans.join("")).not.toContain(secret);
    }
    expect(rows.length).toBeGreaterThan(5);
    expect(names()).toContain("GET /checkout");
  });
});
