import { createHmac } from "node:crypto";
import { later, MINUTE, instant, type Instant } from "../../../kernel/clock.ts";
import { randomText } from "../../../kernel/ids.ts";
import type { Random } from "../../../kernel/random.ts";
import type { Secret } from "../../../kernel/secret.ts";
import { isEqual } from "../../terminal.ts";

const LIFE_MS = 10 * MINUTE;
const UNIQUE = 16;

type Parts = { readonly random: Random; readonly masterSecret: Secret };

/**
 * Tokens that serve one call. A token carries its client and its end under a signature, so that any
 * process of the bank accepts it; each process knows those that it has seen.
 */
export class OneTimeTokens {
  readonly #parts: Parts;
  readonly #used = new Map<string, Instant>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  make(client: string, now: Instant): string {
    const end = later(now, LIFE_MS);
    const name = Buffer.from(client).toString("hex");
    const text = `${randomText(this.#parts.random, UNIQUE)}.${end}.${name}`;
    return `${text}.${this.#sign(text)}`;
  }

  /** Returns the client of a token at its first use; undefined for any other text. */
  use(token: string, now: Instant): string | undefined {
    const [unique = "", end = "", name = "", signature = ""] = token.split(".");
    if (!isEqual(signature, this.#sign(`${unique}.${end}.${name}`))) return undefined;
    this.#forgetEnded(now);
    if (Number(end) <= now || this.#used.has(unique)) return undefined;
    this.#used.set(unique, instant(Number(end)));
    return Buffer.from(name, "hex").toString();
  }

  #sign(text: string): string {
    const { masterSecret } = this.#parts;
    return createHmac("sha256", masterSecret.reveal()).update(`token ${text}`).digest("hex");
  }

  #forgetEnded(now: Instant): void {
    for (const [unique, end] of this.#used) {
      if (end > now) return;
      this.#used.delete(unique);
    }
  }
}
