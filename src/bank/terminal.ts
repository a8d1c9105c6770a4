import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

import { DAY, later, MINUTE, type Instant } from "../kernel/clock.ts";
import type { Secret } from "../kernel/secret.ts";

/** The largest accepted difference between the clocks of a terminal and of the bank, in ms. */
const SKEW_MS = 10 * MINUTE;
const AHEAD_MAX_MS = 3_660 * DAY;
/** The largest number of cached keys; above it, keys are derived again. */
const CACHED_KEYS = 10_000;

export type SignedRequest = { readonly timestamp: string; readonly body: string | Buffer };

/** The keys of all terminals: hex HMAC-SHA256 of the terminal's id under one master secret. */
export class TerminalKeys {
  readonly #master: Secret;
  readonly #keys = new Map<string, KeyObject>();

  constructor(master: Secret) {
    this.#master = master;
  }

  of(terminal: string): KeyObject {
    const known = this.#keys.get(terminal);
    if (known !== undefined) return known;
    const hex = createHmac("sha256", this.#master.reveal()).update(terminal).digest("hex");
    const key = createSecretKey(hex, "utf8");
    if (this.#keys.size >= CACHED_KEYS) this.#keys.clear();
    this.#keys.set(terminal, key);
    return key;
  }

  /** The key of card fingerprints. Its name contains a space, so no terminal can have it. */
  get fingerprintKey(): KeyObject {
    return this.of("card fingerprint");
  }
}

/** Hex HMAC-SHA256 over `timestamp.body`, the signature of requests and answers alike. */
export function sign(key: KeyObject, { timestamp, body }: SignedRequest): string {
  return createHmac("sha256", key).update(`${timestamp}.`).update(body).digest("hex");
}

/** The time of a terminal: the bank's time plus `aheadMs`. */
export type TerminalTime = { readonly now: Instant; readonly aheadMs: number };

/**
 * Reads `1795251600123`, or `1795251600123+3600000` of a terminal whose sandbox is an hour ahead.
 * Returns undefined if the first part is far from the bank's own time.
 */
export function readTime(timestamp: string, now: Instant): TerminalTime | undefined {
  const [, at = "", ahead = "0"] = /^(\d{1,15})(?:\+(\d{1,12}))?$/.exec(timestamp) ?? [];
  if (at === "" || Math.abs(Number(at) - now) > SKEW_MS) return undefined;
  const aheadMs = Number(ahead);
  return aheadMs > AHEAD_MAX_MS ? undefined : { now: later(now, aheadMs), aheadMs };
}

/** Compares in constant time; the length of a signature is not secret. */
export function isEqual(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Signs the fields that a browser carries back: base64 HMAC-SHA512 over them, sorted by name. */
export function signReturn(key: KeyObject, fields: Readonly<Record<string, string>>): string {
  const text = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${encodeURIComponent(fields[name] ?? "")}`)
    .join("&");
  return createHmac("sha512", key).update(text).digest("base64");
}
