import { readParts } from "./multipart.ts";

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

/** Of all fields together: they are searched and copied as texts, which files are not. */
const FIELDS_BYTES_MAX = 256 * 1_024;

/**
 * Reads a form with files. A body that is none, or has longer fields, gives a form without fields,
 * so that the token is missing that every form of the panel has.
 */
export function readUpload(body: Buffer, contentType: string): Upload {
  const fields: Record<string, string> = {};
  const files: Record<string, Uint8Array> = {};
  const parts = readParts(body, contentType);
  const bytes = parts.reduce((sum, { isFile, content }) => sum + (isFile ? 0 : content.length), 0);
  if (bytes > FIELDS_BYTES_MAX) return new Upload(fields, files);
  for (const { name, isFile, content } of parts) {
    if (!isFile) fields[name] ??= content.toString();
    // A field for a file that was left empty is sent all the same.
    else if (content.length > 0) files[name] ??= content;
  }
  return new Upload(fields, files);
}
