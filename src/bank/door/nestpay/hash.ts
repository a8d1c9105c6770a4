import { createHash } from "node:crypto";

import { isEqual } from "../../terminal.ts";

type Fields = Readonly<Record<string, string>>;

const NOT_HASHED = new Set(["hash", "encoding", "nationalidno", "countdown"]);

/** The gateway's hash `ver3`: SHA-512 over the values in the order of their lower-case names. */
export function hashVer3(fields: Fields, storeKey: string): string {
  const lower = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  const names = [...lower.keys()].filter((name) => !NOT_HASHED.has(name)).toSorted();
  const values = [...names.map((name) => lower.get(name) ?? ""), storeKey];
  const text = values.map((value) => value.replace(/[\\|]/g, (mark) => `\\${mark}`)).join("|");
  return createHash("sha512").update(text).digest("base64");
}

export function isHashed(fields: Fields, storeKey: string): boolean {
  return isEqual(fields["hash"] ?? "", hashVer3(fields, storeKey));
}
