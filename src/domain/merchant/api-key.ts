import type { Instant } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import { merchantCode, parseMerchantId, randomText, type MerchantId } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import type { KeyRight } from "./key-right.ts";
import type { Mode } from "./merchant.ts";

/** The stored part of a key: enough to recognise the key, not enough to use it. */
export type ApiKey = KeyGrant & {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly hash: string;
  readonly lastFour: string;
  readonly createdAt: Instant;
  /** The last use, to the minute, and its network. */
  readonly usedAt: Instant | undefined;
  readonly usedFrom: string | undefined;
};

/** The purpose and the limits of a key. */
export type KeyGrant = {
  /** Absent: the merchant's main key of the mode, which has every right. */
  readonly name: string | undefined;
  /**
   * Absent for the main key. The right `refunds.above_limit` is decided by `aboveLimitFrom` only,
   * whether or not this list contains it.
   */
  readonly rights: readonly KeyRight[] | undefined;
  /** CIDR networks from which the key may be used; empty: from everywhere. */
  readonly networks: readonly string[];
  /** The creator's name as in the audit log; absent if it was not recorded. */
  readonly createdBy: string | undefined;
  /** The key is refused from this moment on; absent: valid until it is replaced or ended. */
  readonly expiresAt: Instant | undefined;
  /** From this moment on, the key's refunds may exceed the approval limit; absent: never. */
  readonly aboveLimitFrom: Instant | undefined;
};

export type IssuedApiKey = { readonly text: string; readonly stored: ApiKey };

/** 32 base-32 characters: 160 bits, so that a plain SHA-256 of the key is safe to store. */
const SECRET_LENGTH = 32;
const KEY = /^vz_(test|live)_([0-9a-hjkmnp-tv-z]{8})[0-9a-hjkmnp-tv-z]{32}$/;
const REF_LENGTH = 16;

export type IssueKeyDeps = { readonly random: Random; readonly digest: Digest };

/** Creates a key. Its text is shown once by the caller and never stored. */
export function issueApiKey(
  deps: IssueKeyDeps,
  owner: { readonly merchantId: MerchantId; readonly mode: Mode; readonly now: Instant },
  grant: KeyGrant,
): IssuedApiKey {
  const secret = randomText(deps.random, SECRET_LENGTH);
  const text = `vz_${owner.mode}_${merchantCode(owner.merchantId)}${secret}`;
  const stored: ApiKey = {
    ...grant,
    merchantId: owner.merchantId,
    mode: owner.mode,
    hash: deps.digest.sha256(text),
    lastFour: text.slice(-4),
    createdAt: owner.now,
    usedAt: undefined,
    usedFrom: undefined,
  };
  return { text, stored };
}

/**
 * Returns the grant of a main key; its refunds may exceed the approval limit from `aboveLimitFrom`
 * on.
 */
export function mainGrant(
  createdBy: string | undefined,
  aboveLimitFrom: Instant | undefined,
): KeyGrant {
  return {
    name: undefined,
    rights: undefined,
    networks: [],
    createdBy,
    expiresAt: undefined,
    aboveLimitFrom,
  };
}

/** True for a main key that can be rolled but not ended, because a mode always needs one. */
export function isMainInForce({ name, expiresAt }: KeyGrant): boolean {
  return name === undefined && expiresAt === undefined;
}

/** True if a key has a right at this moment; `now` is the real time, also for a sandbox. */
export function hasRight(key: KeyGrant, right: KeyRight, now: Instant): boolean {
  if (right === "refunds.above_limit") {
    return key.aboveLimitFrom !== undefined && now >= key.aboveLimitFrom;
  }
  return key.rights === undefined || key.rights.includes(right);
}

/**
 * Reads the merchant and mode from a key's text; they prove nothing until the key's hash is found.
 */
export function readApiKey(
  text: string,
): { readonly merchantId: MerchantId; readonly mode: Mode } | undefined {
  const [, mode, code] = KEY.exec(text) ?? [];
  const merchantId = parseMerchantId(`mer_${code ?? ""}`);
  if (merchantId === undefined) return undefined;
  return { merchantId, mode: mode === "live" ? "live" : "test" };
}

/**
 * Returns the short name of a key for pages and commands: enough to find it among the keys of one
 * merchant.
 */
export function refOf({ hash }: Pick<ApiKey, "hash">): string {
  return hash.slice(0, REF_LENGTH);
}
