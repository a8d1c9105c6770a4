import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { eventDocument, type EventScope } from "../../../event/event.ts";
import type { EventFeed, Position } from "../../../event/ports.ts";
import { parseEventId } from "../../../kernel/ids.ts";
import { ok, refused, type Result } from "../../../kernel/result.ts";
import { streamEvents, type StreamDeps } from "../event-stream.ts";
import {
  callerOf,
  isStillAllowed,
  merchantOnly,
  type MerchantAuthDeps,
} from "../merchant-auth.ts";
import { invalidField, type Problem } from "../problem.ts";
import {
  EventListQuerySchema,
  EventStreamQuerySchema,
  type EventListQuery,
  type EventStreamQuery,
} from "../schema/event.ts";

export type EventRoutesDeps = MerchantAuthDeps &
  StreamDeps & { readonly feed: EventFeed };

/** Streams of one process; each holds a connection for as long as its reader likes. */
const STREAMS_MAX = 1_000;
/** Of one merchant and mode. */
const OWN_STREAMS_MAX = 20;

/** Extension of contract 6: what webhooks carry, for merchants that have no address to call. */
export function eventRoutes(app: FastifyInstance, deps: EventRoutesDeps): void {
  const onRequest = merchantOnly(deps);
  app.get<{ Querystring: EventListQuery }>(
    "/api/v1/events",
    { onRequest, schema: { querystring: EventListQuerySchema } },
    async (request, reply) => {
      const { query } = request;
      const scope = scopeOf(request);
      const after = await placeOf(deps, scope, query.after);
      if (!after.ok) return deps.sendProblem(reply, after.refusal);
      const page = await deps.feed.list({
        ...scope,
        after: after.value,
        order: query.order ?? "asc",
        types: query.type?.split(","),
        limit: Number(query.limit ?? "20"),
      });
      return {
        events: page.events.map(({ event }) => eventDocument(event)),
        has_more: page.hasMore,
        next: page.last?.eventId ?? query.after ?? null,
      };
    },
  );
  const streams = openStreams();
  app.addHook("preClose", async () => streams.closeAll());
  app.get<{ Querystring: EventStreamQuery }>(
    "/api/v1/events/stream",
    { onRequest, schema: { querystring: EventStreamQuerySchema }, exposeHeadRoute: false },
    async (request, reply) => {
      const scope = scopeOf(request);
      const lastSeen = request.headers["last-event-id"];
      const after = await placeOf(deps, scope, typeof lastSeen === "string" ? lastSeen : request.query.after);
      if (!after.ok) return deps.sendProblem(reply, after.refusal);
      const signal = streams.open(scope, reply);
      if (signal === undefined) return deps.sendProblem(reply.header("Retry-After", 10), TOO_MANY);
      const frames = streamEvents(deps, {
        scope,
        after: after.value ?? (await deps.feed.lastPosition()),
        types: request.query.type?.split(","),
        signal,
        isAllowed: () => isStillAllowed(deps, request),
      });
      return reply
        .type("text/event-stream; charset=utf-8")
        // Proxies that gather answers must pass this one on as it comes.
        .header("X-Accel-Buffering", "no")
        .send(Readable.from(frames));
    },
  );
}

const TOO_MANY: Problem = {
  status: 429,
  code: "too_many_streams",
  detail: `A merchant may have ${OWN_STREAMS_MAX} streams of a mode open at once.`,
};

function scopeOf(request: FastifyRequest<{ Querystring: EventStreamQuery }>): EventScope {
  const { merchant, mode } = callerOf(request);
  return { merchantId: merchant.merchantId, mode };
}

async function placeOf(
  { feed }: EventRoutesDeps,
  scope: EventScope,
  text: string | undefined,
): Promise<Result<Position | undefined, Problem>> {
  if (text === undefined) return ok(undefined);
  const eventId = parseEventId(text);
  const position = eventId === undefined ? undefined : await feed.positionOf(scope, eventId);
  if (position !== undefined) return ok(position);
  return refused(invalidField("after", "validation_failed", "must be the id of an event of this merchant and mode"));
}

function openStreams() {
  const open = new Map<AbortController, string>();
  return {
    /** The signal that ends the stream; `undefined` where there are too many. */
    open({ merchantId, mode }: EventScope, reply: FastifyReply): AbortSignal | undefined {
      const owner = `${merchantId} ${mode}`;
      const own = [...open.values()].filter((other) => other === owner).length;
      if (open.size >= STREAMS_MAX || own >= OWN_STREAMS_MAX) return undefined;
      const controller = new AbortController();
      open.set(controller, owner);
      reply.raw.once("close", () => {
        open.delete(controller);
        controller.abort();
      });
      return controller.signal;
    },
    closeAll(): void {
      for (const controller of open.keys()) controller.abort();
    },
  };
}
