import type { Instant } from "../kernel/clock.ts";
import type { Digest } from "../kernel/digest.ts";
import { merchantCode, parseMerchantId, randomText, type MerchantId } from "../kernel/ids.ts";
import type { Random } from "../kernel/random.ts";
import type { Mode } from "./merchant.ts";

/** What is stored of a key: enough to recognise it, not enough to use it. */
export type ApiKey = {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly hash: string;
  readonly lastFour: string;
  readonly createdAt: Instant;
  /** From when on it is refused; absent: in force until it is replaced. */
  readonly expiresAt: Instant | undefined;
  /** When it was last used, to the minute. */
  readonly usedAt: Instant | undefined;
};

export type IssuedApiKey = { readonly text: string; readonly stored: ApiKey };

/** 32 base-32 characters: 160 bits, so that a plain SHA-256 of the key is safe to store. */
const SECRET_LENGTH = 32;
const KEY = /^vz_(test|live)_([0-9a-hjkmnp-tv-z]{8})[0-9a-hjkmnp-tv-z]{32}$/;

export type IssueKeyDeps = { readonly random: Random; readonly digest: Digest };

/** A new key; its text is shown once, by the caller, and never kept. */
export function issueApiKey(
  deps: IssueKeyDeps,
  owner: { readonly merchantId: MerchantId; readonly mode: Mode; readonly now: Instant },
): IssuedApiKey {
  const secret = randomText(deps.random, SECRET_LENGTH);
  const text = `vz_${owner.mode}_${merchantCode(owner.merchantId)}${secret}`;
  const stored: ApiKey = {
    merchantId: owner.merchantId,
    mode: owner.mode,
    hash: deps.digest.sha256(text),
    lastFour: text.slice(-4),
    createdAt: owner.now,
    expiresAt: undefined,
    usedAt: undefined,
  };
  return { text, stored };
}

/** The merchant and mode that a key claims to be of; proves nothing until its hash is found. */
export function readApiKey(
  text: string,
): { readonly merchantId: MerchantId; readonly mode: Mode } | undefined {
  const [, mode, code] = KEY.exec(text) ?? [];
  const merchantId = parseMerchantId(`mer_${code ?? ""}`);
  if (merchantId === undefined) return undefined;
  return { merchantId, mode: mode === "live" ? "live" : "test" };
}
