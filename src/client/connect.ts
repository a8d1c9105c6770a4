import { cardCalls, type Cards } from "./cards.ts";
import { lookUpCalls, type LookUps } from "./look-ups.ts";
import { paymentCalls, type Payments } from "./payments.ts";
import type { Fetch, Platform } from "./platform.ts";
import { reportCalls, type Reports } from "./reports.ts";
import { sessionCalls, type Sessions } from "./sessions.ts";
import type { Connection, ResponseStyle } from "./transport.ts";

export type VezneOptions<Style extends ResponseStyle = ResponseStyle> = {
  /** Base address of the service, such as `https://pay.example`; it may have a path. */
  readonly baseUrl: string;
  /** `vz_test_…` or `vz_live_…`, which decides the mode of all calls. */
  readonly apiKey: string;
  /** Style of the answers of `pay` and `summary`; `flags` by default. */
  readonly responseStyle?: Style | undefined;
  /** Number of retries of a call that can be repeated safely; 3 by default. */
  readonly maxRetries?: number | undefined;
  /** Timeout of each request in ms; 60 000 by default, because banks may answer slowly. */
  readonly timeoutMs?: number | undefined;
  /** Replaces the runtime's own `fetch`. */
  readonly fetch?: Fetch | undefined;
};

/** The operations of sessions, payments, stored cards and reports. */
export type Vezne<Style extends ResponseStyle = "flags"> = LookUps &
  Reports<Style> & {
    readonly sessions: Sessions;
    readonly payments: Payments<Style>;
    readonly cards: Cards;
  };

/** Characters that a header can carry; a runtime would quote any other key in its error. */
const SENDABLE = /^[\x21-\x7e]+$/;
const MAX_RETRIES = 3;
const TIMEOUT_MS = 60_000;

/**
 * Creates a client with the clock, the random numbers and the timers of a platform.
 * @throws TypeError for an invalid base address, or for a missing or malformed key
 */
export function connect<Style extends ResponseStyle = "flags">(
  platform: Platform,
  options: VezneOptions<Style>,
): Vezne<Style> {
  const { protocol, href } = new URL(options.baseUrl);
  if (protocol !== "https:" && protocol !== "http:") {
    throw new TypeError("baseUrl must be an http or https address.");
  }
  const connection: Connection = {
    baseUrl: rootOf(href),
    apiKey: keyOf(options.apiKey),
    responseStyle: options.responseStyle ?? "flags",
    maxRetries: options.maxRetries ?? MAX_RETRIES,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    platform,
    fetch: options.fetch ?? platform.fetch,
  };
  return {
    ...lookUpCalls(connection),
    ...reportCalls<Style>(connection),
    sessions: sessionCalls(connection),
    payments: paymentCalls<Style>(connection),
    cards: cardCalls(connection),
  };
}

/** `given` may be anything: code without types passes on a variable that is not set. */
function keyOf(given: unknown): string {
  const key = typeof given === "string" ? given.trim() : "";
  if (SENDABLE.test(key)) return key;
  throw new TypeError("apiKey must be a key alone: visible ASCII characters, without blanks.");
}

/** The base address without slashes at its end. */
function rootOf(href: string): string {
  const [root = ""] = href.split(/[?#]/, 1);
  let end = root.length;
  while (root[end - 1] === "/") end -= 1;
  return root.slice(0, end);
}
