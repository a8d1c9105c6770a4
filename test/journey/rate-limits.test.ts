import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE, SECOND } from "../../src/kernel/clock.ts";
import { LIMITS } from "../../src/domain/limit/limits.ts";
import { rawRequest, sendRaw, type RawAnswer } from "../support/raw-http.ts";
import { startTestService, type TestMerchant, type TestService } from "../support/service.ts";

const SESSION = "/api/v1/checkout/session";
/** Five requests a second for a key, with a burst of ten; four times as many for an address. */
const PER_SECOND = 5;
const KEY_BURST = 10;
const ADDRESS_BURST = 40;
const LIMITED = {
  VEZNE_RATE_LIMIT: String(PER_SECOND),
  VEZNE_TRUSTED_PROXIES: "127.0.0.1",
};

let lastAddress = 1;
/** All of 127.0.0.0/8 is this machine, so a test can have any number of client addresses. */
function newAddress(): string {
  lastAddress += 1;
  return `127.0.${lastAddress >> 8}.${lastAddress & 255}`;
}

describe("request limits", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService({ environment: LIMITED })));
  afterAll(() => shop.close());
  // A clock that stands still refills nothing; each test begins with full buckets.
  beforeEach(() => shop.clock.move(MINUTE));

  const open = (merchant: TestMerchant, from: string, at = shop): Promise<RawAnswer> =>
    post(at, SESSION, {
      from,
      body: {
        merchant_api_key: merchant.testApiKey,
        amount: 100,
        success_url: "https://shop.example/ok",
        fail_url: "https://shop.example/no",
      },
    });
  const list = (apiKey: string, from: string): Promise<RawAnswer> =>
    sendRaw(
      shop.url,
      rawRequest("GET /api/v1/payment/transactions", {
        headers: { Authorization: `Bearer ${apiKey}` },
      }),
      { from },
    );
  const status = (from: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
    sendRaw(shop.url, rawRequest("GET /api/v1/payment/status/ORD-1?session_id=x", { headers }), {
      from,
    });

  it("of the test bank count strangers by their network, and not the service itself", async () => {
    const bank = (headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${shop.url}/bank/3ds/none`, { headers });
    const stranger = async (address: string): Promise<number> => {
      const answer = await bank({ "x-forwarded-for": address });
      await answer.text();
      return answer.status;
    };
    const batches = await repeat(LIMITS.testBank.capacity / 50, () =>
      Promise.all(Array.from({ length: 50 }, () => stranger("203.0.113.4"))),
    );
    expect(new Set(batches.flat())).toEqual(new Set([404]));
    expect(await stranger("203.0.113.4")).toBe(429);
    const own = await bank();
    expect([own.status, await stranger("198.51.100.4")]).toEqual([404, 404]);
    // A stranger's message can make such a page on the service's address.
    expect(await own.text()).toContain("Simülasyon: burası gerçek bir banka değil");
  });

  describe("by API key", () => {
    it("refuse requests above the burst, in the form of session creation", async () => {
      const from = newAddress();
      const answers = await repeat(KEY_BURST, () => open(shop.merchant, from));
      expect(answers.map((answer) => answer.status)).toEqual(Array(KEY_BURST).fill(200));
      const refused = await open(shop.merchant, from);
      expect(refused.status).toBe(429);
      expect(refused.headers.get("retry-after")).toBe("1");
      expect(Object.keys(refused.body)).toEqual(["detail"]);
      expect(refused.body["detail"]).toBe(
        "Too many requests: this API key may send 5 a second on average. Try again in 1 s.",
      );
    });

    it("refuse server-side calls with a problem document", async () => {
      const from = newAddress();
      await repeat(KEY_BURST, () => list(shop.merchant.testApiKey, from));
      const refused = await list(shop.merchant.testApiKey, from);
      expect(refused.body).toMatchObject({ status: 429, code: "rate_limited", success: false });
      expect(refused.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    });

    it("refill as time passes, never above the burst", async () => {
      const from = newAddress();
      await repeat(KEY_BURST, () => open(shop.merchant, from));
      shop.clock.move(SECOND);
      const answers = await repeat(PER_SECOND + 1, () => open(shop.merchant, from));
      expect(answers.map((answer) => answer.status)).toEqual([
        ...Array<number>(PER_SECOND).fill(200),
        429,
      ]);
      shop.clock.move(60 * MINUTE);
      const later = await repeat(KEY_BURST + 1, () => open(shop.merchant, newAddress()));
      expect(later.filter((answer) => answer.status === 429)).toHaveLength(1);
    });

    it("share one bucket between all addresses and all calls of a key", async () => {
      const made = await repeat(KEY_BURST / 2, () => open(shop.merchant, newAddress()));
      const listed = await repeat(KEY_BURST / 2 + 1, () =>
        list(shop.merchant.testApiKey, newAddress()),
      );
      expect([...made, ...listed].filter(({ status: code }) => code === 429)).toHaveLength(1);
    });

    it("have another bucket for another merchant, and for the other mode", async () => {
      const from = newAddress();
      await repeat(KEY_BURST + 1, () => open(shop.merchant, from));
      const stranger = await shop.createMerchant("Kırtasiye");
      expect((await open(stranger, from)).status).toBe(200);
      expect((await list(shop.merchant.liveApiKey, from)).status).toBe(200);
    });

    it("are not used up by requests with an invalid key", async () => {
      const wrong = `${shop.merchant.testApiKey.slice(0, -4)}zzzz`;
      const from = newAddress();
      const answers = await repeat(KEY_BURST + 5, () => list(wrong, from));
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([401]));
      expect((await open(shop.merchant, newAddress())).status).toBe(200);
    });
  });

  describe("by client address", () => {
    it("refuse requests above the burst, before their bodies are read", async () => {
      const from = newAddress();
      const answers = await repeat(ADDRESS_BURST, () => status(from));
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([404]));
      const refused = await status(from);
      expect(refused.body).toMatchObject({ status: 429, code: "rate_limited" });
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      const broken = await post(shop, "/api/v1/payment/pay", { from, body: "{" });
      expect(broken.status).toBe(429);
      const session = await open(shop.merchant, from);
      expect([session.status, Object.keys(session.body)]).toEqual([429, ["detail"]]);
      expect((await status(newAddress())).status).toBe(404);
    });

    it("count every path and spelling together", async () => {
      const from = newAddress();
      const paths = ["bin", "bin-check", "installment", "installments", "pay", "refund"];
      for (let index = 0; index < ADDRESS_BURST; index += 1) {
        const path = `/api/v1/payment/${paths[index % paths.length] ?? ""}`;
        expect((await post(shop, path, { from, body: {} })).status).not.toBe(429);
      }
      for (const path of paths) {
        const answer = await post(shop, `/api/v1/payment/${path}`, { from, body: {} });
        expect(answer.status).toBe(429);
      }
    });

    it("answer customers with a page", async () => {
      const from = newAddress();
      await repeat(ADDRESS_BURST, () => status(from));
      const page = await sendRaw(shop.url, rawRequest("GET /checkout?session=x"), { from });
      expect(page.status).toBe(429);
      expect(page.headers.get("content-type")).toMatch(/^text\/html/);
      expect(page.headers.get("retry-after")).not.toBeNull();
    });

    it("never refuse health checks and metrics", async () => {
      const from = newAddress();
      await repeat(ADDRESS_BURST + 1, () => status(from));
      for (const path of ["/healthz", "/readyz", "/metrics"]) {
        const answer = await sendRaw(shop.url, rawRequest(`GET ${path}`), { from });
        expect([path, answer.status]).toEqual([path, 200]);
        expect(answer.headers.get("ratelimit")).toBeNull();
      }
    });

    it("ignore forwarded addresses that come from no trusted proxy", async () => {
      const from = newAddress();
      const spoofs = ["X-Forwarded-For", "Forwarded", "X-Real-IP", "True-Client-IP", "Via"];
      for (let index = 0; index < ADDRESS_BURST; index += 1) {
        const name = spoofs[index % spoofs.length] ?? "";
        await status(from, { [name]: `203.0.113.${index}` });
      }
      expect((await status(from, { "X-Forwarded-For": "198.51.100.7" })).status).toBe(429);
    });
  });

  it("send the rest of the limit in the RateLimit header fields of the draft", async () => {
    const from = newAddress();
    const [first, second] = await repeat(2, () => open(shop.merchant, from));
    expect(first?.headers.get("ratelimit-policy")).toBe('"address";q=40;w=2, "key";q=10;w=2');
    expect(first?.headers.get("ratelimit")).toBe('"address";r=39;t=1, "key";r=9;t=1');
    expect(second?.headers.get("ratelimit")).toBe('"address";r=38;t=1, "key";r=8;t=1');
    await repeat(KEY_BURST - 2, () => open(shop.merchant, from));
    const refused = await open(shop.merchant, from);
    expect(refused.headers.get("ratelimit")).toBe('"address";r=29;t=1, "key";r=0;t=2');
  });

  it("count the processes of an installation together", async () => {
    const { database, clock } = shop;
    const other = await startTestService({ database, clock, environment: LIMITED });
    try {
      const from = newAddress();
      await repeat(KEY_BURST, () => open(shop.merchant, from));
      // Until the other process syncs in the background, it allows a burst of its own.
      let allowed = 0;
      while ((await open(shop.merchant, newAddress(), other)).status === 200) allowed += 1;
      expect(allowed).toBeLessThanOrEqual(KEY_BURST);
      expect((await open(shop.merchant, newAddress())).status).toBe(429);
      clock.move(SECOND);
      const counts = await repeat(30, (index) =>
        open(shop.merchant, newAddress(), index % 2 === 0 ? shop : other),
      );
      const passed = counts.filter((answer) => answer.status === 200).length;
      expect(passed).toBeLessThanOrEqual(2 * PER_SECOND);
    } finally {
      await other.service.stop();
    }
  });

  it("can be turned off", async () => {
    const free = await startTestService({ environment: { VEZNE_RATE_LIMIT: "off" } });
    try {
      const answers = await repeat(3 * ADDRESS_BURST, () => open(free.merchant, "127.0.0.1", free));
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
      expect(answers[0]?.headers.get("ratelimit")).toBeNull();
    } finally {
      await free.close();
    }
  });
});

describe("request limits behind a proxy", () => {
  let shop: TestService;
  beforeAll(async () => {
    const environment = { ...LIMITED, VEZNE_TRUSTED_PROXIES: "127.0.0.0/24, ::1" };
    shop = await startTestService({ environment });
  });
  afterAll(() => shop.close());

  const send = (forwarded: string, from = "127.0.0.1"): Promise<RawAnswer> =>
    sendRaw(
      shop.url,
      rawRequest("GET /api/v1/payment/status/ORD-1?session_id=x", {
        headers: { "X-Forwarded-For": forwarded },
      }),
      { from },
    );

  it.each([
    ["the client's own address", (index: number) => `203.0.113.${index % 2 === 0 ? 1 : "1"}`],
    ["what it claims to have been sent by", (index: number) => `10.9.9.${index}, 203.0.113.2`],
    ["a claimed proxy", (index: number) => `203.0.113.3, 127.0.0.${index}`],
    ["its port", (index: number) => `203.0.113.4:${40_000 + index}`],
    ["the addresses of its own IPv6 network", (index: number) => `2001:db8:1:1::${index}`],
    ["rubbish", (index: number) => `203.0.113.${index}, "><script>`],
  ])("count a client once whatever it does with %s", async (_name, forwarded) => {
    for (let index = 0; index < ADDRESS_BURST; index += 1) await send(forwarded(index));
    expect((await send(forwarded(99))).status).toBe(429);
  });

  it("find the address that the proxy added after 2 100 fields of the client", async () => {
    const fields = `X-Forwarded-For: 198.51.100.9\r\n${"a:\r\n".repeat(2_100)}`;
    const head = `GET /api/v1/payment/status/ORD-1?session_id=x HTTP/1.1\r\nHost: x\r\n${fields}`;
    const text = `${head}X-Forwarded-For: 198.51.100.3\r\nConnection: close\r\n\r\n`;
    for (let index = 0; index < ADDRESS_BURST; index += 1) await sendRaw(shop.url, text);
    expect((await send("198.51.100.3")).status).toBe(429);
    expect((await send("198.51.100.9")).status).toBe(404);
  });

  it("distinguish clients by the address that the proxy saw", async () => {
    for (let index = 0; index < ADDRESS_BURST; index += 1) await send("198.51.100.1");
    expect((await send("198.51.100.1")).status).toBe(429);
    expect((await send("198.51.100.2")).status).toBe(404);
    expect((await send("2001:db8:1:2::1")).status).toBe(404);
  });

  it("trust forwarded addresses from the proxies only", async () => {
    const from = "127.0.7.7";
    for (let index = 0; index < ADDRESS_BURST; index += 1) await send(`192.0.2.${index}`, from);
    expect((await send("192.0.2.200", from)).status).toBe(429);
  });
});

async function repeat<Value>(
  times: number,
  work: (index: number) => Promise<Value>,
): Promise<readonly Value[]> {
  const values: Value[] = [];
  for (let index = 0; index < times; index += 1) values.push(await work(index));
  return values;
}

function post(
  shop: TestService,
  path: string,
  { from, body }: { readonly from: string; readonly body: unknown },
): Promise<RawAnswer> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "Content-Type": "application/json" };
  return sendRaw(shop.url, rawRequest(`POST ${path}`, { headers, body: text }), { from });
}
