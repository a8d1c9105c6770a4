import fc, { type Arbitrary } from "fast-check";
import { EXAMPLE } from "../../../src/http/openapi/example-values.ts";
import type { ApiDocument, DocumentedOperation } from "../api-document.ts";
import {
  CARD_CANARIES,
  hostileJson,
  mark,
  objectText,
  validJson,
  validMembers,
  type Member,
} from "./json-text.ts";

/** One request of the fuzzer, with placeholders for the values that differ from run to run. */
export type FuzzRequest = {
  readonly operation: DocumentedOperation;
  readonly method: string;
  readonly path: string;
  /** The path, encoded for the request line. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Changes to the request's bytes, if any; such a request is sent over a raw connection. */
  readonly noise: readonly Noise[];
};

/** Bytes that replace others, at a fraction of the whole length. */
export type Noise = { readonly at: number; readonly removed: number; readonly bytes: string };

type Pair = readonly [name: string, value: string];

/**
 * Requests of an operation: well-formed ones, and ones that are damaged in one or several places.
 */
export function fuzzRequest(
  document: ApiDocument,
  operation: DocumentedOperation,
): Arbitrary<FuzzRequest> {
  return fc
    .record({
      path: pathOf(document, operation),
      query: queryOf(document, operation),
      body: bodyOf(document, operation),
      headers: headersOf(operation),
      method: methodOf(operation),
      // A stream would last as long as its raw connection.
      noise: operation.id.startsWith("stream")
        ? fc.constant([])
        : mostly<readonly Noise[]>(fc.constant([]), noise, 20),
    })
    .map(({ headers, body, ...request }) => {
      const takesBody = request.method !== "GET" && request.method !== "HEAD";
      const type = body === undefined || !takesBody ? {} : { "content-type": "application/json" };
      return {
        ...request,
        operation,
        headers: { ...type, ...headers },
        body: takesBody ? body : undefined,
      };
    });
}

const noise = fc.array(
  fc.record({
    at: fc.nat({ max: 10_000 }).map((share) => share / 10_000),
    removed: fc.nat({ max: 3 }),
    bytes: fc.oneof(
      fc.constantFrom(
        "\0",
        "\x7f",
        "\n",
        "\r",
        "\r\n",
        "\r\n\r\n",
        ":",
        " ",
        "\t",
        "%",
        "\xff",
        "Content-Length: 5\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Expect: x\r\n",
        `X: ${"y".repeat(20_000)}\r\n`,
        "HTTP/0.9",
      ),
      fc.string({ unit: "binary-ascii", maxLength: 8 }),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

function methodOf({ method }: DocumentedOperation): Arbitrary<string> {
  const other = fc.constantFrom("GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "POST");
  return fc.oneof({ weight: 40, arbitrary: fc.constant(method) }, { weight: 1, arbitrary: other });
}

/** Encoded values for a path or a query. */
const hostileParameter = fc.oneof(
  fc.constantFrom(
    "",
    "%00",
    "%ff%fe",
    "%ed%a0%80",
    "%",
    "%zz",
    "..%2f..%2fetc",
    "%e2%80%ae",
    "a%0d%0aSet-Cookie:%20a=b",
    "1'%20or%20'1'='1",
    "2024-02-30",
    "0000-00-00",
    "-271821-04-20",
    "999999-12-31",
    "-1",
    "1e3",
    "0x10",
    "99999999999999999999",
    "NaN",
    "[]",
    CARD_CANARIES[1] ?? "",
    "x".repeat(256),
    "x".repeat(6_000),
  ),
  fc
    .string({ unit: "binary", maxLength: 30 })
    .map((text) => encodeURIComponent(Buffer.from(text).toString())),
);

function mostly<Value>(
  good: Arbitrary<Value>,
  bad: Arbitrary<Value>,
  weight = 6,
): Arbitrary<Value> {
  return fc.oneof({ weight, arbitrary: good }, { weight: 1, arbitrary: bad });
}

function parameterText(document: ApiDocument, schema: unknown, name: string): Arbitrary<string> {
  const value = validJson({ ...document, spice: 0 }, schema, name).map((json) => {
    const parsed: unknown = JSON.parse(json);
    return encodeURIComponent(String(parsed)).replace(/%E2%80%B9|%E2%80%BA/g, decodeURIComponent);
  });
  return mostly(value, hostileParameter);
}

function pathOf(document: ApiDocument, operation: DocumentedOperation): Arbitrary<string> {
  const parts = operation.path.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    const parameter = operation.parameters.find((one) => one.in === "path" && one.name === name);
    return parameter === undefined
      ? fc.constant(part)
      : parameterText(document, parameter.schema, parameter.name);
  });
  const whole = fc.tuple(...parts).map((pieces) => pieces.join(""));
  const wrong = fc.constantFrom("/", "//", "/x", "/%2e%2e", "?", ";a=b");
  return mostly(
    whole,
    fc.tuple(whole, wrong).map(([path, tail]) => path + tail),
    80,
  );
}

function queryOf(document: ApiDocument, operation: DocumentedOperation): Arbitrary<string> {
  const fields = operation.parameters.filter(({ in: where }) => where === "query");
  const pairs = fields.map(({ name, required, schema }) => {
    const pair: Arbitrary<Pair | undefined> = parameterText(document, schema, name).map(
      (value) => [name, value] as const,
    );
    return mostly(
      required ? pair : fc.option(pair, { nil: undefined }),
      fc.constant(undefined),
      20,
    );
  });
  const strange = mostly<readonly Pair[]>(
    fc.constant([]),
    fc.array(
      fc.tuple(
        fc.constantFrom(
          "a",
          "__proto__",
          "%00",
          "session_id",
          CARD_CANARIES[2] ?? "",
          "per_page",
          "format",
        ),
        hostileParameter,
      ),
      { minLength: 1, maxLength: 3 },
    ),
    15,
  );
  return fc.tuple(fc.tuple(...pairs), strange).map(([known, unknown]) => {
    const given = [...known.filter((pair) => pair !== undefined), ...unknown];
    return given.map(([name, value]) => `${name}=${value}`).join("&");
  });
}

/** The bytes of a body; `undefined` where the operation accepts none. */
function bodyOf(
  document: ApiDocument,
  operation: DocumentedOperation,
): Arbitrary<string | undefined> {
  if (operation.body === undefined) {
    return mostly<string | undefined>(fc.constant(undefined), fc.constantFrom("", "{}", "x"), 20);
  }
  const calm = validMembers({ ...document, spice: 0 }, operation.body);
  const examples = [...operation.examples.values()].map(({ body }) => marked(body));
  const fields = fc.oneof(calm, fc.constantFrom(...examples));
  const spiced = validMembers({ ...document, spice: 2 }, operation.body);
  return fc.oneof(
    { weight: 8, arbitrary: fields.map(objectText) },
    { weight: 8, arbitrary: spiced.map(objectText) },
    { weight: 8, arbitrary: fields.chain(spoiled).map(objectText) },
    { weight: 1, arbitrary: fields.map(objectText).chain(broken) },
    { weight: 1, arbitrary: hostileJson },
  );
}

const MARKS = [
  [EXAMPLE.key, mark("key")],
  [EXAMPLE.session, mark("session")],
  [EXAMPLE.order, mark("order")],
  [EXAMPLE.token, mark("token")],
  [EXAMPLE.card, mark("card")],
] as const;

/** The body of an example, member by member. */
function marked(body: unknown): readonly Member[] {
  const text = MARKS.reduce(
    (result, [example, name]) => result.replaceAll(example, name),
    JSON.stringify(body ?? {}),
  );
  const members = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return members.map(([name, value]) => [name, JSON.stringify(value)] as const);
}

/** Replaces, removes, adds or repeats up to three members. */
function spoiled(fields: readonly Member[]): Arbitrary<readonly Member[]> {
  const names = [...fields.map(([name]) => name), "amount", "card_number", "metadata", "cvc"];
  const strange = fc.constantFrom(
    "__proto__",
    "constructor",
    "",
    "\0",
    "\ud800",
    "toString",
    CARD_CANARIES[0] ?? "",
    "x".repeat(300),
  );
  const change = fc.oneof(
    fc.tuple(fc.constant("replace"), fc.constantFrom(...names), hostileJson),
    fc.tuple(fc.constant("repeat"), fc.constantFrom(...names), hostileJson),
    fc.tuple(fc.constant("drop"), fc.constantFrom(...names), fc.constant("")),
    fc.tuple(fc.constant("repeat"), strange, hostileJson),
  );
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) =>
    changes.reduce<readonly Member[]>((result, [kind, name, value]) => {
      const others = result.filter(([other]) => other !== name);
      if (kind === "drop") return others;
      return kind === "replace" ? [...others, [name, value]] : [...result, [name, value]];
    }, fields),
  );
}

/** Text that is no longer JSON, or too much of it. */
function broken(text: string): Arbitrary<string> {
  return fc.oneof(
    fc.nat({ max: text.length }).map((length) => text.slice(0, length)),
    fc.constantFrom(
      `\ufeff${text}`,
      `${text}${text}`,
      `${text}\0`,
      text.replaceAll('"', "'"),
      text.replaceAll(":", ": /* so */ "),
      `${text.slice(0, -1)},}`,
      `[${text}]`,
      `"${CARD_CANARIES[0]}`,
      JSON.stringify(text),
      `${text.slice(0, -1)},"padding":"${"x".repeat(262_144)}"}`,
      `${text.slice(0, -1)},"list":[${"0,".repeat(20_000)}0]}`,
    ),
  );
}

function headersOf(operation: DocumentedOperation): Arbitrary<Readonly<Record<string, string>>> {
  const rare = (values: Arbitrary<string>, weight: number): Arbitrary<string | undefined> =>
    mostly<string | undefined>(fc.constant(undefined), values, weight);
  const bearer = fc.constantFrom(`Bearer ${mark("key")}`, `bearer  ${mark("key")}`);
  // The other merchant's own key may change the other merchant's data.
  const theirs = operation.method === "GET" ? [`Bearer ${mark("their-key")}`] : [];
  const stranger = fc.constantFrom(
    ...theirs,
    undefined,
    `Bearer ${mark("live-key")}`,
    `Basic ${mark("key")}`,
    "Bearer",
    "Bearer vz_test_",
    `Bearer ${"x".repeat(300)}`,
    `Bearer ${CARD_CANARIES[1]}`,
  );
  const types = fc.constantFrom(
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=utf-16",
    "application/json;charset=UTF-8",
    "application/jsonx",
    "multipart/form-data",
    "a/b;c",
    ";",
  );
  return fc
    .record({
      authorization: operation.needsKey
        ? mostly<string | undefined>(bearer, stranger, 15)
        : rare(fc.constant(`Bearer ${CARD_CANARIES[2]}`), 30),
      "idempotency-key": rare(
        fc.constantFrom("one", "two", '"three"', '"', "a b", "k".repeat(256), "ı", ""),
        10,
      ),
      "vezne-response-style": rare(fc.constantFrom("codes", "flags", "CODES", "x"), 2),
      "x-request-id": rare(fc.constantFrom("mine-1", "a b", "x".repeat(200), "<b>"), 10),
      "x-forwarded-for": fc
        .ipV4()
        .chain((address) => fc.constantFrom(address, address, address, `${address}, ${address}`)),
      "content-type": rare(types, 30),
      "content-encoding": rare(fc.constantFrom("gzip", "br", "identity", "x"), 60),
      accept: rare(fc.constantFrom("text/html", "*/*;q=0", "x"), 20),
      "last-event-id": rare(fc.constantFrom("x", `evt_${"0".repeat(27)}`), 10),
    })
    .map((headers) =>
      Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, latin(value)] as const],
        ),
      ),
    );
}

/** A client library sends a header as Latin-1 bytes, whatever its characters mean. */
function latin(text: string): string {
  return text.includes("‹") ? text : Buffer.from(text).toString("latin1");
}
