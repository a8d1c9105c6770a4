/** A part of a form with files (RFC 7578). */
export type Part = {
  readonly name: string;
  readonly isFile: boolean;
  /** A view into the form's buffer, not a copy. */
  readonly content: Buffer;
  /** The length of the whole content, in bytes; `content` of a form's last part may be cut off. */
  readonly size: number;
};

/** A form as it was received. */
export type ReceivedForm = {
  readonly contentType: string;
  /** The beginning of the form, or all of it. */
  readonly head: Buffer;
  /** The length of the whole form, in bytes. */
  readonly length: number;
};

/** Most parts of a form; the largest form of the panel has about ten. */
const PARTS_MAX = 50;
/** Limit for the header of one part, in bytes; browsers send a few hundred. */
const HEAD_BYTES_MAX = 4_096;
/** The boundary in a `Content-Type`, at most 70 characters long (RFC 2046, 5.1.1). */
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i;
const DISPOSITION = /^content-disposition:[ \t]*form-data[ \t]*;/i;
const LINE = "\r\n";
/** The bytes between the last boundary and the end of the form. */
const CLOSE = `--${LINE}`;

/**
 * Splits a form into its parts, in their order. Returns an empty list if the body is not a form, or
 * has more than 50 parts. The parts are views of the body, so a file of many megabytes costs no
 * more than one search through it. If the form is cut off within a file, this file is the last
 * part, and its size is computed from the form's length.
 */
export function readParts({ head: body, length, contentType }: ReceivedForm): readonly Part[] {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return [];
  const between = Buffer.from(`${LINE}--${boundary}`, "latin1");
  if (!body.subarray(0, between.length - LINE.length).equals(between.subarray(LINE.length)))
    return [];
  const parts: Part[] = [];
  for (let at = between.length - LINE.length; !isEnd(body, at);) {
    const head = headAt(body, at);
    if (head === undefined || parts.length === PARTS_MAX) return [];
    const { name, isFile, end } = head;
    const next = body.indexOf(between, end - LINE.length);
    if (next < 0) {
      if (!isFile || body.length === length) return [];
      const size = length - end - between.length - CLOSE.length;
      return [...parts, { name, isFile, content: body.subarray(end), size }];
    }
    const content = body.subarray(end, Math.max(end, next));
    parts.push({ name, isFile, content, size: content.length });
    at = next + between.length;
  }
  return parts;
}

/** True if `at` is behind the last boundary, which two dashes follow. */
function isEnd(body: Buffer, at: number): boolean {
  return body.toString("latin1", at, at + 2) === "--";
}

type PartHeader = { readonly name: string; readonly isFile: boolean; readonly end: number };

/** Reads the header of the part that begins at `at`; `end` is the position of its content. */
function headAt(body: Buffer, at: number): PartHeader | undefined {
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

/** Reads the quoted parameters; browsers write a quotation mark within them as `%22`. */
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
