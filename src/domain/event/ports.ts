import type { Claimed } from "../job/ports.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { EndpointId, EventId, MerchantId, OrderId } from "../../kernel/ids.ts";
import type { KeyedAnswer } from "../../kernel/keyed-answer.ts";
import type { Money } from "../../kernel/money.ts";
import type { Result } from "../../kernel/result.ts";
import type { Place } from "../merchant/clocks.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { Delivery, DeliveryAnswer, DeliveryState, Verdict } from "./delivery.ts";
import type { DisabledReason, Endpoint, EndpointSecret } from "./endpoint.ts";
import type { Event, EventScope } from "./event.ts";

/**
 * A position in the feed. A higher position was given later, independently of any clock
 * (docs/decisions/event-feed.md).
 */
export type Position = bigint;

export type PlacedEvent = { readonly event: Event; readonly position: Position };

export type FeedQuery = EventScope & {
  readonly after: Position | undefined;
  readonly order: "asc" | "desc";
  /** Only these types; absent: all. */
  readonly types: readonly string[] | undefined;
  readonly limit: number;
};

/** An event of the feed, after which a reader continues. */
export type FeedPlace = { readonly eventId: EventId; readonly position: Position };

export type FeedPage = {
  readonly events: readonly PlacedEvent[];
  /** The last event that the query examined; absent if there was none. */
  readonly last: FeedPlace | undefined;
  /** True if there are events beyond `last`, in the order of the query, at this moment. */
  readonly hasMore: boolean;
};

/**
 * Events in the order in which they became visible to every reader, so that no reader misses one.
 * docs/decisions/event-feed.md explains the order.
 */
export interface EventFeed {
  list(query: FeedQuery): Promise<FeedPage>;
  /**
   * Returns the position of an event, or undefined if it is not in this feed, or has no position
   * yet. The position of `idBeforeEvents` is 0.
   */
  positionOf(scope: EventScope, eventId: EventId): Promise<Position | undefined>;
  /**
   * Returns the place from which a reader goes on who has read an event that restored data lack, or
   * undefined if the data were never restored or have the event.
   */
  placeBeforeLost(scope: EventScope, eventId: EventId): Promise<FeedPlace | undefined>;
  /** Returns the place of the last event of this feed, or of `idBeforeEvents` if it has none. */
  lastPlaceOf(scope: EventScope): Promise<FeedPlace>;
  /** Returns a number that grows with each event of any feed. */
  growth(): Promise<bigint>;
}

export type WebhookRequest = {
  readonly url: string;
  /** Decides the addresses that may be called. */
  readonly mode: Mode;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Posts to a merchant's address; never throws because of the network or the receiver. */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<DeliveryAnswer>;
  /** Like `send`, but sends nothing if `may` returns false immediately before the first byte. */
  sendWhile(may: () => boolean, request: WebhookRequest): Promise<DeliveryAnswer | "not_sent">;
}

/**
 * A delivery that is leased to this process; `read` may throw, and then only this delivery fails.
 */
export type ClaimedDelivery = Claimed<Delivery> & {
  readonly endpointId: EndpointId;
  readonly eventId: EventId;
  readonly place: Place;
  /**
   * True from the endpoint's first failed attempt after a success (`failingSince` is set). The
   * store throttles an endpoint only after several failures in a row.
   */
  readonly isFailing: boolean;
  readonly leaseUntil: Instant;
};

export type Hindrance = Pick<DeliveryOutcome, "now" | "nextDueAt"> & {
  readonly until: Instant | "given_up";
};

/**
 * Limits of a claim, so that no endpoint and no merchant takes the share of the others
 * (docs/decisions/fair-shares.md).
 */
export type ClaimRequest = {
  readonly now: Instant;
  readonly leaseUntil: Instant;
  /**
   * The most deliveries to claim: the caller has this many free slots. A merchant gets another
   * delivery only while fewer of its deliveries are under way than slots are still free.
   */
  readonly limit: number;
  /**
   * The most deliveries, within `limit`, to throttled endpoints (five failures in a row); merchants
   * share them by the same rule.
   */
  readonly throttledLimit: number;
  /** The most simultaneous deliveries to one endpoint. */
  readonly perEndpoint: number;
  /** The most simultaneous deliveries to one throttled endpoint. */
  readonly perThrottledEndpoint: number;
  /** The number of places of each endpoint that its deliveries take already. */
  readonly used: ReadonlyMap<EndpointId, number>;
  /** The deliveries that the caller has under way, by merchant. */
  readonly underWay: ReadonlyMap<MerchantId, DeliveriesUnderWay>;
};

/**
 * A merchant's deliveries under way; `failing` counts those whose endpoint was failing when they
 * were claimed.
 */
export type DeliveriesUnderWay = { readonly all: number; readonly failing: number };

export type AttemptRecord = {
  readonly startedAt: Instant;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly answer: DeliveryAnswer;
};

export type DeliveryOutcome = {
  readonly attempt: AttemptRecord;
  readonly verdict: Verdict;
  readonly now: Instant;
  /**
   * The due time of the later deliveries of this lane, unless this delivery is to be repeated; in
   * real time, because claims compare due times with the real time.
   */
  readonly nextDueAt: Instant;
};

export interface DeliveryStore {
  /**
   * Leases deliveries that are due. A lane is the ordered deliveries of one endpoint for one
   * payment; only its earliest undelivered event is leased, so that a payment's events arrive one
   * after another. While a delivery is under way, its due time is the end of its lease: if the
   * process dies, the delivery becomes due again and another process takes it over. The shares of
   * merchants and endpoints are explained in docs/decisions/fair-shares.md.
   */
  claimDue(request: ClaimRequest): Promise<readonly ClaimedDelivery[]>;
  /** Writes an attempt, and its consequences for the delivery, its lane and its endpoint. */
  recordOutcome(delivery: Delivery, outcome: DeliveryOutcome): Promise<void>;
  /**
   * Postpones or gives up a delivery that a failure of the service prevents; such a failure is not
   * counted as an attempt.
   */
  hinder(delivery: ClaimedDelivery, hindrance: Hindrance): Promise<void>;
}

/** A delivery as the panel and the command line show it. */
export type DeliveryEntry = {
  readonly endpointId: EndpointId;
  readonly eventId: EventId;
  readonly type: string;
  /** Absent for an event of a session without a payment. */
  readonly orderId: OrderId | undefined;
  /** The amount of the event's session, payment or refund. */
  readonly amount: Money | undefined;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** The due time of the next attempt. */
  readonly dueAt: Instant | undefined;
  readonly createdAt: Instant;
  readonly endedAt: Instant | undefined;
  readonly last: AttemptEntry | undefined;
};

export type AttemptEntry = AttemptRecord & { readonly number: number };

export type DeliveryQuery = EventScope & {
  readonly endpointId: EndpointId | undefined;
  readonly state: DeliveryState | undefined;
  readonly limit: number;
};

/** Selects the events that are to be delivered again. */
export type ResendRequest = EventScope & {
  readonly endpointId: EndpointId;
  readonly now: Instant;
  readonly events:
    | { readonly kind: "one"; readonly eventId: EventId }
    /** All events since a moment; `undelivered` leaves out those that were delivered. */
    | { readonly kind: "since"; readonly at: Instant; readonly undelivered: boolean };
};

/** Lists deliveries and their attempts, and repeats deliveries. */
export interface DeliveryLog {
  /** Lists deliveries, newest first. */
  list(query: DeliveryQuery): Promise<readonly DeliveryEntry[]>;
  /** All attempts at one event, oldest first. */
  attempts(endpointId: EndpointId, eventId: EventId): Promise<readonly AttemptEntry[]>;
  /** Starts deliveries anew, with attempts counted from 1 again. Returns their number. */
  resend(request: ResendRequest): Promise<number>;
  /**
   * Deletes some attempts and deliveries that ended before a moment. Returns true if there may be
   * more.
   */
  forget(before: Instant): Promise<boolean>;
}

/** Decides whether webhooks of a mode may go to a host; the refusal names the valid form. */
export interface HostCheck {
  check(hostname: string, scope: EventScope): Promise<Result<undefined, string>>;
  /** True if the receivers of a mode may be on this machine, and then need no https. */
  mayBeHere(mode: Mode): boolean;
}

export interface EndpointStore {
  /**
   * Writes an endpoint and, in the same commit, the answer of a call with an `Idempotency-Key`.
   * @throws KeyTakenOver if another call has taken the key over since this one began.
   */
  create(endpoint: Endpoint, answer?: KeyedAnswer): Promise<void>;
  find(endpointId: EndpointId): Promise<Endpoint | undefined>;
  /** All endpoints of a merchant, oldest first. */
  list(
    scope: Pick<EventScope, "merchantId"> & { readonly mode?: Mode },
  ): Promise<readonly Endpoint[]>;
  /**
   * Replaces the secrets of an endpoint by those that `change` returns; no other change comes
   * between. Resolves to false if there is no such endpoint.
   */
  changeSecrets(
    endpointId: EndpointId,
    change: (endpoint: Endpoint) => readonly EndpointSecret[],
  ): Promise<boolean>;
  /** Disables an endpoint; its undelivered events wait. */
  disable(endpointId: EndpointId, disabled: { reason: DisabledReason; at: Instant }): Promise<void>;
  /** Enables an endpoint; its waiting deliveries are due at once. */
  enable(endpointId: EndpointId, now: Instant): Promise<void>;
  /** Deletes an endpoint with its deliveries and their log. */
  remove(endpointId: EndpointId): Promise<void>;
}
