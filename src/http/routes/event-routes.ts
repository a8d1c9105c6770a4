import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { eventDocument, type EventScope } from "../../domain/event/event.ts";
import type { EventFeed, FeedPlace } from "../../domain/event/ports.ts";
import { merchantOf, parseEventId } from "../../kernel/ids.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { streamEvents, type StreamDeps } from "../answer/event-stream.ts";
import {
  callerOf,
  isStillAllowed,
  withKey,
  type MerchantAuthDeps,
} from "../caller/merchant-auth.ts";
import { createOpenStreams, OWN_STREAMS_MAX, type OpenStreams } from "../answer/open-streams.ts";
import { invalidField, type Problem } from "../problem/problem.ts";
import {
  EventListQuerySchema,
  EventStreamQuerySchema,
  type EventListQuery,
  type EventStreamQuery,
} from "../schema/event.ts";

export type EventRoutesDeps = MerchantAuthDeps & StreamDeps & { readonly feed: EventFeed };

/** Extension of contract C6: the event feed, for merchants without an address for webhooks. */
export function eventRoutes(app: FastifyInstance, deps: EventRoutesDeps): void {
  const guarded = withKey(deps, "events.read");
  app.get<{ Querystring: EventListQuery }>(
    "/api/v1/events",
    { ...guarded, schema: { querystring: EventListQuerySchema } },
    (request, reply) => list(deps, request, reply),
  );
  const streams = createOpenStreams();
  app.addHook("preClose", async () => streams.closeAll());
  app.get<{ Querystring: EventStreamQuery }>(
    "/api/v1/events/stream",
    { ...guarded, schema: { querystring: EventStreamQuerySchema }, exposeHeadRoute: false },
    (request, reply) => stream({ ...deps, streams }, request, reply),
  );
}

async function list(
  deps: EventRoutesDeps,
  request: FastifyRequest<{ Querystring: EventListQuery }>,
  reply: FastifyReply,
): Promise<unknown> {
  const { query } = request;
  const scope = scopeOf(request);
  const after = await placeOf(deps, scope, query.after);
  if (!after.ok) return deps.sendProblem(reply, after.refusal);
  const page = await deps.feed.list({
    ...scope,
    after: after.value?.position,
    order: query.order ?? "asc",
    types: query.type?.split(","),
    limit: Number(query.limit ?? "20"),
  });
  return {
    events: page.events.map(({ event }) => eventDocument(event)),
    has_more: page.hasMore,
    next: page.last?.eventId ?? query.after ?? null,
  };
}

async function stream(
  deps: EventRoutesDeps & { readonly streams: OpenStreams },
  request: FastifyRequest<{ Querystring: EventStreamQuery }>,
  reply: FastifyReply,
): Promise<unknown> {
  const scope = scopeOf(request);
  // A client that reconnects sends the id of the last event that it saw. The header takes
  // precedence over `after`, because the client repeats the URL unchanged.
  const lastSeen = request.headers["last-event-id"] ?? request.query.after;
  const place = await placeOf(deps, scope, lastSeen?.toString());
  if (!place.ok) return deps.sendProblem(reply, place.refusal);
  const after = place.value ?? (await deps.feed.lastPlaceOf(scope));
  const signal = deps.streams.open(scope, reply);
  if (signal === undefined) return deps.sendProblem(reply.header("Retry-After", 10), TOO_MANY);
  const types = request.query.type?.split(",");
  const isAllowed = (): Promise<boolean> => isStillAllowed(deps, request);
  const frames = streamEvents(deps, { scope, after, types, signal, isAllowed });
  return reply.headers(STREAM_HEADERS).send(Readable.from(frames));
}

const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // Keeps proxies from buffering the stream.
  "X-Accel-Buffering": "no",
  // A stream ends with its connection, which can't be used again.
  Connection: "close",
};

const TOO_MANY: Problem = {
  code: "too_many_streams",
  detail: `A merchant may have ${OWN_STREAMS_MAX} streams of a mode open at once.`,
};

function scopeOf(request: object): EventScope {
  const { merchant, mode } = callerOf(request);
  return { merchantId: merchant.merchantId, mode };
}

function lostEvent({ eventId }: FeedPlace): Problem {
  return {
    code: "event_not_in_feed",
    detail:
      `The data were restored from a backup that lacks this event. Go on with after=${eventId}; ` +
      "it gives every event since the backup.",
    extra: { after: eventId },
  };
}

async function placeOf(
  { feed }: EventRoutesDeps,
  scope: EventScope,
  text: string | undefined,
): Promise<Result<FeedPlace | undefined, Problem>> {
  if (text === undefined) return ok(undefined);
  const eventId = parseEventId(text);
  if (eventId !== undefined) {
    const position = await feed.positionOf(scope, eventId);
    if (position !== undefined) return ok({ eventId, position });
    const isOwn = merchantOf(eventId) === scope.merchantId;
    const before = isOwn ? await feed.placeBeforeLost(scope, eventId) : undefined;
    if (before !== undefined) return refused(lostEvent(before));
  }
  const message = "must be the id of an event of this merchant and mode";
  return refused(invalidField("after", "validation_failed", message));
}
