import { isUtf8 } from "node:buffer";
import { parse } from "node:querystring";
import { BOUNDS } from "../kernel/bounds.ts";

/** The fields of a form by name; a repeated field is a list of its texts. */
export type FormFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** True if a form or query has more fields than any; nothing of it is decoded for this. */
export function hasTooManyFields(text: string): boolean {
  let fields = 1;
  for (let at = text.indexOf("&"); at !== -1; at = text.indexOf("&", at + 1)) {
    fields += 1;
    if (fields > BOUNDS.formFieldsMax) return true;
  }
  return false;
}

/**
 * Reads a URL-encoded form or query, one character for each byte: in UTF-8, or in windows-1254 if
 * its bytes are not UTF-8. A browser sends the page of a Turkish bank in the page's own character
 * set, and the bank has signed these letters.
 */
export function readFormText(text: string): FormFields {
  const charset = isUtf8(unescaped(text)) ? "utf-8" : "windows-1254";
  const decoder = new TextDecoder(charset, { ignoreBOM: true });
  const decodeURIComponent = (part: string): string => decoder.decode(unescaped(part));
  // Without a limit of its own `parse` drops the fields after the first thousand.
  return parse(text, "&", "=", { maxKeys: 0, decodeURIComponent });
}

function unescaped(text: string): Buffer {
  const characters = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(characters, "latin1");
}
