import type { Problem } from "../problem/problem.ts";
import { RequestProblem } from "../problem/request-problem.ts";
import { readParts, type ReceivedForm } from "../../page/kit/multipart.ts";

/** A file that was refused because of its size. */
export type LargeFile = {
  readonly bytes: number;
  /** The largest accepted size, in bytes. */
  readonly bytesMax: number;
};

/** The fields and files of a multipart form (RFC 7578); the first value of a name counts. */
export class Upload {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly largeFiles: Readonly<Record<string, LargeFile>>;

  constructor(
    fields: Readonly<Record<string, string>>,
    files: Readonly<Record<string, Uint8Array>>,
    largeFiles: Readonly<Record<string, LargeFile>>,
  ) {
    this.fields = fields;
    this.files = files;
    this.largeFiles = largeFiles;
  }
}

/** The largest file of tables and statements; the command line imports larger ones. */
export const UPLOAD_BYTES_MAX = 8 * 1_024 * 1_024;

/**
 * Limit for all fields of a form together, in bytes. Files do not count: only fields are searched
 * and copied as text.
 */
const FIELDS_BYTES_MAX = 256 * 1_024;

const CUT_OFF: Problem = { code: "malformed_body", detail: "The form ended too early." };

/**
 * Receives a form whose files have at most `fileBytes` each. A longer form is read to its end,
 * because browsers show no answer before they have sent the form; the rest is counted, not kept.
 */
export async function receiveForm(
  payload: AsyncIterable<Buffer>,
  contentType: string,
  fileBytes: number,
): Promise<ReceivedForm> {
  const kept: Buffer[] = [];
  let room = fileBytes + FIELDS_BYTES_MAX;
  let length = 0;
  try {
    for await (const chunk of payload) {
      length += chunk.length;
      if (room > 0) kept.push(chunk.subarray(0, room));
      room -= chunk.length;
    }
  } catch {
    throw new RequestProblem(CUT_OFF);
  }
  return { contentType, head: Buffer.concat(kept), length };
}

/**
 * Reads a multipart form. A malformed body, or one whose fields exceed the limit, gives a form
 * without fields; such a form lacks the token against request forgery, and the panel refuses it.
 */
export function readUpload(form: ReceivedForm, fileBytes: number): Upload {
  const fields: Record<string, string> = {};
  const files: Record<string, Uint8Array> = {};
  const largeFiles: Record<string, LargeFile> = {};
  const parts = readParts(form);
  const bytes = parts.reduce((sum, { isFile, content }) => sum + (isFile ? 0 : content.length), 0);
  if (bytes > FIELDS_BYTES_MAX) return new Upload(fields, files, largeFiles);
  for (const { name, isFile, content, size } of parts) {
    if (!isFile) fields[name] ??= content.toString();
    else if (size > fileBytes) largeFiles[name] ??= { bytes: size, bytesMax: fileBytes };
    // Browsers also send a file field that was left empty.
    else if (content.length > 0) files[name] ??= content;
  }
  return new Upload(fields, files, largeFiles);
}
