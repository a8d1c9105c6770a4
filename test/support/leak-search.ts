import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { MARK, type Canary } from "./canary-cards.ts";

/** The place and form in which a canary was found. */
export type Finding = { readonly where: string; readonly form: string };

type Needle = { readonly form: string; readonly bytes: Buffer };

/** The mark in numbers that are written in groups: 4-4-4-4 and 4-6-5. */
const GROUPS = [
  ["7", "3911", "8264", "5"],
  ["7", "391182", "645"],
];
const SEPARATORS = [" ", "-", ".", "\u00a0", "%20", "+"];

/** Searches for canaries in every form of a leak: as digits, in groups, and encoded. */
export class LeakSearch {
  readonly #anywhere: readonly Needle[];
  readonly #inText: readonly Needle[];
  readonly #codes: readonly string[];

  constructor(canaries: readonly Canary[]) {
    this.#anywhere = [
      ...markNeedles(),
      ...canaries.flatMap(({ number }) => binaryNeedles(number)),
      ...canaries.flatMap(({ cvc }) => codeNeedles(cvc)),
    ];
    this.#inText = canaries.flatMap(({ number }) => hashNeedles(number));
    this.#codes = canaries.map(({ cvc }) => cvc);
  }

  /** Searches the bytes of a file. */
  bytes(where: string, bytes: Buffer): readonly Finding[] {
    return this.#anywhere
      .filter((needle) => bytes.includes(needle.bytes))
      .map(({ form }) => ({ where, form }));
  }

  /** Searches a text, which is small enough to be searched for CVCs as well. */
  text(where: string, text: string): readonly Finding[] {
    const bytes = Buffer.from(text);
    return [
      ...this.bytes(where, bytes),
      ...this.#inText
        .filter((needle) => bytes.includes(needle.bytes))
        .map(({ form }) => ({ where, form })),
      ...this.#codes.filter((cvc) => codeStands(cvc, text)).map(() => ({ where, form: "cvc" })),
    ];
  }

  /** Searches every file below a folder for other secrets, as they are and in hexadecimal. */
  filesWith(folder: string, secrets: readonly string[]): readonly Finding[] {
    const needles = secrets.flatMap((secret) => [
      { form: "plain", bytes: Buffer.from(secret) },
      { form: "hex", bytes: Buffer.from(Buffer.from(secret).toString("hex")) },
    ]);
    return filesBelow(folder).flatMap((path) => {
      const bytes = readIfThere(path);
      const found = needles.filter((needle) => bytes?.includes(needle.bytes) === true);
      return found.map(({ form }) => ({ where: relative(folder, path), form }));
    });
  }

  /** Searches every file below a folder. */
  files(folder: string): readonly Finding[] {
    return filesBelow(folder).flatMap((path) => {
      const bytes = readIfThere(path);
      return bytes === undefined ? [] : this.bytes(relative(folder, path), bytes);
    });
  }
}

function markNeedles(): readonly Needle[] {
  const written = [
    { form: "plain", text: MARK },
    ...GROUPS.flatMap((groups) =>
      SEPARATORS.map((separator) => ({ form: "grouped", text: groups.join(separator) })),
    ),
  ];
  const swapped = Buffer.from(MARK, "utf16le").swap16();
  return [
    ...written.flatMap(({ form, text }) => [
      { form, bytes: Buffer.from(text) },
      { form: `${form}, hex`, bytes: Buffer.from(Buffer.from(text).toString("hex")) },
      ...base64Needles(`${form}, base64`, Buffer.from(text)),
    ]),
    { form: "utf-16", bytes: Buffer.from(MARK, "utf16le") },
    { form: "utf-16", bytes: swapped },
    { form: "packed", bytes: Buffer.from(MARK, "hex") },
  ];
}

/** A text may begin at three positions of a base64 group, so characters at its ends are cut off. */
function base64Needles(form: string, text: Buffer): readonly Needle[] {
  return [0, 1, 2].map((phase) => {
    const encoded = Buffer.concat([Buffer.alloc(phase), text]).toString("base64");
    const start = Math.ceil((phase * 8) / 6);
    const end = Math.floor(((phase + text.length) * 8) / 6);
    return { form, bytes: Buffer.from(encoded.slice(start, end)) };
  });
}

/** The forms as a 64-bit integer in both byte orders, and with two digits in each byte. */
function binaryNeedles(number: string): readonly Needle[] {
  const little = Buffer.alloc(8);
  little.writeBigInt64LE(BigInt(number));
  const big = Buffer.from(little.toReversed());
  const packed = number.length === 16 ? [Buffer.from(number, "hex")] : [];
  return [little, big, ...packed].map((bytes) => ({ form: "binary", bytes }));
}

/** An attacker could compute the hashes of all card numbers if they are made without a key. */
function hashNeedles(number: string): readonly Needle[] {
  return ["md5", "sha1", "sha256", "sha512"].flatMap((name) => {
    const hash = createHash(name).update(number).digest();
    return (["hex", "base64", "base64url"] as const).map((encoding) => ({
      form: `${name} without a key`,
      bytes: Buffer.from(hash.toString(encoding).replace(/=+$/, "")),
    }));
  });
}

/** Every file contains so few digits by chance; the text around them distinguishes a CVC. */
function codeNeedles(cvc: string): readonly Needle[] {
  const header = Buffer.of((cvc.length + 1) * 2 + 1);
  return [
    Buffer.from(`"${cvc}"`),
    Buffer.from(`cvc=${cvc}`),
    Buffer.from(`cvc":"${cvc}`),
    // In a column of its own: PostgreSQL puts the length, doubled and odd, before a short text.
    ...(cvc.length === 4 ? [Buffer.concat([header, Buffer.from(cvc)])] : []),
  ].map((bytes) => ({ form: "cvc", bytes }));
}

/**
 * Four separate digits are the CVC; three may be anything, unless a name before them says CVC. The
 * name begins a word or ends one, because a random id may contain the name and the digits.
 */
function codeStands(cvc: string, text: string): boolean {
  const name = String.raw`((?<![0-9A-Za-z])(cvc|cvv)|(cvc|cvv)(?=\W))`;
  const called = new RegExp(`${name}\\W{0,6}${cvc}(?!\\d)`, "i");
  const alone = new RegExp(`(?<![0-9A-Za-z.:+-])${cvc}(?![0-9A-Za-z.:+-])`);
  return called.test(text) || (cvc.length === 4 && alone.test(text));
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}

/** PostgreSQL may delete its own files at any time. */
function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
