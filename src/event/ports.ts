import type { Claimed } from "../job/ports.ts";
import type { Instant } from "../kernel/clock.ts";
import type { EndpointId, EventId, MerchantId } from "../kernel/ids.ts";
import type { KeyedAnswer } from "../kernel/keyed-answer.ts";
import type { Result } from "../kernel/result.ts";
import type { Place } from "../merchant/clocks.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { Delivery, DeliveryAnswer, DeliveryState, Verdict } from "./delivery.ts";
import type { DisabledReason, Endpoint, EndpointSecret } from "./endpoint.ts";
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

export type WebhookRequest = {
  readonly url: string;
  /** Decides which addresses may be reached. */
  readonly mode: Mode;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Posts to a merchant's address; never throws for what the network or the receiver does. */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<DeliveryAnswer>;
  /** As `send`, but sends nothing where `may` says no right before the first byte would leave. */
  sendWhile(may: () => boolean, request: WebhookRequest): Promise<DeliveryAnswer | "not_sent">;
}

/** A delivery that is leased to this process, and may not be readable. */
export type ClaimedDelivery = Claimed<Delivery> & {
  readonly endpointId: EndpointId;
  readonly eventId: EventId;
  readonly place: Place;
  /** Whether its endpoint fails, and gets fewer attempts at once. */
  readonly isFailing: boolean;
  readonly leaseUntil: Instant;
};

export type Hindrance = Pick<DeliveryOutcome, "now" | "nextDueAt"> & {
  readonly until: Instant | "given_up";
};

/** Who may be tried next, so that no endpoint and no merchant takes the others' turn. */
export type ClaimRequest = {
  readonly now: Instant;
  readonly leaseUntil: Instant;
  /** How many the caller has room for; a merchant gets one only while it holds fewer than that. */
  readonly limit: number;
  /** Of `limit`, at most so many to endpoints that fail; shared among merchants likewise. */
  readonly failingLimit: number;
  readonly perEndpoint: number;
  readonly perFailingEndpoint: number;
  /** What endpoints have used up of what each may have at once. */
  readonly used: ReadonlyMap<EndpointId, number>;
  /** What the caller has under way. */
  readonly held: ReadonlyMap<MerchantId, Held>;
};

/** Deliveries of a merchant that are under way, and how many of them to endpoints that fail. */
export type Held = { readonly all: number; readonly failing: number };

export type AttemptRecord = {
  readonly startedAt: Instant;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly answer: DeliveryAnswer;
};

export type DeliveryOutcome = {
  readonly attempt: AttemptRecord;
  readonly verdict: Verdict;
  readonly now: Instant;
  /** When those that waited for it are due; by the real time, which claims go by. */
  readonly nextDueAt: Instant;
};

export interface DeliveryStore {
  /**
   * Leases deliveries whose time has come. Of each payment the earliest undelivered event comes
   * first, and alone.
   */
  claimDue(request: ClaimRequest): Promise<readonly ClaimedDelivery[]>;
  /** Writes an attempt down with all that follows from it. */
  recordOutcome(delivery: Delivery, outcome: DeliveryOutcome): Promise<void>;
  /** Lets a delivery that a fault of the service hinders wait, or gives it up; not an attempt. */
  hinder(delivery: ClaimedDelivery, hindrance: Hindrance): Promise<void>;
}

/** A delivery as people look at it. */
export type DeliveryEntry = {
  readonly endpointId: EndpointId;
  readonly eventId: EventId;
  readonly type: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When the next attempt comes. */
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

/** Which events are to be delivered again. */
export type ResendRequest = EventScope & {
  readonly endpointId: EndpointId;
  readonly now: Instant;
  readonly events:
    | { readonly kind: "one"; readonly eventId: EventId }
    /** All since a moment; `undelivered` leaves out what has arrived. */
    | { readonly kind: "since"; readonly at: Instant; readonly undelivered: boolean };
};

/** What was delivered and what was not, and sending again. */
export interface DeliveryLog {
  /** Newest first. */
  list(query: DeliveryQuery): Promise<readonly DeliveryEntry[]>;
  /** Every attempt of one event, oldest first. */
  attempts(endpointId: EndpointId, eventId: EventId): Promise<readonly AttemptEntry[]>;
  /** How many deliveries begin anew, their attempts counted from the first. */
  resend(request: ResendRequest): Promise<number>;
  /** Forgets some attempts and deliveries that ended before a moment; whether there may be more. */
  forget(before: Instant): Promise<boolean>;
}

/** Whether webhooks of a mode may go to a host; the refusal says what would be right. */
export interface HostCheck {
  check(hostname: string, scope: EventScope): Promise<Result<undefined, string>>;
}

export interface EndpointStore {
  /**
   * Writes an endpoint, and with it the answer of a call with an `Idempotency-Key`.
   * @throws KeyTakenOver where the key is another call's by now.
   */
  create(endpoint: Endpoint, answer?: KeyedAnswer): Promise<void>;
  find(endpointId: EndpointId): Promise<Endpoint | undefined>;
  /** All of a merchant, oldest first. */
  list(
    scope: Pick<EventScope, "merchantId"> & { readonly mode?: Mode },
  ): Promise<readonly Endpoint[]>;
  replaceSecrets(endpointId: EndpointId, secrets: readonly EndpointSecret[]): Promise<void>;
  /** Its undelivered events wait. */
  disable(endpointId: EndpointId, disabled: { reason: DisabledReason; at: Instant }): Promise<void>;
  /** What waited is due at once. */
  enable(endpointId: EndpointId, now: Instant): Promise<void>;
  /** With its deliveries and their log. */
  remove(endpointId: EndpointId): Promise<void>;
}
