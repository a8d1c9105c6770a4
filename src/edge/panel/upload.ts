/** The fields and files of a form that brings files (RFC 7578), each by its name, once. */
export class Upload {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, Uint8Array>>;

  constructor(
    fields: Readonly<Record<string, string>>,
    files: Readonly<Record<string, Uint8Array>>,
  ) {
    this.fields = fields;
    this.files = files;
  }
}

/** The largest form of the panel has some ten; each part costs a fifth of a millisecond. */
const PARTS_MAX = 50;
/** RFC 2046 5.1.1: at most 70 characters. */
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i;

/**
 * Reads a form with files. A body that is none, or has more than 50 parts, gives a form without
 * fields, so that the token is missing that every form of the panel has.
 */
export async function readUpload(body: Buffer, contentType: string): Promise<Upload> {
  const form = hasFewParts(body, contentType) ? await parse(body, contentType) : new FormData();
  const fields: Record<string, string> = {};
  const files: Record<string, Uint8Array> = {};
  for (const [name, value] of form) {
    if (typeof value === "string") fields[name] ??= value;
    // A field for a file that was left empty is sent all the same.
    else if (value.size > 0) files[name] ??= new Uint8Array(await value.arrayBuffer());
  }
  return new Upload(fields, files);
}

function hasFewParts(body: Buffer, contentType: string): boolean {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return false;
  let at = -1;
  // The boundary also ends the last part.
  for (let found = 0; found <= PARTS_MAX + 1; found += 1) {
    at = body.indexOf(`--${boundary}`, at + 1);
    if (at < 0) return true;
  }
  return false;
}

async function parse(body: Buffer, contentType: string): Promise<FormData> {
  const headers = { "content-type": contentType };
  try {
    return await new Response(new Uint8Array(body), { headers }).formData();
  } catch {
    return new FormData();
  }
}
