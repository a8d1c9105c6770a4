import { eventDocument, type EventScope } from "../../domain/event/event.ts";
import type { EventFeed, FeedPlace } from "../../domain/event/ports.ts";

/**
 * The longest pause between two checks of the key; after a pause without an event a heartbeat is
 * sent. It is short enough that proxies keep the connection and a revoked key's stream ends soon.
 */
const HEARTBEAT_MS = 15_000;
const RECONNECT_MS = 2_000;
const PAGE = 100;

export type StreamSubscription = {
  wait(timeoutMs: number): Promise<boolean>;
  close(): void;
};

export type StreamDeps = {
  readonly feed: Pick<EventFeed, "list">;
  readonly watch: { subscribe(): StreamSubscription };
};

export type StreamRequest = {
  readonly scope: EventScope;
  readonly after: FeedPlace;
  readonly types: readonly string[] | undefined;
  readonly signal: AbortSignal;
  /** True while the caller's key is in force. */
  readonly isAllowed: () => Promise<boolean>;
};

/** The event feed as server-sent events: each id once, in order, until the client disconnects. */
export async function* streamEvents(
  { feed, watch }: StreamDeps,
  { scope, after, types, signal, isAllowed }: StreamRequest,
): AsyncGenerator<string> {
  const subscription = watch.subscribe();
  signal.addEventListener("abort", () => subscription.close());
  try {
    // The id without data makes a client that loses the connection before its first event continue
    // here. Otherwise it would begin at the time of its return, and miss the events before.
    yield `retry: ${RECONNECT_MS}\n: connected\nid: ${after.eventId}\n\n`;
    let { position } = after;
    while (!signal.aborted) {
      const hasNews = await subscription.wait(HEARTBEAT_MS);
      if (signal.aborted || !(await isAllowed())) return;
      if (!hasNews) yield ": heartbeat\n\n";
      for (let hasMore = hasNews; hasMore && !signal.aborted;) {
        const page = await feed.list({
          ...scope,
          after: position,
          order: "asc",
          types,
          limit: PAGE,
        });
        for (const { event } of page.events) yield frame(eventDocument(event));
        position = page.last?.position ?? position;
        hasMore = page.hasMore;
      }
    }
  } finally {
    subscription.close();
  }
}

/** `JSON.stringify` writes no line feed, so one `data` line holds an event. */
function frame(document: { readonly id: string; readonly type: string }): string {
  return `id: ${document.id}\nevent: ${document.type}\ndata: ${JSON.stringify(document)}\n\n`;
}
