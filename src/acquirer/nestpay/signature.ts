import { createHash } from "node:crypto";

import { Secret } from "../../kernel/secret.ts";
import type { ReturnFields } from "../../domain/payment/acquirer-requests.ts";
import { encodeText } from "../kit/charset.ts";
import { isSameText } from "../kit/constant-time.ts";
import type { Named, SignedText } from "../kit/signed-return.ts";

/** Fields that take no part in the hash, in lower case. */
const LEFT_OUT = new Set(["hash", "encoding", "nationalidno", "countdown"]);

/** The text by which a name is sorted. */
type SortText = (name: string) => string;

/** The order of most clients: all names in lower case, in which `_` comes before the letters. */
const byLowerCase: SortText = (name) => name.toLowerCase();
/** The order of the banks' own samples: in upper case, with numbers compared as numbers. */
const byNature: SortText = (name) =>
  name.toUpperCase().replace(/\d+/g, (digits) => digits.padStart(10, "0"));

/** The hash `ver3` of the fields of a form that is sent to the gate. */
export function hashFields(fields: Named, storeKey: Secret): string {
  const names = fields.filter(([name]) => !LEFT_OUT.has(name.toLowerCase()));
  return digest(Buffer.from(plainText(sortedBy(byLowerCase, names), storeKey)));
}

/**
 * Verifies a return and returns the signed values by their names in lower case; undefined if they
 * are not signed. Banks differ in the order of names, in trimming, and in the character set, so
 * each combination is tried: each of them needs the key.
 *
 * The hash covers the values in the order of their names, but not the names: the caller must
 * compare fields with known values on both sides of each field that it trusts.
 */
export function verifyReturn(fields: ReturnFields, storeKey: Secret): ReturnFields | undefined {
  const entries = Object.entries(fields);
  const names = new Set(entries.map(([name]) => name.toLowerCase()));
  const [, hash = ""] = entries.find(([name]) => name.toLowerCase() === "hash") ?? [];
  if (names.size !== entries.length || hash === "") return undefined;
  const signed = entries.filter(([name]) => !LEFT_OUT.has(name.toLowerCase()));
  const trimmed = signed.map(([name, value]) => [name, value.trim()] as const);
  for (const values of [signed, trimmed]) {
    for (const order of [byLowerCase, byNature]) {
      const text = plainText(sortedBy(order, values), storeKey);
      if (digestsOf(text).some((own) => isSameText(own, hash))) return byLowerName(values);
    }
  }
  return undefined;
}

type Signer = { readonly storeKey: Secret; readonly clientId: string };

/** The signed text of a return, with the ways in which stores and gateways were seen to differ. */
export function signedReturn(fields: ReturnFields, { storeKey, clientId }: Signer): SignedText {
  const entries = Object.entries(fields);
  const [, given = ""] = entries.find(([name]) => name.toLowerCase() === "hash") ?? [];
  const all = entries.filter(([name]) => !LEFT_OUT.has(name.toLowerCase()));
  const signed = sortedBy(byLowerCase, all);
  const bare = (key: string) => [...signed.map(([, value]) => value), key].join("|");
  const escapedValues = (key: string) =>
    [...signed.map(([, value]) => escaped(value)), key].join("|");
  return {
    given,
    algorithm: "base64 SHA-512, values | key",
    fields: signed,
    key: storeKey,
    plain: (key) => joinedWith(signed, key),
    digest,
    ways: [
      { cause: "key_not_escaped", plain: escapedValues },
      { cause: "values_not_escaped", plain: bare },
      {
        cause: "field_order",
        plain: (key) =>
          joinedWith(
            sortedBy((name) => name, all),
            key,
          ),
      },
      { cause: "field_order", plain: (key) => joinedWith(all, key) },
      { cause: "old_version", plain: (key) => oldText(fields, key), digest: oldDigest },
    ],
    terminal: [fieldNamed(entries, "clientid"), clientId],
  };
}

function joinedWith(values: Named, key: string): string {
  return plainText(values, new Secret(key));
}

function fieldNamed(entries: Named, wanted: string): string | undefined {
  return entries.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** The text of `ver1`: the values that the return names, without a separator. */
function oldText(fields: ReturnFields, key: string): string {
  const names = (fieldNamed(Object.entries(fields), "hashparams") ?? "").split(":");
  return names.map((name) => fields[name] ?? "").join("") + key;
}

function oldDigest(bytes: Buffer): string {
  return createHash("sha1").update(bytes).digest("base64");
}

/** Names may arrive in another case, because the hash does not cover them. */
function byLowerName(values: Named): ReturnFields {
  return Object.fromEntries(values.map(([name, value]) => [name.toLowerCase(), value]));
}

/**
 * The hashes over the bytes in UTF-8 and, if ISO-8859-9 has all letters of the text, over those in
 * ISO-8859-9.
 */
function digestsOf(text: string): readonly string[] {
  const isAscii = /^[\u0000-\u007f]*$/.test(text);
  const turkish = encodeText(text, "windows-1254", () => "\u0000");
  const isTurkish = !isAscii && !turkish.includes(0);
  return [digest(Buffer.from(text)), ...(isTurkish ? [digest(turkish)] : [])];
}

function sortedBy(order: SortText, fields: Named): Named {
  return fields.toSorted(([left], [right]) => {
    const [one, other] = [order(left), order(right)];
    return one < other ? -1 : one > other ? 1 : 0;
  });
}

function plainText(sorted: Named, storeKey: Secret): string {
  return [...sorted.map(([, value]) => value), storeKey.reveal()].map(escaped).join("|");
}

/** The backslash comes first, so that the one before a bar is not doubled. */
function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("|", "\\|");
}

function digest(bytes: Buffer): string {
  return createHash("sha512").update(bytes).digest("base64");
}
