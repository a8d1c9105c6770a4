import type { Clock } from "../../kernel/clock.ts";
import { newFeedId } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Secret } from "../../kernel/secret.ts";
import type { ConnectionFault } from "../connection/connection-fault.ts";
import type { Rehearsal } from "../connection/connection.ts";
import type { HostCheck } from "../event/ports.ts";
import { settledConnections, type SettledConnections } from "../settlement/settled-connection.ts";
import type { LineOwner } from "../transfer/statement-line.ts";
import { NO_PROGRESS, type AccountFeed, type FeedState } from "./account-feed.ts";
import { checkDraft, checkFeedCredentials, checkTerms, type FeedTerms } from "./check-feed.ts";
import type { FeedForm } from "./feed-form.ts";
import { checkFeed } from "./look-at-feed.ts";
import type { FeedProtocol, FeedStore, FeedWrite } from "./ports.ts";

export type ManageFeedDeps = Rehearsal &
  SettledConnections & {
    readonly accountFeeds: FeedStore;
    readonly feedProtocols: readonly FeedProtocol[];
    readonly feedHosts: HostCheck;
    readonly clock: Clock;
    readonly random: Random;
  };

type Faults = readonly ConnectionFault[];
type Secrets = Readonly<Record<string, Secret>>;

export type NewFeed = FeedTerms & {
  readonly owner: LineOwner | undefined;
  readonly hosts: string;
  /** The connection whose extracts the feed brings; "" for the lines of accounts. */
  readonly extractsOf: string;
  readonly credentials: Secrets;
  /** True if a person insists on credentials that the bank has not accepted. */
  readonly isUntested: boolean;
};

/**
 * The most feeds of one owner: each of them costs the bank and this service a look in every pause.
 */
const FEEDS_MAX = 16;

/**
 * Stores a new feed and asks its bank. It is active once the bank has accepted the credentials, or
 * at once if a person insists; otherwise it stays disabled.
 */
export async function addFeed(
  deps: ManageFeedDeps,
  draft: NewFeed,
  form: FeedForm,
): Promise<Result<AccountFeed, Faults>> {
  const { isRehearsal } = deps;
  const connections = await connectionsFor(deps, draft);
  const checked = checkDraft({ ...draft, isRehearsal, connections }, form);
  if (!checked.ok) return checked;
  const { credentials, ...rest } = checked.value;
  const host = await hostFaults(deps, { owner: draft.owner, credentials }, form);
  if (host.length > 0) return refused(host);
  const now = deps.clock.now();
  const feed: AccountFeed = {
    ...NO_PROGRESS,
    ...rest,
    feedId: newFeedId(deps.random),
    owner: draft.owner,
    protocol: form.name,
    state: draft.isUntested ? "active" : "disabled",
    dueAt: now,
    createdAt: now,
    updatedAt: now,
  };
  const written = await deps.accountFeeds.create(feed, credentials, FEEDS_MAX);
  if (written !== "written") return refused([takenOf(written)]);
  if (draft.isUntested) return ok(feed);
  const lastCheck = await checkFeed(deps, feed, credentials);
  await deps.accountFeeds.noteCheck(feed.feedId, lastCheck);
  if (lastCheck.kind !== "ready") return ok({ ...feed, lastCheck });
  await moveFeed(deps, feed, "active");
  return ok({ ...feed, lastCheck, state: "active" });
}

async function connectionsFor(
  deps: SettledConnections,
  { owner, extractsOf }: Pick<NewFeed, "owner" | "extractsOf">,
): Promise<readonly string[]> {
  if (owner === undefined || extractsOf === "") return [];
  return (await settledConnections(deps, owner)).map(({ acquirer }) => acquirer);
}

/**
 * Changes a feed's settings, and its credentials if they are given. New credentials replace the old
 * ones once the bank has accepted them, or if a person insists. The account stays the same: another
 * one needs another feed.
 */
export async function changeFeed(
  deps: ManageFeedDeps,
  change: {
    readonly feed: AccountFeed;
    readonly terms: FeedTerms;
    readonly credentials: Secrets | undefined;
    readonly isUntested: boolean;
  },
  form: FeedForm,
): Promise<Result<AccountFeed, Faults>> {
  const { feed } = change;
  const terms = checkTerms(change.terms, form);
  if (!terms.ok) return terms;
  const changed = { ...feed, ...terms.value, updatedAt: deps.clock.now() };
  if (change.credentials === undefined) return saved(deps, { feed, changed }, undefined);
  const checked = checkFeedCredentials(change.credentials, form);
  if (!checked.ok) return checked;
  const { credentials, shownCredentials } = checked.value;
  const host = await hostFaults(deps, { owner: feed.owner, credentials }, form);
  if (host.length > 0) return refused(host);
  const renewed = { ...changed, shownCredentials };
  if (!change.isUntested) {
    const { kind, code = "", message = "" } = await checkFeed(deps, renewed, credentials);
    const problem = kind === "refused" ? "bank_refused" : "bank_silent";
    const told = `${code} ${message}`.trim();
    if (kind !== "ready") return refused([{ field: "credentials", problem, told }]);
  }
  return saved(deps, { feed, changed: renewed }, credentials);
}

async function saved(
  { accountFeeds }: ManageFeedDeps,
  { feed, changed }: { readonly feed: AccountFeed; readonly changed: AccountFeed },
  credentials: Secrets | undefined,
): Promise<Result<AccountFeed, Faults>> {
  const written = await accountFeeds.change(changed, credentials, feed);
  return written === "written" ? ok(changed) : refused([takenOf(written)]);
}

/** Enables or disables a feed; a look that is under way ends, and its lines are kept. */
export function moveFeed(
  { accountFeeds, clock }: Pick<ManageFeedDeps, "accountFeeds" | "clock">,
  { feedId }: Pick<AccountFeed, "feedId">,
  to: FeedState,
): Promise<void> {
  return accountFeeds.changeState(feedId, to, clock.now());
}

/** Checks the addresses of a host that a person typed; each later connection checks them again. */
async function hostFaults(
  { feedHosts }: ManageFeedDeps,
  { owner, credentials }: Pick<NewFeed, "owner" | "credentials">,
  { hostField }: FeedForm,
): Promise<Faults> {
  const host = hostField === undefined ? "" : (credentials[hostField]?.reveal() ?? "");
  // The connection checks the host of a feed of the installation.
  if (host === "" || owner === undefined) return [];
  const found = await feedHosts.check(host, owner);
  const field = `credentials.${hostField}`;
  return found.ok ? [] : [{ field, problem: "forbidden_host", told: found.refusal }];
}

function takenOf(written: Exclude<FeedWrite, "written">): ConnectionFault {
  return { field: "title", problem: written === "too_many" ? "too_many" : written };
}
