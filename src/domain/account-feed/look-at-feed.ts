import { DAY, instant, later, MINUTE, SECOND, type Instant } from "../../kernel/clock.ts";
import type { SandboxClocks } from "../merchant/clocks.ts";
import type { CheckNote, Rehearsal } from "../connection/connection.ts";
import type { Credentials } from "../connection/ports.ts";
import type { StatementDeps } from "../transfer/apply-lines.ts";
import { matchWaiting } from "../transfer/match-waiting.ts";
import { takeOverLines } from "../transfer/take-over-lines.ts";
import type { AccountFeed } from "./account-feed.ts";
import { feedHosts, protocolNamed } from "./feed-form.ts";
import { feedHealth, NOT_UNDERSTOOD } from "./health.ts";
import type {
  ClaimedFeed,
  ExtractImport,
  ExtractIntake,
  FeedAnswer,
  FeedProtocol,
  FeedStore,
} from "./ports.ts";
import { ofTestMode, SANDBOX_FEED_ID } from "./sandbox-feed.ts";

export type LookDeps = StatementDeps &
  Rehearsal & {
    readonly clocks: SandboxClocks;
    readonly refreshClocks: () => Promise<void>;
    readonly accountFeeds: FeedStore;
    readonly feedProtocols: readonly FeedProtocol[];
    readonly extractImport: ExtractImport;
  };

/** Banks book late with an earlier day, so each look begins this long before the last one. */
const OVERLAP_MS = 3 * DAY;
/** The longest pause after failures, unless the feed's own pause is longer. */
const PAUSE_MAX_MS = 15 * MINUTE;
/** The longest pause that a bank may ask for. */
const ASKED_PAUSE_MAX_MS = 60 * MINUTE;
const SET_ASIDE_SHOWN = 3;

/**
 * Looks at a feed once: takes its lines or extracts, matches what is new, and notes the result.
 * Every line and row is taken once, however many looks, feeds or files bring it. The reasons are in
 * docs/decisions/account-feeds.md.
 */
export async function lookAtFeed(
  deps: LookDeps,
  claimed: ClaimedFeed,
  mayGoOn: () => boolean,
): Promise<void> {
  const { feed } = claimed;
  const now = deps.clock.now();
  let fresh = 0;
  const answer = await answerOf(deps, { feed, mayGoOn }, (count) => {
    fresh += count;
  });
  // Another process begins the look anew.
  if (answer.kind === "unknown" && !mayGoOn()) {
    return deps.accountFeeds.recordLook(claimed, { ...feed, dueAt: now });
  }
  const check = noteOf(answer, deps.clock.now());
  const isRead = answer.kind === "read";
  const isWhole = isRead && answer.setAside.length === 0;
  const memory = isRead ? answer.memory : feed.memory;
  const failures = isRead ? 0 : feed.failures + 1;
  report(deps, { feed, check, failures });
  await deps.accountFeeds.recordLook(claimed, {
    dueAt: later(deps.clock.now(), pauseOf(feed, answer, failures)),
    readUntil: isWhole ? now : feed.readUntil,
    memory,
    answeredAt: isRead ? now : feed.answeredAt,
    newsAt: fresh > 0 ? now : feed.newsAt,
    failures,
    lastCheck: check,
  });
}

async function answerOf(
  deps: LookDeps,
  { feed, mayGoOn }: { readonly feed: AccountFeed; readonly mayGoOn: () => boolean },
  onTaken: (count: number) => void,
): Promise<FeedAnswer> {
  const protocol = protocolNamed(deps.feedProtocols, feed.protocol);
  const credentials = await deps.accountFeeds.open(feed.feedId);
  if (protocol === undefined) return { kind: "unknown", code: "protocol_missing" };
  if (credentials === undefined) return { kind: "unknown", code: "credentials_unreadable" };
  const { owner } = feed;
  const isOfSandbox = feed.feedId === SANDBOX_FEED_ID;
  if (!isOfSandbox && !feedHosts(owner, protocol.form, deps).includes(feed.hosts)) {
    return { kind: "unknown", code: "addresses_of_other_mode" };
  }
  if (isOfSandbox || owner?.mode === "test") await deps.refreshClocks();
  const now = nowOf(deps, feed);
  const since = instant(Math.min(feed.readUntil ?? feed.createdAt, now));
  return protocol.look({
    feed,
    credentials,
    mayGoOn,
    now,
    from: later(since, -OVERLAP_MS),
    take: async (lines) => {
      const known = isOfSandbox ? await ofTestMode(deps, lines) : lines;
      const scoped = known.map((line) => ({ ...line, scope: owner }));
      const { fresh } = await takeOverLines(deps, scoped);
      onTaken(fresh.length);
      if (fresh.length > 0) await matchWaiting(deps);
    },
    extracts: await intakeOf(deps, feed, onTaken),
  });
}

async function intakeOf(
  { extractImport }: LookDeps,
  { owner, extractsOf, title }: AccountFeed,
  onTaken: (count: number) => void,
): Promise<ExtractIntake | undefined> {
  if (owner === undefined || extractsOf === undefined) return undefined;
  const source = { merchantId: owner.merchantId, mode: owner.mode, acquirer: extractsOf };
  return {
    form: await extractImport.formOf(source),
    async take(file) {
      const taken = await extractImport.take(source, file, `feed ${title}`);
      onTaken(taken?.fresh ?? 0);
      return taken?.reasons;
    },
  };
}

/** The test bank books by the time of the sandbox that a transfer pays. */
function nowOf({ clock, clocks }: LookDeps, { feedId, owner }: AccountFeed): Instant {
  if (owner !== undefined) return clocks.now(owner);
  const leads = feedId === SANDBOX_FEED_ID ? clocks.moved().map(({ aheadMs }) => aheadMs) : [];
  return later(clock.now(), Math.max(0, ...leads));
}

/** Asks the bank of a feed whether it accepts the credentials; nothing is stored. */
export async function checkFeed(
  { clock, feedProtocols }: Pick<LookDeps, "clock" | "feedProtocols">,
  feed: AccountFeed,
  credentials: Credentials | undefined,
): Promise<CheckNote> {
  const protocol = protocolNamed(feedProtocols, feed.protocol);
  const answer: FeedAnswer =
    protocol === undefined
      ? { kind: "unknown", code: "protocol_missing" }
      : credentials === undefined
        ? { kind: "unknown", code: "credentials_unreadable" }
        : await protocol.check(feed, credentials, clock.now());
  return noteOf(answer, clock.now());
}

function noteOf(answer: FeedAnswer, at: Instant): CheckNote {
  if (answer.kind !== "read") {
    return { at, kind: answer.kind, code: answer.code, message: answer.message };
  }
  const { setAside } = answer;
  if (setAside.length === 0) return { at, kind: "ready", code: undefined, message: undefined };
  const shown = setAside.slice(0, SET_ASIDE_SHOWN).map(({ name, reason }) => `${name}: ${reason}`);
  const more = setAside.length - shown.length;
  const message = more === 0 ? shown.join("; ") : `${shown.join("; ")}; and ${more} more`;
  return { at, kind: "unknown", code: NOT_UNDERSTOOD, message };
}

/** Doubles the pause with each failure, because banks block users that fail often. */
function pauseOf({ everySeconds }: AccountFeed, answer: FeedAnswer, failures: number): number {
  const everyMs = everySeconds * SECOND;
  if (failures === 0) return everyMs;
  const asked = answer.kind === "read" ? 0 : Math.min(answer.pauseMs ?? 0, ASKED_PAUSE_MAX_MS);
  const grown = Math.min(everyMs * 2 ** Math.min(failures - 1, 10), PAUSE_MAX_MS);
  return Math.max(everyMs, grown, asked);
}

type Look = {
  readonly feed: AccountFeed;
  readonly check: CheckNote;
  readonly failures: number;
};

/** Logs the first failure, and the one after which the feed counts as silent. */
function report({ report: log, clock }: LookDeps, { feed, check, failures }: Look): void {
  const isUnclear = check.code === NOT_UNDERSTOOD && feed.lastCheck?.code !== NOT_UNDERSTOOD;
  if (failures === 0 && !isUnclear) return;
  const before = feed.lastCheck?.at ?? feed.updatedAt;
  const becameSilent =
    feedHealth(feed, before) !== "silent" && feedHealth(feed, clock.now()) === "silent";
  if (failures > 1 && !becameSilent) return;
  const { feedId, owner, title } = feed;
  log(becameSilent ? "account feed is silent" : "account feed can't be read", {
    feed_id: feedId,
    merchant_id: owner?.merchantId,
    title,
    code: check.code,
    message: check.message,
  });
}
