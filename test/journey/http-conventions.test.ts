import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardFields, type ApiAnswer } from "../support/api-client.ts";
import { rawRequest, sendRaw, type RawAnswer } from "../support/raw-http.ts";
import { startTestService, type TestService } from "../support/service.ts";

const SESSION = "/api/v1/checkout/session";
const EMBEDDED = "/api/v1/embedded/session";
const PAY = "/api/v1/payment/pay";
const CARD = "5528790000000008";

describe("HTTP conventions", () => {
  let shop: TestService;
  let session: string;
  beforeAll(async () => {
    shop = await startTestService();
    session = await shop.api.session();
  });
  afterAll(() => shop.close());

  const raw = (
    line: string,
    options: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<RawAnswer> => sendRaw(shop.url, rawRequest(line, options));

  it("log each call with its merchant and order, as far as they are known", async () => {
    const paid = await shop.api.pay(await shop.api.session(), CARD);
    const order = String(paid.body["order_id"]);
    const key = { authorization: `Bearer ${shop.merchant.testApiKey}` };
    await shop.api.post("/api/v1/payment/refund", { order_id: order }, key);
    await shop.api.get("/api/v1/events");
    const lineOf = (path: string): unknown =>
      shop.logLines
        .map((text) => JSON.parse(text) as Record<string, unknown>)
        .findLast((line) => line["path"] === path);
    const owner = { merchant_id: shop.merchant.merchant.merchantId, order_id: order };
    expect(lineOf(PAY)).toMatchObject({ msg: "request", ...owner });
    expect(lineOf("/api/v1/payment/refund")).toMatchObject(owner);
    expect(lineOf("/api/v1/events")).not.toHaveProperty("merchant_id");
  });

  describe("paths and methods", () => {
    it.each([
      "GET /",
      "GET /api/v1/payment",
      "POST /api/v1/payment/pay/",
      "POST /api/v1/payment/PAY",
      "POST //api/v1/payment/pay",
      "POST /api/v1/payment/../payment/pay",
      "POST /api/v1/payment/pay;a=1",
      "POST /api/v2/payment/pay",
      "POST /nowhere",
    ])("answers %s with a 404 problem", async (line) => {
      expectProblem(await raw(line), 404, "not_found");
    });

    it.each([
      [PAY, "POST"],
      ["/api/v1/payment/refund", "POST"],
      ["/api/v1/payment/bin-check", "POST"],
      [`/api/v1/payment/status/ORD-1?session_id=x`, "GET, HEAD"],
      ["/healthz", "GET, HEAD"],
    ])("answers a wrong method of %s with 405 and Allow", async (path, allow) => {
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        if (allow.includes(method)) continue;
        const answer = await raw(`${method} ${path}`);
        expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, allow]);
        if (method !== "HEAD") expectProblem(answer, 405, "method_not_allowed");
      }
    });

    it("answers a wrong method of session creation with the bare detail of that endpoint", async () => {
      for (const path of [SESSION, EMBEDDED]) {
        expect((await raw(`GET ${path}`)).body).toEqual({ detail: "This path takes POST." });
      }
    });

    it.each(["TRACE", "PROPFIND", "PURGE", "LINK"])(
      "answers the rare method %s with 405 on a known path and 404 on an unknown one",
      async (method) => {
        const answer = await raw(`${method} ${PAY}`);
        expectProblem(answer, 405, "method_not_allowed");
        expect([answer.headers.get("allow"), answer.body["success"]]).toEqual(["POST", false]);
        const made = await raw(`${method} ${SESSION}`);
        expect([made.status, made.body]).toEqual([405, { detail: "This path takes POST." }]);
        const page = await raw(`${method} /checkout`);
        expect([page.status, page.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
        expectProblem(await raw(`${method} /nowhere`), 404, "not_found");
      },
    );

    it("answers HEAD like GET, without the body", async () => {
      const paid = await shop.api.pay(await shop.api.session(), CARD);
      const path = `/api/v1/payment/status/${String(paid.body["order_id"])}?session_id=x`;
      const [head, get] = [await raw(`HEAD ${path}`), await raw(`GET ${path}`)];
      expect(head.status).toBe(get.status);
      expect(head.text).toBe("");
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    });

    it("sends no CORS header, and answers OPTIONS as a wrong method", async () => {
      const headers = { Origin: "https://shop.example", "Access-Control-Request-Method": "POST" };
      for (const line of [`OPTIONS ${PAY}`, `POST ${PAY}`, `GET ${PAY}`]) {
        const names = [...(await raw(line, { headers })).headers.keys()];
        expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([]);
      }
    });

    it("ignores method override headers", async () => {
      const headers = { "X-HTTP-Method-Override": "POST", "X-Method-Override": "POST" };
      expectProblem(await raw(`GET ${PAY}`, { headers }), 405, "method_not_allowed");
    });

    it.each(["/api/v1/payment/status/%ff", "/%c0%ae%c0%ae/", "/%", "/api/%zz"])(
      "refuses the path %s, which can't be decoded, without repeating it",
      async (path) => {
        const answer = await raw(`GET ${path}?session_id=${session}`);
        expectProblem(answer, 400, "malformed_request");
        expect(answer.text).not.toContain(path);
        expectMarked(answer);
      },
    );

    it("answers an id of any length or content like an unknown id", async () => {
      const ids = ["%00", "x".repeat(255), "..%2f..%2fetc", "%F0%9F%98%80", "1'or'1'='1", "ORD-"];
      for (const id of ids) {
        const answer = await raw(`GET /api/v1/payment/status/${id}?session_id=${session}`);
        expectProblem(answer, 404, "order_not_found");
      }
      const answer = await raw(`GET /api/v1/payment/status/${"x".repeat(4_000)}?session_id=x`);
      expectProblem(answer, 404, "not_found");
      expectMarked(answer);
    });
  });

  describe("query parameters", () => {
    const status = (query: string): Promise<RawAnswer> =>
      raw(`GET /api/v1/payment/status/ORD-1?${query}`);

    it("are refused when one is given twice", async () => {
      const answer = await status(`session_id=${session}&session_id=${session}`);
      expectProblem(answer, 400, "validation_failed");
      expect(answer.body["detail"]).toBe("session_id must be given once.");
      const options = await raw("POST /api/v1/payment/wallet-options?session_id=a&session_id=b");
      expect(options.body["detail"]).toBe("session_id must be given once.");
    });

    it.each([
      ["no session_id", "", "session_id is required."],
      ["an empty session_id", "session_id=", "session_id must not be empty."],
      [
        "bytes that are not UTF-8",
        "session_id=%ff%fe",
        /^session_id must be percent-encoded UTF-8/,
      ],
      ["a lone percent sign", "session_id=%", /^session_id must be percent-encoded UTF-8/],
      ["a NUL", "session_id=ses_%00", /^session_id must be percent-encoded UTF-8/],
      ["a bad name", "%ff=1&session_id=x", /^A query parameter must be percent-encoded UTF-8/],
    ])("are refused with %s, with a detail that names it", async (_name, query, detail) => {
      const answer = await status(query);
      expectProblem(answer, 400, "validation_failed");
      expect(answer.body["detail"]).toEqual(
        typeof detail === "string" ? detail : expect.stringMatching(detail),
      );
    });

    it("are refused with bytes outside ASCII that are not percent-encoded", async () => {
      const answer = await sendRaw(shop.url, [
        "GET /api/v1/payment/status/ORD-1?session_id=",
        Buffer.from("ş"),
        " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      ]);
      expectProblem(answer, 400, "malformed_request");
    });

    it("are ignored when unknown, __proto__ included", async () => {
      const answer = await status(`session_id=${session}&__proto__[a]=1&constructor=2&x=1&x=2`);
      expectProblem(answer, 404, "order_not_found");
      expect(Reflect.get({}, "a")).toBeUndefined();
    });
  });

  describe("connections to the server", () => {
    it("answer header fields of more than 16 KiB with 431", async () => {
      const flood = Object.fromEntries(
        Array.from({ length: 500 }, (_, index) => [`X-Flood-${index}`, "x".repeat(64)]),
      );
      const answer = await raw(`POST ${PAY}`, { headers: flood });
      expectProblem(answer, 431, "headers_too_large");
      expectMarked(answer);
      const long = await raw(`GET /${"x".repeat(20_000)}`);
      expectProblem(long, 431, "headers_too_large");
    });

    it.each([
      ["no HTTP at all", "hello\r\n\r\n"],
      ["an unknown version", "GET / HTTP/9.9\r\nHost: x\r\n\r\n"],
      ["an unknown method", "GIVE / HTTP/1.1\r\nHost: x\r\n\r\n"],
      ["two lengths", framed("Content-Length: 2\r\nContent-Length: 3\r\n", "{}x")],
      [
        "a length and chunks",
        framed("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n"),
      ],
      ["a coding that is not chunked last", framed("Transfer-Encoding: chunked, x\r\n", "{}")],
      ["a negative length", framed("Content-Length: -1\r\n", "")],
      ["a bad chunk", framed("Transfer-Encoding: chunked\r\n", "zz\r\n{}\r\n")],
      ["a folded field", framed("X-A: 1\r\n 2\r\nContent-Length : 2\r\n", "{}")],
      ["a NUL in a field", framed("X-A: 1\u00002\r\nContent-Length: 2\r\n", "{}")],
      ["a field without a name", framed(": x\r\n", "")],
      ["a version of another protocol", "GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n"],
      ["chunks in HTTP/1.0", chunked("/healthz").replace("HTTP/1.1", "HTTP/1.0")],
      ["chunks at a path that can't be read", chunked("/%").replace("HTTP/1.1", "HTTP/1.0")],
      ["a coding beside chunks", chunked("/healthz").replace("chunked", "identity, chunked")],
      ["two hosts", "GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"],
      [
        "two hosts with 2 100 fields between them",
        `GET /healthz HTTP/1.1\r\nHost: x\r\n${"a:\r\n".repeat(2_100)}Host: y\r\n\r\n`,
      ],
    ])("are closed after %s, with a refusal", async (_name, text) => {
      const answer = await sendRaw(shop.url, [text, `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`]);
      expect(answer.status).toBe(400);
      expect(answer.text).not.toContain("HTTP/1.1 200");
      expect(answer.headers.get("connection")).toBe("close");
    });

    it("refuse a request of HTTP/1.1 without Host", async () => {
      const answer = await sendRaw(shop.url, "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n");
      expectProblem(answer, 400, "malformed_request");
    });

    it("refuse an unknown Expect header", async () => {
      const answer = await raw("GET /healthz", { headers: { Expect: "the-unexpected" } });
      expectProblem(answer, 417, "expectation_failed");
    });

    it("carry one request after another, refusals included", async () => {
      const refused = "POST /api/v1/payment/pay HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n";
      const last = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
      const answer = await sendRaw(shop.url, [refused, refused, last]);
      expect(answer.text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400", "HTTP/1.1 200"]);
    });
  });

  describe("request ids", () => {
    it.each(["a", "7f3c-21.b_~Z", "x".repeat(128)])(
      "keep the client's plain token %s",
      async (id) => {
        const answer = await shop.api.get("/healthz", { "x-request-id": id });
        expect(answer.headers.get("x-request-id")).toBe(id);
        expect(shop.logLines.some((line) => line.includes(`"request_id":"${id}"`))).toBe(true);
      },
    );

    it.each(["4111.1111.1111.1111", "4111~1111_1111-1111"])(
      "return %s to its sender, but its card number is not logged",
      async (id) => {
        const plain = id.replaceAll("_", ".");
        const before = shop.logLines.length;
        const answer = await shop.api.get("/healthz", { "x-request-id": plain });
        expect(answer.headers.get("x-request-id")).toBe(plain);
        const lines = shop.logLines.slice(before).join("");
        expect(lines).toContain('"request_id":"[digits]"');
        expect(lines.replace(/\D/g, "")).not.toContain("4111111111111111");
      },
    );

    it.each(["", "two words", "x".repeat(129), 'a"b', "{}", "ünlü", "a,b"])(
      "are generated where the client's id is %s",
      async (id) => {
        const answer = await raw("GET /healthz", { headers: { "X-Request-Id": id } });
        expect(answer.headers.get("x-request-id")).toMatch(/^req_[0-9a-z]{20}$/);
      },
    );

    it("are on every kind of answer, each a different one", async () => {
      const answers = [
        await raw("GET /healthz"),
        await raw("GET /nowhere"),
        await raw("PUT /healthz"),
        await raw("GET /%ff"),
        await sendRaw(shop.url, "nonsense\r\n\r\n"),
        await raw(`POST ${PAY}`, { headers: { "Content-Type": "application/json" }, body: "{" }),
      ];
      const ids = answers.map((answer) => answer.headers.get("x-request-id"));
      expect(ids.every((id) => id?.startsWith("req_") === true)).toBe(true);
      expect(new Set(ids).size).toBe(ids.length);
    });
  });

  describe("response headers", () => {
    it("forbid caching, sniffing, framing and referrers", async () => {
      const answers = [
        await shop.api.get(`/api/v1/payment/status/ORD-1?session_id=${session}`),
        await shop.api.post(SESSION, {}),
        await shop.api.get("/nowhere"),
        await shop.api.send("PUT", PAY),
        await raw("GET /%ff"),
        await sendRaw(shop.url, "nonsense\r\n\r\n"),
      ];
      for (const { headers } of answers) {
        expect(headers.get("cache-control")).toBe("no-store");
        expect(headers.get("x-content-type-options")).toBe("nosniff");
        expect(headers.get("referrer-policy")).toBe("no-referrer");
        expect(headers.get("strict-transport-security")).toBeNull();
        expect(headers.get("server") ?? headers.get("x-powered-by")).toBeNull();
      }
      expect(answers[0]?.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(answers[2]?.headers.get("content-security-policy")).toContain("default-src 'none'");
    });

    it("require https for a year where the public address is https", async () => {
      const secure = await startTestService({
        environment: { VEZNE_PUBLIC_URL: "https://pay.example" },
      });
      try {
        const answer = await secure.api.get("/healthz");
        expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
      } finally {
        await secure.close();
      }
    });
  });

  it("repeats no card number, CVC or key in a refusal, and logs none", async () => {
    const key = shop.merchant.testApiKey;
    const secrets = [CARD, "5528 7900 0000 0008", key];
    const card = { ...cardFields(session, CARD), cvc: "987" };
    const answers: ApiAnswer[] = [];
    for (const field of Object.keys(card)) {
      for (const value of [CARD, "5528 7900 0000 0008", key, 987, null, [CARD], { [CARD]: key }]) {
        answers.push(await shop.api.post(PAY, { ...card, session_id: "x", [field]: value }));
        answers.push(await shop.api.post(SESSION, { merchant_api_key: key, [field]: value }));
      }
    }
    const headers = { "content-type": "application/json" };
    const body = `{"card_number":"${CARD}","cvc":"987","merchant_api_key":"${key}",}`;
    answers.push(await shop.api.send("POST", PAY, { headers, body }));
    answers.push(await shop.api.send("POST", `/${CARD}/${key}`, { headers, body }));
    answers.push(await shop.api.get(`/api/v1/payment/status/${CARD}?session_id=${key}&${CARD}=%`));
    answers.push(await shop.api.post(PAY, card, { "idempotency-key": `${CARD} ${key}` }));
    const refusals = answers.filter((answer) => answer.status !== 200);
    expect(refusals.length).toBe(answers.length);
    const texts = [...refusals.map((answer) => answer.text), ...shop.logLines];
    const leaks = texts.filter((text) => secrets.some((secret) => text.includes(secret)));
    expect(leaks).toEqual([]);
    const details = refusals.map(({ body: { detail, errors } }) =>
      JSON.stringify([detail, errors]),
    );
    expect(details.filter((text) => text.includes("987"))).toEqual([]);
    expect(refusals.filter((answer) => answer.status >= 500)).toEqual([]);
  });
});

/** Returns the head and the body of a pay request with these fields. */
function framed(fields: string, body: string): string {
  const head = `POST ${PAY} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
  return `${head}${fields}\r\n${body}`;
}

function expectProblem(answer: ApiAnswer | RawAnswer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body["code"] }).toEqual({ status, code });
  expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  const { type, title, detail } = answer.body;
  expect([typeof title, typeof detail]).toEqual(["string", "string"]);
  expect(type).toMatch(new RegExp(`/docs/errors/${code}$`));
}

function expectMarked({ headers }: RawAnswer): void {
  expect(headers.get("x-request-id")).toMatch(/^req_/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
}

function chunked(path: string): string {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n`;
  return `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
}
