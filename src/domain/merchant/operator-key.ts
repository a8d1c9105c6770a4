import type { Instant } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import {
  newOperatorKeyId,
  parseOperatorKeyId,
  randomText,
  type OperatorKeyId,
} from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import type { OperatorRight } from "./operator-right.ts";

/** The stored part of a key of the administration API; it belongs to no merchant. */
export type OperatorKey = OperatorKeyGrant & {
  readonly keyId: OperatorKeyId;
  readonly hash: string;
  readonly lastFour: string;
  readonly createdAt: Instant;
  readonly createdBy: string;
  /** The moment from which the key was refused before its end; absent if it was not revoked. */
  readonly revokedAt: Instant | undefined;
  /** The last use, to the minute, and its network. */
  readonly usedAt: Instant | undefined;
  readonly usedFrom: string | undefined;
};

/** The purpose and the limits of an operator key. */
export type OperatorKeyGrant = {
  readonly name: string;
  readonly rights: readonly OperatorRight[];
  /** CIDR networks from which the key may be used; empty: from everywhere. */
  readonly networks: readonly string[];
  readonly expiresAt: Instant;
};

export type IssuedOperatorKey = { readonly text: string; readonly stored: OperatorKey };

export interface OperatorKeyStore {
  /** Adds the key. Returns false if another key that is not revoked has the name. */
  add(key: OperatorKey): Promise<boolean>;
  /** Finds a key, at most one second old, also if it has ended. */
  find(keyId: OperatorKeyId): Promise<OperatorKey | undefined>;
  /** Lists all keys, also those that have ended, oldest first. */
  list(): Promise<readonly OperatorKey[]>;
  /** Revokes a key; false if there is none that was not revoked before. */
  revoke(keyId: OperatorKeyId, at: Instant): Promise<boolean>;
  /** Records a use, unless one from the same network was recorded within the last minute. */
  noteUse(key: OperatorKey, use: { readonly at: Instant; readonly network: string }): Promise<void>;
}

const PREFIX = "vz_operator_";
/** 32 base-32 characters: 160 bits, so that a plain SHA-256 of the key is safe to store. */
const SECRET_LENGTH = 32;
const KEY = new RegExp(`^${PREFIX}([0-9a-z]{16})[0-9a-hjkmnp-tv-z]{${SECRET_LENGTH}}$`);

type IssueDeps = { readonly random: Random; readonly digest: Digest };

/** Creates a key. Its text is shown once by the caller and never stored. */
export function issueOperatorKey(
  { random, digest }: IssueDeps,
  grant: OperatorKeyGrant,
  origin: { readonly now: Instant; readonly createdBy: string },
): IssuedOperatorKey {
  const keyId = newOperatorKeyId(random);
  const text = `${PREFIX}${keyId.slice("opk_".length)}${randomText(random, SECRET_LENGTH)}`;
  const stored: OperatorKey = {
    ...grant,
    keyId,
    hash: digest.sha256(text),
    lastFour: text.slice(-4),
    createdAt: origin.now,
    createdBy: origin.createdBy,
    revokedAt: undefined,
    usedAt: undefined,
    usedFrom: undefined,
  };
  return { text, stored };
}

/** Reads the id from a key's text; it proves nothing until the key's hash is compared. */
export function readOperatorKey(text: string): OperatorKeyId | undefined {
  const [, code] = KEY.exec(text) ?? [];
  return code === undefined ? undefined : parseOperatorKeyId(`opk_${code}`);
}

/** True if the key is neither revoked nor past its end. */
export function isOperatorKeyInForce(key: OperatorKey, now: Instant): boolean {
  return key.revokedAt === undefined && now < key.expiresAt;
}
