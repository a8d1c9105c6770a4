import { describe, expect, it } from "vitest";
import { maskRequestId, maskSecrets } from "./mask-secrets.ts";
import { redact } from "./redact.ts";
import { redactPath } from "./redact-path.ts";
import { SHOWN_IN_REQUESTS } from "./shown-names.ts";

const CARD = "4111111111111111";
const kept = (body: unknown): unknown => JSON.parse(redact(body, SHOWN_IN_REQUESTS).text);

describe("redacted texts of the request log", () => {
  it.each([
    CARD,
    "4111 1111 1111 1111",
    "4111-1111-1111-1111",
    "4111 - 1111 - 1111 - 1111",
    "4111\u00a01111.1111/1111",
    "no. 378282246310005!",
    "6304000000000000000",
    "４１１１１１１１１１１１１１１１",
    "𝟒𝟏𝟏𝟏·𝟏𝟏𝟏𝟏·𝟏𝟏𝟏𝟏·𝟏𝟏𝟏𝟏",
    "+90 (532) 123 45 67",
  ])("hide the digits of %s", (text) => {
    const masked = maskSecrets(text);
    expect(masked).toContain("[digits]");
    expect(masked.normalize("NFKC")).not.toMatch(/\d{4}/);
  });

  it("keep the text around a number of any script", () => {
    const text = `💳 Gülşen 4111 1111–1111 1111 ٠٥٣٢١٢٣٤٥٦٧ ½ş12345`;
    expect(maskSecrets(text)).toBe("💳 Gülşen [digits] ½ş12345");
    expect(maskSecrets("ş123456789½0")).toBe("ş123456789½0");
  });

  it("hide all but the kind of keys, tokens, secrets, session ids and e-mail addresses", () => {
    const text = "vz_test_abcd1234efgh ses_abcd1234 whsec_MfKQ9r8G tok_abcd1234 ada@example.com";
    expect(maskSecrets(text)).toBe("vz_test_abcd… ses_abcd… whsec_MfKQ… tok_abcd… [email]");
    expect(maskSecrets("Bearer vz_operator_abcd1234efgh.")).toBe("Bearer vz_operator_abcd….");
  });

  it.each([
    ["req_yd54pqwfcds66jrz79nt", "req_yd54pqwfcds66jrz79nt"],
    ["550e8400-e29b-41d4-a716-446655440001", "550e8400-e29b-41d4-a716-446655440001"],
    ["2026112117000002", "2026112117000002"],
    [CARD, "[digits]"],
    ["a-4111-1111-1111-1111", "a-[digits]"],
    [`00000${CARD}`, "[digits]"],
  ])("contain the request id %s as %s", (id, masked) => {
    expect(maskRequestId(id)).toBe(masked);
  });

  it("keep an id of the service that holds ten digits in a row by chance", () => {
    const ids = ["ORD-H5CMM8BN1M7YNCS70812345678P", "att_h5cmm8bn01234567890p708b3st"];
    for (const id of ids) expect(maskSecrets(`/status/${id}/x`)).toBe(`/status/${id}/x`);
  });

  it.each([
    ["an id with a card number in it", `ORD-H5CMM8BN1M7${CARD}`],
    ["an id that is too long", "ORD-H5CMM8BN1M7YNCS7PP1234567890"],
    ["an id of another kind", "xyz_h5cmm8bn01234567890p708b3st"],
  ])("hide the digits of %s", (_, text) => {
    expect(maskSecrets(text)).toContain("[digits]");
  });

  it("keep texts without secrets", () => {
    for (const text of ["ORD-1KZ0QX9T0P3ABCD", "2026-11-21T10:00:00.000Z", "TRY", "creditcard"]) {
      expect(maskSecrets(text)).toBe(text);
    }
  });
});

describe("bodies of the request log", () => {
  it("show listed values in their place, and the kind and length of all others", () => {
    expect(
      kept({
        amount: 100,
        cvc: "123",
        card_number: Number(CARD),
        is_3d: true,
        metadata: { status: "Ada" },
        customer: { status: "Ada", nested: { amount: 1 } },
        basket_items: [{ qty: 1, name: "Ada" }],
        unit_price: Number(CARD),
        bin_number: "411111",
        [CARD]: null,
        list: [CARD],
      }),
    ).toEqual({
      amount: 100,
      cvc: "[3 characters]",
      card_number: "[number]",
      is_3d: true,
      metadata: "[object]",
      customer: { status: "[3 characters]", nested: "[object]" },
      basket_items: [{ qty: 1, name: "[3 characters]" }],
      unit_price: "[number]",
      bin_number: "411111",
      "[name of 16 characters]": null,
      list: "[list of 1]",
    });
    expect(kept({ bin_number: CARD })).toEqual({ bin_number: "[16 characters]" });
  });

  it("stay small and valid JSON for a body of any size or depth", () => {
    const deep = Array.from({ length: 30 }).reduce<unknown>((inner) => ({ order: inner }), 1);
    const long = { url: "a".repeat(100_000) };
    for (const body of [deep, long, Array.from({ length: 5_000 }, () => ({ amount: 1 }))]) {
      const { text, isCut } = redact(body, SHOWN_IN_REQUESTS);
      expect([isCut, text.length < 6_000, typeof JSON.parse(text)]).toEqual([true, true, "object"]);
    }
  });
});

describe("redacted paths of the request log", () => {
  it.each([
    ["/api/v1/payment/pay", {}, "/api/v1/payment/pay"],
    [`/a/${CARD}`, {}, "/a/[digits]"],
    [`/a/${[...CARD].map((digit) => `%3${digit}`).join("")}`, {}, "/a/[digits]"],
    [`/a/${[...CARD].map((digit) => `%253${digit}`).join("")}`, {}, "/a/[digits]"],
    ["/a/ORD-1?x", { customer_id: "Ada", page: "2" }, "/a/ORD-1?customer_id=[3 characters]&page=2"],
    ["/a?x", { [CARD]: "1", status: CARD }, "/a?[16 characters]=[1 character]&status=[digits]"],
    ["/a?x", { status: ["a b", "c"] }, "/a?status=a%20b&status=c"],
  ])("are %s with %j as %s", (url, query, path) => {
    expect(redactPath(url, query)).toBe(path);
  });
});
