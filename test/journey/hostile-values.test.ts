import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  dictionary,
  double,
  json,
  jsonValue,
  oneof,
  record,
  string,
  webUrl,
  type Arbitrary,
} from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiAnswer, ApiBody } from "../support/api-client.ts";
import { cardFields } from "../support/api-client.ts";
import { query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const RUNS = Number(process.env["VEZNE_FUZZ_RUNS"] ?? 60);
const CARD = "5528790000000008";

/** Values that a client might send where something else is expected. */
const value: Arbitrary<unknown> = oneof(
  { weight: 3, arbitrary: jsonValue({ maxDepth: 3 }) },
  string({ unit: "binary", maxLength: 300 }),
  double(),
  webUrl(),
  constantFrom<unknown>(
    null,
    "",
    " ",
    "0",
    -1,
    2 ** 53,
    1e21,
    "a".repeat(1_000),
    "\u0000",
    "\ud800",
    "' or 1=1 --",
    "${jndi:ldap://x}",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "%00",
    [],
    {},
    [[[[]]]],
    true,
  ),
);

describe("hostile values", () => {
  let shop: TestService;
  let session: string;
  let order: string;
  beforeAll(async () => {
    shop = await startTestService();
    session = await shop.api.session();
    const paid = await shop.api.pay(await shop.api.session(), CARD);
    order = String(paid.body["order_id"]);
  });
  afterAll(() => shop.close());

  const sane: Readonly<Record<string, () => ApiBody>> = {
    "/api/v1/checkout/session": () => ({
      merchant_api_key: shop.merchant.testApiKey,
      amount: 1_000,
      currency: "TRY",
      language: "tr",
      customer: { name: "Ada", email: "ada@example.com" },
      basket_items: [{ id: "1", name: "Kitap", qty: 1, unit_price: 1_000, category: 1 }],
      success_url: "https://shop.example/ok",
      fail_url: "https://shop.example/no",
      metadata: { basket: 7 },
    }),
    "/api/v1/embedded/session": () => ({
      merchant_api_key: shop.merchant.testApiKey,
      amount: 1_000,
      currency: "EUR",
      customer: { name: "Ada", surname: "Şahin", email: "ada@example.com" },
      success_url: "https://shop.example/ok",
      fail_url: "https://shop.example/no",
    }),
    "/api/v1/payment/pay": () => ({ ...cardFields(session, "4129111111111111"), is_3d: false }),
    "/api/v1/payment/installments": () => ({ session_id: session, bin_number: "552879" }),
    "/api/v1/payment/bin": () => ({ session_id: session, bin_number: "552879" }),
    "/api/v1/payment/refund": () => ({ order_id: order, amount: 999_999 }),
    "/api/v1/payment/void": () => ({ order_id: order }),
    "/api/v1/payment/capture": () => ({ order_id: order, amount: 1 }),
  };
  const headers = (): Record<string, string> => ({
    authorization: `Bearer ${shop.merchant.testApiKey}`,
    "content-type": "application/json",
  });

  it.each(Object.keys(sane))(
    "POST %s answers any value of any field without a server error",
    async (path) => {
      const body = sane[path]?.() ?? {};
      const names = [...Object.keys(body), "unknown", "__proto__", "customer", "metadata"];
      await assert(
        asyncProperty(constantFrom(...names), value, async (name, sent) => {
          const text = JSON.stringify({ ...body, [name]: sent });
          check(await shop.api.send("POST", path, { headers: headers(), body: text }));
        }),
        { numRuns: RUNS },
      );
    },
  );

  it.each(Object.keys(sane))(
    "POST %s answers any JSON document without a server error",
    async (path) => {
      const document = oneof(
        json(),
        string({ unit: "binary" }),
        dictionary(string(), value).map(toText),
      );
      await assert(
        asyncProperty(document, async (body) => {
          const answer = await shop.api.send("POST", path, { headers: headers(), body });
          check(answer);
          expect(answer.status).not.toBe(200);
        }),
        { numRuns: RUNS },
      );
    },
  );

  it("metadata comes back unchanged or is refused", async () => {
    const metadata = dictionary(string({ unit: "grapheme" }), jsonValue({ maxDepth: 3 }), {
      maxKeys: 10,
    });
    await assert(
      asyncProperty(metadata, async (sent) => {
        const body = { ...sane["/api/v1/checkout/session"]?.(), metadata: sent };
        const text = JSON.stringify(body);
        const answer = await shop.api.send("POST", "/api/v1/checkout/session", {
          headers: headers(),
          body: text,
        });
        check(answer);
        if (answer.status !== 200) return;
        const [row] = await query(shop, "select metadata from session where session_id = $1", [
          answer.body["session_id"],
        ]);
        const stored: unknown = JSON.parse(String(row?.["metadata"]));
        expect(stored).toEqual((JSON.parse(text) as ApiBody)["metadata"]);
      }),
      { numRuns: RUNS },
    );
  });

  it("every GET answers any query without a server error", async () => {
    const paths = constantFrom(
      `/api/v1/payment/status/${order}`,
      "/api/v1/payment/status/x",
      "/api/v1/payment/transactions",
      "/api/v1/payment/transactions/export",
      "/api/v1/payment/summary",
      "/api/v1/payment/refund/REF-1",
    );
    const names = constantFrom(
      "session_id",
      "start_date",
      "end_date",
      "status",
      "payment_type",
      "min_amount",
      "max_amount",
      "page",
      "per_page",
      "format",
      "currency",
      "unknown",
    );
    const text = oneof(
      string({ unit: "binary", maxLength: 60 }),
      constantFrom("2024-02-30", "0000-01-01", "294277-01-01", "1e3", "-1", "99999999999999999999"),
    );
    const parameters = array(record({ name: names, text }), { maxLength: 4 });
    await assert(
      asyncProperty(paths, parameters, async (path, given) => {
        const search = given.map(({ name, text: sent }) => `${name}=${encode(sent)}`).join("&");
        check(await shop.api.get(`${path}?${search}`, headers()));
      }),
      { numRuns: 2 * RUNS },
    );
  });

  it("any header value is accepted or refused without a server error", async () => {
    const names = constantFrom(
      "authorization",
      "idempotency-key",
      "vezne-response-style",
      "x-request-id",
      "x-forwarded-for",
      "accept",
      "accept-language",
      "origin",
      "cookie",
    );
    const visible = string({ maxLength: 80 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, "~"));
    await assert(
      asyncProperty(
        constantFrom(...Object.keys(sane)),
        names,
        visible,
        async (path, name, sent) => {
          const fields = { ...headers(), [name]: sent };
          check(await shop.api.post(path, sane[path]?.() ?? {}, fields));
        },
      ),
      { numRuns: 2 * RUNS },
    );
  });
});

/** Expects a refusal in the form of its endpoint, with a detail that reveals nothing secret. */
function check(answer: ApiAnswer): void {
  expect(answer.status, answer.text).toBeLessThan(500);
  expect(answer.headers.get("x-request-id")).not.toBeNull();
  if (answer.status < 400) return;
  const { detail, code, ...rest } = answer.body;
  expect(typeof detail).toBe("string");
  if (code === undefined) expect(rest).toEqual({});
  expect(answer.text).not.toMatch(/node_modules|\bat \w+ \(|select |postgres|undefined|\[object/i);
}

function toText(document: unknown): string {
  return JSON.stringify(document);
}

/** Encodes text for a URL, and leaves text that no URL can hold as it is. */
function encode(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return "%ed%a0%80";
  }
}
