import type { Growing } from "./hostile.ts";
import { jsonTexts, leavesOf, withLeaf } from "./json-places.ts";
import {
  encoded,
  partOf,
  sentOf,
  type Field,
  type Part,
  type Sent,
  type Target,
} from "./target.ts";

/** A part of a request that grows. */
export type Place = {
  readonly name: string;
  /** Whether the limit of the body applies, and not that of the header fields. */
  readonly isBody: boolean;
  readonly sent: (size: number) => Sent;
};

/** A part that is still to be filled with a growing text. */
export type OpenPlace = (growing: Growing) => Place;

/** Bytes of a field with a unique name and no value. */
const FIELD_BYTES = 6;
/** Bytes of a file part with a unique name and no content. */
const PART_BYTES = 66;

const HEADERS = [
  "accept",
  "accept-encoding",
  "accept-language",
  "authorization",
  "content-encoding",
  "content-type",
  "cookie",
  "forwarded",
  "idempotency-key",
  "if-none-match",
  "last-event-id",
  "origin",
  "range",
  "referer",
  "sec-fetch-site",
  "user-agent",
  "vezne-response-style",
  "x-forwarded-for",
  "x-request-id",
  "x-signature",
  "x-terminal",
  "x-timestamp",
] as const;

/** Parts of a request, other than its header fields, that can contain a long text. */
export function textPlaces(target: Target): readonly OpenPlace[] {
  const { path, query, body } = target;
  const parts = path.split("/");
  return [
    inHead("the path's end", (text) => ({
      ...target,
      path: [...parts.slice(0, -1), short(text)].join("/"),
    })),
    inHead("a longer path", (text) => ({ ...target, path: `${path}/${short(text)}` })),
    ...fieldsOf(query).map(([name, others]) =>
      inHead(`query field ${name}`, (text) => ({
        ...target,
        query: [...others, [name, decodeURIComponent(short(text))]],
      })),
    ),
    ...(body?.kind === "form" ? formPlaces(target, body.fields) : []),
    ...(body?.kind === "multipart" ? partPlaces(target, body.parts) : []),
    ...(body?.kind === "json" ? jsonPlaces(target, body.value) : []),
  ];
}

export function headerPlaces(target: Target): readonly OpenPlace[] {
  const { headers } = target;
  return HEADERS.map((name) =>
    inHead(`header ${name}`, (text) => ({
      ...target,
      headers: { ...headers, [name]: `${headers[name] ?? ""}${latin(text)}` },
    })),
  );
}

/** Parts that grow in the number of names, values and levels. */
export function manyPlaces(target: Target): readonly Place[] {
  const { headers, query, body } = target;
  const head = (name: string, made: (size: number) => Target): Place => ({
    name,
    isBody: false,
    sent: (size) => sentOf(made(size)),
  });
  const cookies = (size: number): string =>
    [headers["cookie"] ?? "a=b", ...names(size).map(([name]) => `${name}=1`)].join("; ");
  return [
    head("many query names", (size) => ({ ...target, query: [...query, ...names(size)] })),
    head("one query name many times", (size) => ({ ...target, query: [...query, ...again(size)] })),
    head("many cookies", (size) => ({ ...target, headers: { ...headers, cookie: cookies(size) } })),
    ...(body?.kind === "form" ? manyOfForm(target, body.fields) : []),
    ...(body?.kind === "multipart" ? manyOfParts(target, body.parts) : []),
    ...(body?.kind === "json" ? manyOfJson(target, body.value) : []),
  ];
}

function inHead(what: string, made: (text: string) => Target): OpenPlace {
  return ({ name, of }) => ({
    name: `${what} of ${name}`,
    isBody: false,
    sent: (size) => sentOf(made(of(size))),
  });
}

function inBody(target: Target, what: string, made: (text: string) => Target["body"]): OpenPlace {
  const sized = (text: string): Sent => sentOf({ ...target, body: made(text) });
  return ({ name, of }) => ({
    name: `${what} of ${name}`,
    isBody: true,
    sent(size) {
      // Escapes make some texts longer than a body may be.
      const longer = Buffer.byteLength(sized(of(1_000)).body ?? "") / 1_100;
      return sized(of(Math.ceil(size / Math.max(1, longer))));
    },
  });
}

/** Cuts the text where percent encoding would exceed the limit. */
function short(text: string): string {
  const cut = encoded(text).slice(0, text.length);
  for (let end = cut.length; end > cut.length - 12; end -= 1) {
    const whole = cut.slice(0, end);
    if (isWhole(whole)) return whole;
  }
  return "";
}

function isWhole(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

/** A client sends a header as Latin-1 bytes, and none that would end it. */
function latin(text: string): string {
  return Buffer.from(text)
    .toString("latin1")
    .replace(/[\0-\u0008\n-\u001f\u007f]/g, "!");
}

/** Each field with the others, and one unknown field. */
function fieldsOf(fields: readonly Field[]): readonly (readonly [string, readonly Field[]])[] {
  const known = fields.map(([name], index) => [name, fields.toSpliced(index, 1)] as const);
  return [...known, ["q", fields]];
}

function formPlaces(target: Target, fields: readonly Field[]): readonly OpenPlace[] {
  return fieldsOf(fields).map(([name, others]) =>
    inBody(target, `form field ${name}`, (text) => ({
      kind: "form",
      fields: [...others, [name, text]],
    })),
  );
}

/** The content of each part, and the name of a further one. */
function partPlaces(target: Target, parts: readonly Part[]): readonly OpenPlace[] {
  return [
    ...parts.map((part, index) =>
      inBody(target, `the part ${part.head}`, (content) => ({
        kind: "multipart",
        parts: parts.with(index, { ...part, content }),
      })),
    ),
    inBody(target, "a part's head", (text) => ({
      kind: "multipart",
      parts: [...parts, { head: `Content-Disposition: form-data; name="${text}`, content: "" }],
    })),
  ];
}

function jsonPlaces(target: Target, value: unknown): readonly OpenPlace[] {
  return [
    ...leavesOf(value).map((path) =>
      inBody(target, `JSON at ${path.join(".")}`, (text) => ({
        kind: "json",
        value: withLeaf(value, path, text),
      })),
    ),
    inBody(target, "an unknown JSON name", (text) => ({
      kind: "json",
      value: { ...(value as object), [text]: 1 },
    })),
  ];
}

function names(size: number): readonly Field[] {
  return Array.from({ length: Math.ceil(size / FIELD_BYTES) }, (_, index) => [`${index}`, ""]);
}

function again(size: number): readonly Field[] {
  return Array.from({ length: Math.ceil(size / FIELD_BYTES) }, () => ["a", "b"]);
}

function manyOfForm(target: Target, fields: readonly Field[]): readonly Place[] {
  const form = (name: string, more: (size: number) => readonly Field[]): Place => ({
    name,
    isBody: true,
    sent: (size) =>
      sentOf({ ...target, body: { kind: "form", fields: [...fields, ...more(size)] } }),
  });
  return [form("many form names", names), form("one form name many times", again)];
}

function manyOfParts(target: Target, parts: readonly Part[]): readonly Place[] {
  const form = (name: string, more: (size: number) => readonly Part[]): Place => ({
    name,
    isBody: true,
    sent: (size) =>
      sentOf({ ...target, body: { kind: "multipart", parts: [...parts, ...more(size)] } }),
  });
  return [
    form("many parts", (size) =>
      Array.from({ length: Math.ceil(size / PART_BYTES) }, (_, at) => partOf(`${at}`, "", false)),
    ),
    form("many header fields of a part", (size) => [
      { head: "a:b\r\n".repeat(Math.ceil(size / FIELD_BYTES)), content: "" },
    ]),
  ];
}

function manyOfJson(target: Target, value: unknown): readonly Place[] {
  const sent = sentOf(target);
  return jsonTexts(value).map(([name, text]) => ({
    name,
    isBody: true,
    sent: (size) => ({ ...sent, body: text(size) }),
  }));
}
