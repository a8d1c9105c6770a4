import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

import { MINUTE } from "../kernel/clock.ts";
import type { Secret } from "../kernel/secret.ts";

/** How far the clocks of a terminal and of the bank may be apart. */
const SKEW_MS = 10 * MINUTE;
/** Keys kept ready; beyond it they are derived again. */
const CACHED_KEYS = 10_000;

export type Signed = { readonly timestamp: string; readonly body: string | Buffer };

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

  /** For the fingerprints of cards; no terminal can be named so. */
  get fingerprintKey(): KeyObject {
    return this.of("card fingerprint");
  }
}

/** Hex HMAC-SHA256 over `timestamp.body`, the signature of requests and answers alike. */
export function sign(key: KeyObject, { timestamp, body }: Signed): string {
  return createHmac("sha256", key).update(`${timestamp}.`).update(body).digest("hex");
}

export function isTimely(timestamp: string, now: number): boolean {
  return /^\d{1,15}$/.test(timestamp) && Math.abs(Number(timestamp) - now) <= SKEW_MS;
}

/** Compares in constant time; the length of a signature is no secret. */
export function isEqual(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** For what a browser carries back: base64 HMAC-SHA512 over the fields, sorted by name. */
export function signReturn(key: KeyObject, fields: Readonly<Record<string, string>>): string {
  const text = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${encodeURIComponent(fields[name] ?? "")}`)
    .join("&");
  return createHmac("sha512", key).update(text).digest("base64");
}
