import type { EventId } from "../kernel/ids.ts";
import type { Event, EventScope } from "./event.ts";

/** A place in the feed: later ones were placed later, whatever the clocks said. */
export type Position = bigint;

export type PlacedEvent = { readonly event: Event; readonly position: Position };

export type FeedQuery = EventScope & {
  readonly after: Position | undefined;
  readonly order: "asc" | "desc";
  /** Only these types; absent: all. */
  readonly types: readonly string[] | undefined;
  readonly limit: number;
};

export type FeedPage = {
  readonly events: readonly PlacedEvent[];
  /** Up to where the feed was looked through; absent where there was nothing to look at. */
  readonly last: { readonly eventId: EventId; readonly position: Position } | undefined;
  /** Whether there is something beyond `last` at this moment. */
  readonly hasMore: boolean;
};

/** Events in the order in which they became visible to everybody, so that no reader misses one. */
export interface EventFeed {
  list(query: FeedQuery): Promise<FeedPage>;
  /** Where an event is; `undefined` for one that is not, or not yet, in this feed. */
  positionOf(scope: EventScope, eventId: EventId): Promise<Position | undefined>;
  /** The last place that was given, in any feed. */
  lastPosition(): Promise<Position>;
}
