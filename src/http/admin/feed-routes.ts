import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AccountFeed } from "../../domain/account-feed/account-feed.ts";
import { feedDocument } from "../../domain/account-feed/feed-document.ts";
import { protocolNamed, type FeedForm } from "../../domain/account-feed/feed-form.ts";
import { checkFeed } from "../../domain/account-feed/look-at-feed.ts";
import { addFeed, changeFeed, moveFeed } from "../../domain/account-feed/manage-feed.ts";
import { checkDocument } from "../../domain/connection/connection-document.ts";
import type { AuditNote } from "../../domain/merchant/audit.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import { parseFeedId } from "../../kernel/ids.ts";
import { secretsOf } from "../../kernel/secret.ts";
import { withOperatorKey } from "../caller/operator-auth.ts";
import {
  FeedChangeSchema,
  FeedListQuerySchema,
  FeedParams,
  NewFeedSchema,
  type FeedChangeBody,
  type FeedListQuery,
  type FeedRequest,
  type NewFeedBody,
} from "../schema/admin/feed.ts";
import { MerchantParams, type MerchantRequest } from "../schema/admin/merchant.ts";
import { invalid, merchantOf, notFound, record } from "./admin-call.ts";
import type { AdminDeps } from "./admin-deps.ts";
import { refusalOf } from "./connection-draft.ts";
import { MERCHANT } from "./merchant-routes.ts";

const FEEDS = `${MERCHANT}/feeds`;
const FEED = `${FEEDS}/:feed_id`;

type Listing = MerchantRequest & { Querystring: FeedListQuery };
type Adding = FastifyRequest<MerchantRequest & { Body: NewFeedBody }>;
type Changing = FastifyRequest<FeedRequest & { Body: FeedChangeBody }>;
type One = FastifyRequest<FeedRequest>;

/** The account feeds of merchants; their secrets are written and never read. */
export function feedRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const read = withOperatorKey(deps, "feeds.read");
  const write = withOperatorKey(deps, "feeds.write");
  const params = FeedParams;
  app.get<Listing>(
    FEEDS,
    { ...read, schema: { params: MerchantParams, querystring: FeedListQuerySchema } },
    (request) => list(deps, request),
  );
  app.post<MerchantRequest & { Body: NewFeedBody }>(
    FEEDS,
    { ...write, schema: { params: MerchantParams, body: NewFeedSchema } },
    (request) => add(deps, request),
  );
  app.get<FeedRequest>(FEED, { ...read, schema: { params } }, (request) => show(deps, request));
  app.patch<FeedRequest & { Body: FeedChangeBody }>(
    FEED,
    { ...write, schema: { params, body: FeedChangeSchema } },
    (request) => change(deps, request),
  );
  app.post<FeedRequest>(`${FEED}/test`, { ...write, schema: { params } }, (request) =>
    test(deps, request),
  );
}

function shown({ clock }: AdminDeps, feed: AccountFeed) {
  return feedDocument(feed, clock.now());
}

async function show(deps: AdminDeps, request: One) {
  return shown(deps, await feedOf(deps, request));
}

async function list(deps: AdminDeps, request: FastifyRequest<Listing>) {
  const { merchantId } = await merchantOf(deps, request);
  const modes = MODES.filter((mode) => mode === (request.query.mode ?? mode));
  const found = await Promise.all(
    modes.map((mode) => deps.accountFeeds.list({ merchantId, mode })),
  );
  return { feeds: found.flat().map((feed) => shown(deps, feed)) };
}

async function feedOf(deps: AdminDeps, request: One): Promise<AccountFeed> {
  const { merchantId } = await merchantOf(deps, request);
  const feedId = parseFeedId(request.params.feed_id);
  const found = feedId && (await deps.accountFeeds.find(feedId));
  if (found !== undefined && found.owner?.merchantId === merchantId) return found;
  throw notFound("feed_id", "must be the id of an account feed of the merchant");
}

function formNamed({ feedProtocols }: AdminDeps, name: string): FeedForm {
  const found = protocolNamed(feedProtocols, name);
  if (found !== undefined) return found.form;
  const known = feedProtocols.map(({ form }) => form.name).join(", ");
  throw invalid({ field: "protocol", message: `must be one of ${known}` });
}

async function add(deps: AdminDeps, request: Adding) {
  const { merchantId } = await merchantOf(deps, request);
  const { mode, protocol, title, hosts = "", every_seconds: every, untested } = request.body;
  const { extracts_of: extractsOf = "" } = request.body;
  const draft = {
    owner: { merchantId, mode },
    title,
    hosts,
    extractsOf,
    everySeconds: every === undefined ? "" : String(every),
    credentials: secretsOf(request.body.credentials),
    isUntested: untested ?? false,
  };
  const added = await addFeed(deps, draft, formNamed(deps, protocol));
  if (!added.ok) throw refusalOf(added.refusal);
  const { state, lastCheck, extractsOf: brings } = added.value;
  const after = { title, protocol, extracts_of: brings, state, answer: lastCheck?.kind };
  await note(deps, request, { feed: added.value, action: "feed.added", after });
  return shown(deps, added.value);
}

async function change(deps: AdminDeps, request: Changing) {
  const { body } = request;
  const feed = await feedOf(deps, request);
  const isChanged =
    body.title !== undefined || body.every_seconds !== undefined || body.credentials !== undefined;
  if (isChanged) await changeFields(deps, request, feed);
  if (body.state !== undefined && body.state !== feed.state) {
    await moveFeed(deps, feed, body.state);
    await note(deps, request, {
      feed,
      action: body.state === "active" ? "feed.enabled" : "feed.disabled",
      before: { state: feed.state },
      after: { state: body.state },
    });
  }
  return shown(deps, await feedOf(deps, request));
}

async function changeFields(deps: AdminDeps, request: Changing, feed: AccountFeed): Promise<void> {
  const { body } = request;
  const credentials = body.credentials === undefined ? undefined : secretsOf(body.credentials);
  const wish = {
    feed,
    terms: {
      title: body.title ?? feed.title,
      everySeconds: String(body.every_seconds ?? feed.everySeconds),
    },
    credentials,
    isUntested: body.untested ?? false,
  };
  const saved = await changeFeed(deps, wish, formNamed(deps, feed.protocol));
  if (!saved.ok) throw refusalOf(saved.refusal);
  const { title, everySeconds } = saved.value;
  await note(deps, request, {
    feed,
    action: "feed.changed",
    before: { title: feed.title, every_seconds: feed.everySeconds },
    after: { title, every_seconds: everySeconds, new_credentials: credentials !== undefined },
  });
}

async function test(deps: AdminDeps, request: One) {
  const feed = await feedOf(deps, request);
  const check = await checkFeed(deps, feed, await deps.accountFeeds.open(feed.feedId));
  await deps.accountFeeds.noteCheck(feed.feedId, check);
  const { kind, code } = check;
  await note(deps, request, { feed, action: "feed.tested", after: { answer: kind, code } });
  return checkDocument(check);
}

type Noted = Omit<AuditNote, "object"> & { readonly feed: AccountFeed };

function note(deps: AdminDeps, request: FastifyRequest, { feed, ...noted }: Noted): Promise<void> {
  return record(deps, request, {
    note: { ...noted, object: { kind: "feed", id: feed.feedId } },
    place: feed.owner ?? {},
  });
}
