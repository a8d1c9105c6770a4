import { readParts } from "./multipart.ts";

/** The fields and files of a multipart form (RFC 7578); the first value of a name counts. */
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

/**
 * Limit for all fields of a form together, in bytes. Files do not count: only fields are searched
 * and copied as text.
 */
const FIELDS_BYTES_MAX = 256 * 1_024;

/**
 * Reads a multipart form. A malformed body, or one whose fields exceed the limit, gives a form
 * without fields; such a form lacks the token against request forgery, and the panel refuses it.
 */
export function readUpload(body: Buffer, contentType: string): Upload {
  const fields: Record<string, string> = {};
  const files: Record<string, Uint8Array> = {};
  const parts = readParts(body, contentType);
  const bytes = parts.reduce((sum, { isFile, content }) => sum + (isFile ? 0 : content.length), 0);
  if (bytes > FIELDS_BYTES_MAX) return new Upload(fields, files);
  for (const { name, isFile, content } of parts) {
    if (!isFile) fields[name] ??= content.toString();
    // Browsers also send a file field that was left empty.
    else if (content.length > 0) files[name] ??= content;
  }
  return new Upload(fields, files);
}
