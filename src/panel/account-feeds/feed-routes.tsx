import type { AccountFeed, FeedState } from "../../domain/account-feed/account-feed.ts";
import { protocolNamed, type FeedForm } from "../../domain/account-feed/feed-form.ts";
import { checkFeed } from "../../domain/account-feed/look-at-feed.ts";
import { addFeed, changeFeed, moveFeed } from "../../domain/account-feed/manage-feed.ts";
import type { AuditAction } from "../../domain/merchant/audit.ts";
import { parseFeedId } from "../../kernel/ids.ts";
import { readCredentials } from "../acquirers/read-form.ts";
import { done, NOT_FOUND, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { merchantRoutes, type PanelRoute } from "../kit/route.ts";
import { feedPage, feedSettingsPage, feedsPage, newFeedPage } from "./feed-pages.tsx";
import { FEEDS } from "./feed-parts.tsx";
import { feedWords } from "./words.ts";

const look = merchantRoutes("GET", "transfers.see");
const form = merchantRoutes("GET", "feeds.change");
const change = merchantRoutes("POST", "feeds.change");
const FEED = `${FEEDS}/:feed`;

/** The account feeds of a merchant and mode. */
export const feedRoutes: readonly PanelRoute[] = [
  look(FEEDS, feedsPage),
  form(`${FEEDS}/new`, async (context) => {
    const found = formNamed(context, context.request.query["protocol"] ?? "garanti");
    return found === undefined ? NOT_FOUND : newFeedPage(context, { form: found });
  }),
  change(`${FEEDS}/new`, add, { audit: { action: "feed.added", kind: "feed", id: "" } }),
  look(FEED, (context) => withFeed(context, (feed) => feedPage(context, feed))),
  form(`${FEED}/settings`, (context) =>
    withForm(context, async (feed, found) => feedSettingsPage(context, { feed, form: found })),
  ),
  change(
    `${FEED}/settings`,
    (context) => withForm(context, (feed, found) => save(context, { feed, form: found })),
    audited("feed.changed"),
  ),
  change(
    `${FEED}/test`,
    (context) => withFeed(context, (feed) => test(context, feed)),
    audited("feed.tested"),
  ),
  move("disable", "disabled"),
  move("enable", "active"),
];

function audited(action: AuditAction) {
  return { audit: { action, kind: "feed", field: "feed" } };
}

function move(name: string, to: FeedState): PanelRoute {
  return change(
    `${FEED}/${name}`,
    (context) => withFeed(context, (feed) => moveTo(context, { feed, to })),
    audited(to === "active" ? "feed.enabled" : "feed.disabled"),
  );
}

async function withFeed(
  context: MerchantContext,
  run: (feed: AccountFeed) => Promise<PanelAnswer>,
): Promise<PanelAnswer> {
  const { kit, scope, request } = context;
  const feedId = parseFeedId(request.params["feed"] ?? "");
  const found = feedId && (await kit.accountFeeds.find(feedId));
  const isOwn = found?.owner !== undefined && scope.holds(found.owner);
  return found !== undefined && isOwn ? run(found) : NOT_FOUND;
}

function withForm(
  context: MerchantContext,
  run: (feed: AccountFeed, form: FeedForm) => Promise<PanelAnswer>,
): Promise<PanelAnswer> {
  return withFeed(context, async (feed) => {
    const found = formNamed(context, feed.protocol);
    return found === undefined ? NOT_FOUND : run(feed, found);
  });
}

function formNamed({ kit }: MerchantContext, name: string): FeedForm | undefined {
  return protocolNamed(kit.feedProtocols, name)?.form;
}

async function add(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope, language } = context;
  const { body } = request;
  const found = formNamed(context, body["protocol"] ?? "");
  if (found === undefined) return NOT_FOUND;
  const draft = {
    owner: { merchantId: scope.merchantId, mode: scope.mode },
    title: body["title"] ?? "",
    everySeconds: (body["every_seconds"] ?? "").trim(),
    hosts: body["hosts"] ?? "",
    extractsOf: body["extracts_of"] ?? "",
    credentials: readCredentials(body, found.credentials) ?? {},
    isUntested: false,
  };
  const added = await addFeed(kit, draft, found);
  if (!added.ok) return newFeedPage(context, { form: found, faults: added.refusal });
  const { feedId, title, protocol, extractsOf, state, lastCheck } = added.value;
  await context.log.done({
    object: { kind: "feed", id: feedId },
    after: { title, protocol, extracts_of: extractsOf, state, answer: lastCheck?.kind },
  });
  const kind = lastCheck?.kind ?? "unknown";
  const told = feedWords[language].added[kind];
  return redirect(context.to(`${FEEDS}/${feedId}`), kind === "ready" ? done(told) : refusal(told));
}

async function save(
  context: MerchantContext,
  { feed, form: found }: { readonly feed: AccountFeed; readonly form: FeedForm },
): Promise<PanelAnswer> {
  const { kit, request, language } = context;
  const { body } = request;
  const credentials = readCredentials(body, found.credentials);
  const terms = {
    title: body["title"] ?? "",
    everySeconds: (body["every_seconds"] ?? "").trim(),
  };
  const isUntested = body["untested"] === "yes";
  const saved = await changeFeed(kit, { feed, terms, credentials, isUntested }, found);
  if (!saved.ok) return feedSettingsPage(context, { feed, form: found, faults: saved.refusal });
  const { title, everySeconds } = saved.value;
  await context.log.done({
    before: { title: feed.title, every_seconds: feed.everySeconds },
    after: { title, every_seconds: everySeconds, new_credentials: credentials !== undefined },
  });
  return redirect(context.to(`${FEEDS}/${feed.feedId}`), done(feedWords[language].saved));
}

async function test(context: MerchantContext, feed: AccountFeed): Promise<PanelAnswer> {
  const { kit, language } = context;
  const words = feedWords[language];
  const check = await checkFeed(kit, feed, await kit.accountFeeds.open(feed.feedId));
  await kit.accountFeeds.noteCheck(feed.feedId, check);
  const { kind, code } = check;
  await context.log.done({ after: { answer: kind, code } });
  const flash = kind === "ready" ? done(words.tested[kind]) : refusal(words.tested[kind]);
  return redirect(context.to(`${FEEDS}/${feed.feedId}`), flash);
}

async function moveTo(
  context: MerchantContext,
  { feed, to }: { readonly feed: AccountFeed; readonly to: FeedState },
): Promise<PanelAnswer> {
  await moveFeed(context.kit, feed, to);
  await context.log.done({ before: { state: feed.state }, after: { state: to } });
  const flash = done(feedWords[context.language].moved);
  return redirect(context.to(`${FEEDS}/${feed.feedId}`), flash);
}
