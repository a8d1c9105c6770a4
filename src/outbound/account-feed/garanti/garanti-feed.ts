import type { AccountFeed } from "../../../domain/account-feed/account-feed.ts";
import type {
  FeedAnswer,
  FeedLook,
  FeedProtocol,
  SetAside,
} from "../../../domain/account-feed/ports.ts";
import type { Credentials } from "../../../domain/connection/ports.ts";
import type { StatementLine } from "../../../domain/transfer/statement-line.ts";
import { DAY, later, type Instant } from "../../../kernel/clock.ts";
import { isCurrency, type Currency } from "../../../kernel/currency.ts";
import type { BankLine } from "../kit/bank-call.ts";
import { askPage, type Channel } from "./ask.ts";
import { BANK_ADDRESS, DOOR_PATH, GARANTI_FORM } from "./form.ts";
import { readLine } from "./line.ts";

export type GarantiParts = {
  /** Calls to the bank. */
  readonly bank: BankLine;
  /** Calls to the test bank, and its address; undefined where there is none. */
  readonly simulated: { readonly line: BankLine; readonly address: string } | undefined;
  /** Replaces the bank's address in tests. */
  readonly bankAddress?: string;
};

/** The bank answers for 30 days at most, and 500 rows a page. */
const WINDOW_MS = 29 * DAY;
const PAGE_ROWS = 500;
/** A bank whose pages never end, by an error of its own, must not keep a look for ever. */
const PAGES_MAX = 400;

/** Garanti BBVA's account transactions: JSON over HTTPS, a one-time token for each page. */
export function garantiFeed(parts: GarantiParts): FeedProtocol {
  return {
    form: GARANTI_FORM,
    async look(look) {
      const channel = channelOf(parts, look.feed, look.credentials);
      if (channel === undefined) return NO_BANK;
      const setAside: SetAside[] = [];
      for (const window of windowsOf(look.from, look.now)) {
        const failure = await readWindow(channel, { ...look, ...window }, setAside);
        if (failure !== undefined) return failure;
      }
      return { kind: "read", setAside };
    },
    async check(feed, credentials, now) {
      const channel = channelOf(parts, feed, credentials);
      if (channel === undefined) return NO_BANK;
      const until = later(now, DAY);
      const asked = { from: later(until, -2 * DAY), until, page: 1, size: 1 };
      const answer = await askPage(channel, asked);
      return answer.kind === "page" ? { kind: "read", setAside: [] } : answer;
    },
  };
}

const NO_BANK: FeedAnswer = { kind: "unknown", code: "no_simulated_bank" };

function channelOf(
  { bank, simulated, bankAddress = BANK_ADDRESS }: GarantiParts,
  { hosts }: AccountFeed,
  credentials: Credentials,
): Channel | undefined {
  if (hosts === "bank") return { line: bank, address: bankAddress, credentials };
  if (simulated === undefined) return undefined;
  return { line: simulated.line, address: simulated.address + DOOR_PATH, credentials };
}

type Window = { readonly from: Instant; readonly until: Instant };

/** Parts of the time that the bank answers for, the last one until the end of the next day. */
function windowsOf(from: Instant, now: Instant): readonly Window[] {
  const end = later(now, DAY);
  const windows: Window[] = [];
  for (let start = from; start < end; start = later(start, WINDOW_MS)) {
    const until = later(start, WINDOW_MS);
    windows.push({ from: start, until: until < end ? until : end });
  }
  return windows;
}

/**
 * Reads all pages of a window. If lines move between pages meanwhile, a repeated one is nothing
 * new, and a missed one comes with the next look, whose window overlaps by days.
 */
async function readWindow(
  channel: Channel,
  { from, until, take, mayGoOn }: Window & Pick<FeedLook, "take" | "mayGoOn">,
  setAside: SetAside[],
): Promise<FeedAnswer | undefined> {
  const written = channel.credentials["currency"]?.reveal() ?? "";
  const currency = isCurrency(written) ? written : undefined;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    if (!mayGoOn()) return { kind: "unknown", code: "stopped" };
    const answer = await askPage(channel, { from, until, page, size: PAGE_ROWS });
    if (answer.kind !== "page") return answer;
    const lines = linesOf(answer.rows, { currency, setAside });
    if (lines.length > 0) await take(lines);
    if (answer.rows.length < PAGE_ROWS) return undefined;
  }
  return { kind: "unknown", code: "too_many_pages" };
}

function linesOf(
  rows: readonly unknown[],
  {
    currency,
    setAside,
  }: { readonly currency: Currency | undefined; readonly setAside: SetAside[] },
): readonly StatementLine[] {
  return rows.flatMap((row) => {
    const line = readLine(row, currency);
    if (!line.ok) setAside.push(line.refusal);
    return line.ok && line.value !== undefined ? [line.value] : [];
  });
}
