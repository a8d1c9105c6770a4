import { createHash } from "node:crypto";
import type { Random } from "../../kernel/random.ts";
import { vaultKey, type VaultKey } from "./envelope.ts";
import { VaultKeyError } from "./vault-key-error.ts";

/**
 * One of several parts whose exclusive-or is a key. Each is random by itself, so that all but one
 * of them tell nothing of the key.
 */
export type KeyPart = {
  /** Names the key that the part belongs to; agreed on by its custodians. */
  readonly set: string;
  readonly number: number;
  readonly count: number;
  readonly secret: Buffer;
};

const KEY_BYTES = 32;
const TEXT =
  /^vezne-key-part:([a-z0-9-]{1,32}):([1-9])\/([2-9]):([A-Za-z0-9+/]{43}=):([0-9a-f]{8})$/;
const SET = /^[a-z0-9-]{1,32}$/;

/** A new part. It needs no other one to be made: each custodian can make their own alone. */
export function makePart(random: Random, place: Omit<KeyPart, "secret">): KeyPart {
  return { ...place, secret: Buffer.from(random.bytes(KEY_BYTES)) };
}

/** Whether a text can name the key that parts belong to. */
export function isSetName(text: string): boolean {
  return SET.test(text);
}

/** As it is kept: one line, which tells what it is and whether it was copied right. */
export function partText(part: KeyPart): string {
  const { set, number, count, secret } = part;
  return `vezne-key-part:${set}:${number}/${count}:${secret.toString("base64")}:${checkOf(part)}`;
}

/** @throws VaultKeyError, which names the place and repeats nothing of the text */
export function readPart(text: string, place: string): KeyPart {
  const [, set = "", number, count, secret = "", check] = TEXT.exec(text.trim()) ?? [];
  const part = { set, number: Number(number), count: Number(count) };
  const whole = { ...part, secret: Buffer.from(secret, "base64") };
  if (set !== "" && part.number <= part.count && checkOf(whole) === check) return whole;
  throw new VaultKeyError(
    `${place} holds no part of a key as \`vezne vault make-parts\` writes it, or a damaged one.`,
  );
}

/** Finds slips of a pen; a digest this short of 32 random bytes helps nobody to guess them. */
function checkOf({ set, number, count, secret }: KeyPart): string {
  return createHash("sha256")
    .update(`vezne key part ${set} ${number}/${count} `)
    .update(secret)
    .digest("hex")
    .slice(0, 8);
}

/**
 * The keys that parts make up, in the order in which their first parts are named.
 * The reasons are in docs/decisions/key-custody.md.
 * @throws VaultKeyError where a part is missing, doubled or of another division of its key
 */
export function combineParts(parts: readonly KeyPart[]): readonly VaultKey[] {
  const sets = new Map<string, KeyPart[]>();
  for (const part of parts) sets.set(part.set, [...(sets.get(part.set) ?? []), part]);
  return [...sets.entries()].map(([set, ofSet]) => combine(set, ofSet));
}

function combine(set: string, parts: readonly KeyPart[]): VaultKey {
  const count = Math.max(...parts.map((part) => part.count));
  if (parts.some((part) => part.count !== count)) {
    throw new VaultKeyError(`The parts of the key ${set} are not of the same division.`);
  }
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((number) =>
    parts.every((part) => part.number !== number),
  );
  if (missing.length > 0) {
    const which = missing.join(" and ");
    throw new VaultKeyError(`Of the ${count} parts of the key ${set}, part ${which} is missing.`);
  }
  const secrets = new Set(parts.map(({ secret }) => secret.toString("base64")));
  if (parts.length > count || secrets.size < count) {
    throw new VaultKeyError(`Two parts of the key ${set} are the same one.`);
  }
  const key = Buffer.alloc(KEY_BYTES);
  for (const { secret } of parts) {
    for (const [at, byte] of secret.entries()) key.writeUInt8(key.readUInt8(at) ^ byte, at);
  }
  try {
    return vaultKey(key);
  } finally {
    key.fill(0);
  }
}
