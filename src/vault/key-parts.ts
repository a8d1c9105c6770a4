import { groupsOf } from "../kernel/groups.ts";
import { createHash } from "node:crypto";
import type { Random } from "../kernel/random.ts";
import { vaultKey, type VaultKey } from "./envelope.ts";
import { VaultKeyError } from "./vault-key-error.ts";

/**
 * One of several parts whose exclusive-or is a key. Each part is random, so even all parts but one
 * reveal nothing about the key.
 */
export type KeyPart = {
  /** The name of the key to which the part belongs; its custodians agree on it. */
  readonly set: string;
  readonly number: number;
  readonly count: number;
  readonly secret: Buffer;
};

const KEY_BYTES = 32;
const TEXT =
  /^vezne-key-part:([a-z0-9-]{1,32}):([1-9])\/([2-9]):([A-Za-z0-9+/]{43}=):([0-9a-f]{8})$/;
const SET = /^[a-z0-9-]{1,32}$/;

/** Creates a part. It needs no other part, so each custodian can create theirs alone. */
export function makePart(random: Random, place: Omit<KeyPart, "secret">): KeyPart {
  return { ...place, secret: Buffer.from(random.bytes(KEY_BYTES)) };
}

/** True if a text is a valid name of a key in parts. */
export function isSetName(text: string): boolean {
  return SET.test(text);
}

/**
 * The stored form of a part: one line with its set, number and a check value against copying
 * errors.
 */
export function partText(part: KeyPart): string {
  const { set, number, count, secret } = part;
  return `vezne-key-part:${set}:${number}/${count}:${secret.toString("base64")}:${checkOf(part)}`;
}

/** @throws VaultKeyError, which names `place` and does not quote the text */
export function readPart(text: string, place: string): KeyPart {
  const [, set = "", number, count, secret = "", check] = TEXT.exec(text.trim()) ?? [];
  const part = { set, number: Number(number), count: Number(count) };
  const whole = { ...part, secret: Buffer.from(secret, "base64") };
  if (set !== "" && part.number <= part.count && checkOf(whole) === check) return whole;
  throw new VaultKeyError(
    `${place} holds no part of a key as \`vezne vault make-parts\` writes it, or a damaged one.`,
  );
}

/** A short digest that finds copying errors; it is too short to help to guess 32 random bytes. */
function checkOf({ set, number, count, secret }: KeyPart): string {
  return createHash("sha256")
    .update(`vezne key part ${set} ${number}/${count} `)
    .update(secret)
    .digest("hex")
    .slice(0, 8);
}

/**
 * Combines parts into keys, in the order of the first part of each key.
 * The reasons are in docs/decisions/key-custody.md.
 * @throws VaultKeyError if a part is missing or doubled, or if the parts of a key differ in
 * `count`
 */
export function combineParts(parts: readonly KeyPart[]): readonly VaultKey[] {
  const sets = groupsOf(parts.map((part) => [part.set, part]));
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
