/** A part of a form with files (RFC 7578). */
export type Part = {
  readonly name: string;
  readonly isFile: boolean;
  /** Within the form's own memory. */
  readonly content: Buffer;
};

/** The largest form of the panel has some ten. */
const PARTS_MAX = 50;
/** Of one part; a browser writes two fields of some hundred characters. */
const HEAD_BYTES_MAX = 4_096;
/** RFC 2046 5.1.1: at most 70 characters. */
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i;
const DISPOSITION = /^content-disposition:[ \t]*form-data[ \t]*;/i;
const LINE = "\r\n";

/**
 * The parts of a form, in their order; nothing for a body that is none, or has more than 50 parts.
 * Nothing is copied, so that a file of many megabytes takes no longer than a search through it.
 */
export function readParts(body: Buffer, contentType: string): readonly Part[] {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return [];
  const between = Buffer.from(`${LINE}--${boundary}`, "latin1");
  if (!body.subarray(0, between.length - LINE.length).equals(between.subarray(LINE.length)))
    return [];
  const parts: Part[] = [];
  for (let at = between.length - LINE.length; !isEnd(body, at);) {
    const head = headAt(body, at);
    const next = head === undefined ? -1 : body.indexOf(between, head.end - LINE.length);
    if (head === undefined || next < 0 || parts.length === PARTS_MAX) return [];
    const { name, isFile, end } = head;
    parts.push({ name, isFile, content: body.subarray(end, Math.max(end, next)) });
    at = next + between.length;
  }
  return parts;
}

/** Two dashes behind the last boundary. */
function isEnd(body: Buffer, at: number): boolean {
  return body.toString("latin1", at, at + 2) === "--";
}

type Head = { readonly name: string; readonly isFile: boolean; readonly end: number };

/** The header fields behind a boundary; `end` is where the content begins. */
function headAt(body: Buffer, at: number): Head | undefined {
  const space = body.subarray(at, at + HEAD_BYTES_MAX);
  const length = space.indexOf(LINE + LINE);
  if (length < 0) return undefined;
  const fields = space.toString("utf8", 0, length).split(LINE);
  const disposition = fields.find((field) => DISPOSITION.test(field)) ?? "";
  const parameters = parametersOf(disposition);
  const name = parameters.get("name");
  if (name === undefined) return undefined;
  return { name, isFile: parameters.has("filename"), end: at + length + 2 * LINE.length };
}

/** Values in quotes, in which browsers write a quotation mark as `%22`. */
function parametersOf(field: string): ReadonlyMap<string, string> {
  const pieces = field.split('"');
  const parameters = new Map<string, string>();
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    const [name = ""] = (pieces[at] ?? "").split(";").at(-1)?.split("=", 1) ?? [];
    const value = pieces[at + 1] ?? "";
    parameters.set(name.trim().toLowerCase(), value.replaceAll("%22", '"'));
  }
  return parameters;
}
