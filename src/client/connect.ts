import { cardCalls, type Cards } from "./cards.ts";
import { lookUpCalls, type LookUps } from "./look-ups.ts";
import { paymentCalls, type Payments } from "./payments.ts";
import type { Fetch, Platform } from "./platform.ts";
import { reportCalls, type Reports } from "./reports.ts";
import { sessionCalls, type Sessions } from "./sessions.ts";
import type { Connection, ResponseStyle } from "./transport.ts";

export type VezneOptions<Style extends ResponseStyle = ResponseStyle> = {
  /** Where the service answers, such as `https://pay.example`; a path in front is kept. */
  readonly baseUrl: string;
  /** `vz_test_…` or `vz_live_…`; decides the mode of everything. */
  readonly apiKey: string;
  /** How `pay` and `summary` answer, whatever the merchant's setting; `flags` where left out. */
  readonly responseStyle?: Style | undefined;
  /** How often a call is tried again where that is safe and of use; 3 where left out. */
  readonly maxRetries?: number | undefined;
  /** For each try, in milliseconds; 60 000 where left out, because banks may take their time. */
  readonly timeoutMs?: number | undefined;
  /** Stands in for the runtime's own `fetch`. */
  readonly fetch?: Fetch | undefined;
};

/** All operations of the interface. */
export type Vezne<Style extends ResponseStyle = "flags"> = LookUps &
  Reports<Style> & {
    readonly sessions: Sessions;
    readonly payments: Payments<Style>;
    readonly cards: Cards;
  };

/** What a header field can carry; a runtime that can't send it would quote it in its error. */
const SENDABLE = /^[\x21-\x7e]+$/;
const MAX_RETRIES = 3;
const TIMEOUT_MS = 60_000;

/**
 * A client on a platform: time, chance and waiting are as given.
 * @throws TypeError for a base address that is none, or a key that can't be one
 */
export function connect<Style extends ResponseStyle = "flags">(
  platform: Platform,
  options: VezneOptions<Style>,
): Vezne<Style> {
  const { protocol, href } = new URL(options.baseUrl);
  if (protocol !== "https:" && protocol !== "http:") {
    throw new TypeError("baseUrl must be an http or https address.");
  }
  const apiKey = options.apiKey.trim();
  if (!SENDABLE.test(apiKey)) {
    throw new TypeError("apiKey must be a key alone: visible ASCII characters, without blanks.");
  }
  const connection: Connection = {
    baseUrl: rootOf(href),
    apiKey,
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

/** The address that paths are written behind. */
function rootOf(href: string): string {
  const [root = ""] = href.split(/[?#]/, 1);
  let end = root.length;
  while (root[end - 1] === "/") end -= 1;
  return root.slice(0, end);
}
