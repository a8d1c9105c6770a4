// tier: core
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiAnswer } from "../support/api-client.ts";
import { cardFields } from "../support/api-client.ts";
import { rawRequest, sendRaw, type RawAnswer } from "../support/raw-http.ts";
import { startTestService, type TestService } from "../support/service.ts";

const SESSION = "/api/v1/checkout/session";
const PAY = "/api/v1/payment/pay";
const CARD = "5528790000000008";
const JSON_TYPE = { "Content-Type": "application/json" };

describe("hostile requests", () => {
  let shop: TestService;
  let session: string;
  beforeAll(async () => {
    shop = await startTestService();
    session = await shop.api.session();
  });
  afterAll(() => shop.close());

  const sessionBody = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
    merchant_api_key: shop.merchant.testApiKey,
    amount: 1_000,
    success_url: "https://shop.example/ok",
    fail_url: "https://shop.example/no",
    ...fields,
  });
  const postText = (path: string, body: string, type = "application/json"): Promise<ApiAnswer> =>
    shop.api.send("POST", path, { body, headers: { "content-type": type } });

  describe("request bodies", () => {
    it("are refused with 413 above 256 KiB, whether the length is announced or not", async () => {
      const body = JSON.stringify(sessionBody({ padding: "x".repeat(256 * 1_024) }));
      const announced = await sendRaw(
        shop.url,
        rawRequest(`POST ${PAY}`, { headers: JSON_TYPE, body }),
      );
      expectProblem(announced, 413, "body_too_large");
      const chunk = `${(64 * 1_024).toString(16)}\r\n${"x".repeat(64 * 1_024)}\r\n`;
      const headers = { ...JSON_TYPE, "Transfer-Encoding": "chunked" };
      const chunked = await sendRaw(shop.url, [
        ...rawRequest(`POST ${PAY}`, { headers }),
        ...Array.from({ length: 6 }, () => chunk),
      ]);
      expectProblem(chunked, 413, "body_too_large");
      expectDetail(await postText(SESSION, body), 413);
    });

    it("are accepted just under 256 KiB", async () => {
      const fields = sessionBody({ padding: "" });
      const room = 256 * 1_024 - JSON.stringify(fields).length;
      const made = await shop.api.post(SESSION, { ...fields, padding: "x".repeat(room) });
      expect(made.status).toBe(200);
    });

    it("are refused with 415 when compressed, with a detail that says so", async () => {
      const body = gzipSync(JSON.stringify(cardFields(session, CARD)));
      const headers = { ...JSON_TYPE, "Content-Encoding": "gzip" };
      const answer = await sendRaw(shop.url, rawRequest(`POST ${PAY}`, { headers, body }));
      expectProblem(answer, 415, "unsupported_media_type");
      expect(answer.headers.get("accept-encoding")).toBe("identity");
    });

    it.each([
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonp",
      "application/vnd.api+json",
      "application/json; charset=iso-8859-9",
      "application/json; charset=utf-16",
      "nonsense",
    ])("are refused with 415 as content type %s", async (type) => {
      expectProblem(await postText(PAY, "{}", type), 415, "unsupported_media_type");
      expectDetail(await postText(SESSION, "{}", type), 415);
    });

    it.each([
      "application/json; charset=utf-8",
      'application/json;charset="UTF-8"',
      "APPLICATION/JSON",
    ])("are accepted as content type %s", async (type) => {
      const made = await postText(SESSION, JSON.stringify(sessionBody()), type);
      expect(made.status).toBe(200);
    });

    it("are refused with 415 without a content type", async () => {
      const answer = await sendRaw(shop.url, rawRequest(`POST ${PAY}`, { body: "{}" }));
      expectProblem(answer, 415, "unsupported_media_type");
    });

    it.each([
      ["nothing", ""],
      ["null", "null"],
      ["a list", "[]"],
      ["a string", '"card_number"'],
      ["a number", "1"],
    ])("are refused when the body is %s, because it must be an object", async (_name, body) => {
      const answer = await postText(PAY, body);
      expectProblem(answer, 400, "validation_failed");
      expect(answer.body["detail"]).toBe("body must be an object.");
    });

    it.each([
      ["cut short", '{"session_id":"ses_'],
      ["with a comment", '{"amount":1 /* one */}'],
      ["with NaN", '{"amount":NaN}'],
      ["with a trailing comma", '{"amount":1,}'],
      ["after other text", 'x{"amount":1}'],
      ["in UTF-16", "\u0000{"],
    ])("are refused with 400 when the JSON is %s", async (_name, body) => {
      expectProblem(await postText(PAY, body), 400, "malformed_body");
      expectDetail(await postText(SESSION, body), 400);
    });

    it("are refused when they are not UTF-8, without repeating the bytes", async () => {
      const body = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
      const answer = await sendRaw(
        shop.url,
        rawRequest(`POST ${PAY}`, { headers: JSON_TYPE, body }),
      );
      expectProblem(answer, 400, "malformed_body");
    });

    it("are refused with deep nesting or too many values before anything is parsed", async () => {
      const deep = `{"metadata":${'{"a":'.repeat(100_000 / 8)}1${"}".repeat(100_000 / 8)}}`;
      expectProblem(await postText(PAY, deep), 400, "malformed_body");
      const list = `{"basket_items":[${"0,".repeat(120_000)}0]}`;
      const answer = await postText(SESSION, list);
      expectDetail(answer, 400);
      expect(answer.body["detail"]).toContain("10000 values");
    });

    it("are refused with a repeated name, at any depth and in any spelling", async () => {
      const twice = JSON.stringify(sessionBody()).replace('"amount"', '"amount":1,"amount"');
      const answer = await postText(SESSION, twice);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ detail: "amount must be given once." });
      const escaped = JSON.stringify(sessionBody({ customer: { name: "Ada" } }));
      const inner = await postText(
        SESSION,
        escaped.replace('{"name"', '{"n\\u0061me":"Eve","name"'),
      );
      expect(inner.body).toEqual({ detail: "name must be given once." });
      const odd = await postText(PAY, `{"${CARD}":1,"${CARD}":2}`);
      expect(odd.text).not.toContain(CARD);
    });

    it("may repeat a name in different objects, and hold text that looks like JSON", async () => {
      const made = await shop.api.post(
        SESSION,
        sessionBody({
          customer: { name: '{"name":1,"name":2}' },
          basket_items: [{ name: "a" }, { name: 'b\\":,' }],
        }),
      );
      expect(made.status).toBe(200);
    });

    it.each(["__proto__", "constructor", "prototype", "toString"])(
      "treat the name %s like any unknown name",
      async (name) => {
        const fields = JSON.stringify(sessionBody()).replace(
          '"amount":1000',
          `"${name}":{"amount":1000,"isAdmin":true}`,
        );
        const answer = await postText(SESSION, fields);
        expectDetail(answer, 400);
        expect(answer.body["detail"]).toBe("amount is required.");
        expect(Reflect.get({}, "isAdmin")).toBeUndefined();
      },
    );
  });

  describe("numbers in requests", () => {
    const amountOf = (text: string): Promise<ApiAnswer> =>
      postText(SESSION, JSON.stringify(sessionBody()).replace('"amount":1000', `"amount":${text}`));

    it.each(["1.0", "1e3", "10E2", "1", "999999999999"])(
      "include %s as an amount",
      async (text) => {
        expect((await amountOf(text)).status).toBe(200);
      },
    );

    it.each(["1000.00000000000000001", "0.99999999999999999999", "999999999999.00001"])(
      "exclude %s as an amount, which a double would round to an integer",
      async (text) => {
        const answer = await amountOf(text);
        expectDetail(answer, 400);
        expect(answer.body["detail"]).toMatch(/^amount must be an integer/);
      },
    );

    it.each([
      "0",
      "-0",
      "-1",
      "1.5",
      "1e400",
      "-1e400",
      "1e-400",
      "1000000000000",
      "9007199254740993",
      "12345678901234567890",
      '"1000"',
      "true",
      "null",
      "[1000]",
      '{"value":1000}',
    ])("exclude %s as an amount, with a detail that names the field", async (text) => {
      const answer = await amountOf(text);
      expectDetail(answer, 400);
      expect(answer.body["detail"]).toMatch(/^amount must be an integer of minor units from 1 to/);
    });
  });

  it.each(["12345678901234567890", "1e400", "-9007199254740993"])(
    "refuses %s in metadata, because it would come back as another number",
    async (text) => {
      const body = JSON.stringify(sessionBody({ metadata: { deep: [{ number: 7 }] } }));
      const answer = await postText(SESSION, body.replace('"number":7', `"number":${text}`));
      expectDetail(answer, 400);
      expect(answer.body["detail"]).toBe(
        "metadata.deep.0.number must hold numbers of at most 9007199254740991; send a string.",
      );
    },
  );

  describe("text in requests", () => {
    it.each([
      ["right to left", "\u202Eadlı"],
      ["zero width", "a\u200Bb"],
      ["decomposed", "s\u0327"],
      ["outside the basic plane", "😀𐍈"],
      ["long combining", "e\u0301\u0301\u0301"],
    ])("is accepted and stored unchanged when it is %s", async (_name, text) => {
      const made = await shop.api.post(SESSION, sessionBody({ customer: { name: text } }));
      expect(made.status).toBe(200);
    });

    it.each([
      ["a NUL", "\\u0000", "customer.name"],
      ["a lone surrogate", "\\ud800", "customer.name"],
      ["a reversed pair", "\\udc00\\ud800", "customer.name"],
    ])("is refused with %s, naming the field", async (_name, escape, field) => {
      const body = JSON.stringify(sessionBody({ customer: { name: "x" } }));
      const answer = await postText(SESSION, body.replace('"x"', `"${escape}"`));
      expectDetail(answer, 400);
      expect(answer.body["detail"]).toContain(field);
    });
  });
});

function expectProblem(answer: ApiAnswer | RawAnswer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body["code"] }).toEqual({ status, code });
  expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  expect([answer.body["status"], typeof answer.body["title"]]).toEqual([status, "string"]);
  expect(answer.body["detail"]).toMatch(/^[A-Z].*\.$|^[a-z_.]+ .*\.$/);
}

function expectDetail(answer: ApiAnswer, status: number): void {
  expect(answer.status).toBe(status);
  expect(Object.keys(answer.body)).toEqual(["detail"]);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
}
