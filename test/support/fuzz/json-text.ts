import fc, { type Arbitrary } from "fast-check";
import type { Json } from "../api-document.ts";
import { GROWING } from "../sweep/hostile.ts";

/**
 * Texts that may never appear again: numbers of non-existing cards; the last one fails its check.
 */
export const CARD_CANARIES = [
  "4929123456789015",
  "5331870123456787",
  "9792051234567895",
  "4929123456780000",
];
/**
 * The same for a CVC, except as the name of a member, because names are repeated to their sender.
 */
export const CVC_CANARY = "cvc-7391-canary";

/** Stands for a value that only the sender knows, such as `‹session›`. */
export const mark = (name: string): string => `‹${name}›`;

const TEXT_MAX = 255;

/** Texts that have broken software before. */
export const hostileText: Arbitrary<string> = fc.oneof(
  fc.constantFrom("\0", "a\0b", "\ud800", "\udc00x"),
  fc.constantFrom(
    ...CARD_CANARIES,
    CVC_CANARY,
    "",
    " ",
    "\u202e\u202dgnp.exe",
    "e\u0301\u0327\u200d\u200b\ufeff",
    "𝕊𝕖𝕤𝕤𝕚𝕠𝕟 👩‍👩‍👧‍👦 İıŞşĞğ",
    "__proto__",
    "constructor",
    "null",
    "true",
    "NaN",
    "-0",
    "1e3",
    "0x10",
    "1250.00",
    "1,250",
    "' or '1'='1' --",
    "$1; drop table payment",
    "%00%ff",
    "{{7*7}}",
    "<script>alert(1)</script>",
    "=cmd|' /C calc'!A0",
    "\r\nSet-Cookie: a=b",
    "../../etc/passwd",
    "javascript:alert(1)",
    "http://user:pass@127.0.0.1/",
    "https://shop.example/#part",
  ),
  fc.constantFrom(TEXT_MAX, TEXT_MAX + 1, 1_000, 1_001, 20_000).map((length) => "x".repeat(length)),
  fc
    .tuple(fc.constantFrom(...GROWING), fc.constantFrom(TEXT_MAX, 4_000, 30_000))
    .map(([{ of }, length]) => of(length)),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
);

const jsonOf = (text: Arbitrary<string>): Arbitrary<string> =>
  text.map((value) => JSON.stringify(value));

/** Numbers at the limits of integers, doubles and columns, as text. */
export const hostileNumber = fc.constantFrom(
  "0",
  "-0",
  "-1",
  "1.0",
  "0.1",
  "1e3",
  "1E+2",
  "99.999999999999999999",
  "2147483648",
  "9007199254740993",
  "9223372036854775808",
  "999999999999",
  "1000000000000",
  "1e308",
  "1e309",
  "-1e400",
  "0.30000000000000004",
);

const deep = fc
  .tuple(fc.constantFrom(8, 31, 33, 500, 20_000), fc.constantFrom(["[", "]"], ['{"a":', "}"]))
  .map(
    ([depth, [open, close]]) =>
      open.repeat(depth) + (open === "[" ? "" : "1") + close.repeat(depth),
  );

/** Any JSON, most of it of the wrong type at any place. */
export const hostileJson: Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: jsonOf(hostileText) },
  { weight: 4, arbitrary: hostileNumber },
  {
    weight: 2,
    arbitrary: fc.constantFrom("null", "true", "false", "[]", "{}", "[null]", '{"":{}}'),
  },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4, stringUnit: "binary" }) },
);

/** Valid values of fields, beyond their schemas. */
const MEANINGS: Readonly<Record<string, Arbitrary<string>>> = {
  card_number: fc.constantFrom(mark("card")),
  card_token: fc.constantFrom(mark("token"), mark("their-token")),
  cvc: fc.constantFrom("123", "1234"),
  expire_year: fc.constantFrom("2030", "2099", "2020"),
  fail_url: fc.constant("https://shop.example/sorry"),
  merchant_api_key: fc.constantFrom(mark("key"), mark("key"), mark("live-key")),
  order_id: fc.constantFrom(mark("order"), mark("order"), mark("their-order")),
  refund_id: fc.constantFrom(mark("refund"), mark("their-refund")),
  session_id: fc.constantFrom(
    mark("session"),
    mark("session"),
    mark("session"),
    mark("no-session"),
  ),
  success_url: fc.constantFrom("https://shop.example/thanks?cart=7", "http://localhost:1/ok"),
  wallet_id: fc.constantFrom("paycell", "tosla"),
  bank_code: fc.constantFrom("0062", "0064"),
  bin_number: fc.constantFrom("552879", "55287900", "589004", "411111"),
  after: fc.constantFrom(mark("event"), `evt_${"0".repeat(27)}`),
  type: fc.constantFrom("payment.completed", "payment.failed,refund.succeeded"),
};

/** The settings of the generator. */
export type Making = {
  /** Resolves references of the document. */
  readonly resolve: (schema: unknown) => Json;
  /** The number of hostile values of the right type, in twenty. */
  readonly spice: number;
};

/** JSON text that matches a schema, except for its hostile values. */
export function validJson(making: Making, schema: unknown, name = ""): Arbitrary<string> {
  const plain = plainJson(making, schema, name);
  const { type } = making.resolve(schema);
  if (making.spice === 0 || type === "object" || type === "array") return plain;
  const hostile = type === "integer" || type === "number" ? hostileNumber : jsonOf(hostileText);
  return fc.oneof(
    { weight: 20 - making.spice, arbitrary: plain },
    { weight: making.spice, arbitrary: hostile },
  );
}

function plainJson(making: Making, schema: unknown, name: string): Arbitrary<string> {
  const meaning = MEANINGS[name];
  if (meaning !== undefined) return jsonOf(meaning);
  const found = making.resolve(schema);
  const { anyOf, enum: values } = found;
  if (Array.isArray(values)) {
    const choices: readonly unknown[] = values;
    return fc.constantFrom(...choices).map((value) => JSON.stringify(value));
  }
  if ("const" in found) return fc.constant(JSON.stringify(found["const"]));
  if (Array.isArray(anyOf)) {
    return fc.oneof(...anyOf.map((one) => plainJson(making, one, name)));
  }
  switch (found["type"]) {
    case "string":
      return jsonOf(validText(found));
    case "integer":
      return validInteger(found).map(String);
    case "boolean":
      return fc.constantFrom("true", "false");
    case "array":
      return fc
        .array(validJson(making, found["items"]), { maxLength: 3 })
        .map((items) => `[${items.join(",")}]`);
    case "object":
      return validMembers(making, found).map(objectText);
    default:
      return fc.constantFrom("null", '"text"', "1");
  }
}

export type Member = readonly [name: string, json: string];

/** The members of an object in any order, always with the required ones. */
export function validMembers(making: Making, schema: unknown): Arbitrary<readonly Member[]> {
  const found = making.resolve(schema);
  const { properties } = found;
  if (properties === undefined) return freeMembers(making);
  const fields = properties as Json;
  const required = (found["required"] ?? []) as readonly string[];
  const optional = Object.keys(fields).filter((name) => !required.includes(name));
  return fc
    .subarray(optional)
    .chain((chosen) =>
      fc.tuple(
        ...[...required, ...chosen].map((name) =>
          validJson(making, fields[name], name).map((value) => [name, value] as const),
        ),
      ),
    );
}

/** The members of an object without a schema, such as metadata. */
function freeMembers({ spice }: Making): Arbitrary<readonly Member[]> {
  const name = fc.string({ unit: "grapheme-ascii", maxLength: 12 });
  const value = fc.json({ maxDepth: 3 });
  const hostileName = fc.oneof(
    fc.string({ unit: "binary", maxLength: 5 }),
    fc.constantFrom("__proto__", "\0", "\ud800", ...CARD_CANARIES),
  );
  const calm = { weight: 20 - spice, arbitrary: fc.tuple(name, value) };
  const wild = { weight: spice, arbitrary: fc.tuple(hostileName, hostileJson) };
  return fc.uniqueArray(spice === 0 ? calm.arbitrary : fc.oneof(calm, wild), {
    maxLength: 5,
    selector: ([key]) => key,
  });
}

export function objectText(fields: readonly Member[]): string {
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
}

function validText(schema: Json): Arbitrary<string> {
  const { pattern, minLength, maxLength } = schema;
  if (typeof pattern === "string" && !pattern.includes("@")) {
    return fc.stringMatching(new RegExp(pattern));
  }
  if (typeof pattern === "string") return fc.constantFrom("ada@shop.example", "ı@ş.example");
  return fc.string({
    unit: "grapheme",
    minLength: typeof minLength === "number" ? minLength : 0,
    maxLength: Math.min(typeof maxLength === "number" ? maxLength : 60, 60),
  });
}

function validInteger(schema: Json): Arbitrary<number> {
  const min = Number(schema["minimum"] ?? 0);
  const max = Number(schema["maximum"] ?? Number.MAX_SAFE_INTEGER);
  return fc.oneof(
    fc.constantFrom(min, max),
    fc.integer({ min, max: Math.min(max, min + 200_000) }),
  );
}
