import { toIso, type Instant } from "../kernel/clock.ts";
import type { EventId, MerchantId } from "../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";

/** Every kind of event that a merchant may be told of (contract C6). */
export const EVENT_TYPES = [
  "session.expired",
  "payment.pending",
  "payment.processing",
  "payment.authorized",
  "payment.completed",
  "payment.failed",
  "payment.cancelled",
  "refund.pending",
  "refund.succeeded",
  "refund.failed",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export function isEventType(text: string): text is EventType {
  return EVENT_TYPES.some((type) => type === text);
}

/** Whose events: one merchant's, of one mode. */
export type EventScope = { readonly merchantId: MerchantId; readonly mode: Mode };

/** What happened to a session, payment or refund; written with the change, and never changed. */
export type Event = EventScope & {
  readonly eventId: EventId;
  readonly type: string;
  readonly createdAt: Instant;
  /**
   * Its place among the events of its order, or of a session without one, from 1; events that were
   * placed before there were such places have none.
   */
  readonly sequence: number | undefined;
  /** The record at that moment, with the session's metadata. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** The sequence beside the body, for receivers that compare it before they read the body. */
export function sequenceHeader(data: EventDocument["data"]): Readonly<Record<string, string>> {
  const { event_sequence: sequence } = data;
  return typeof sequence === "number" ? { "vezne-event-sequence": sequence.toString() } : {};
}

/** What a webhook carries; the same bytes at every attempt. */
export function eventBody(event: Event): string {
  const { type, createdAt } = event;
  return JSON.stringify({ type, timestamp: toIso(createdAt), data: placedData(event) });
}

/** The record with the event's place beside it. */
export function placedData({ data, sequence }: Event): EventDocument["data"] {
  return sequence === undefined ? data : { ...data, event_sequence: sequence };
}

/** The event as the interface lists and streams it. */
export type EventDocument = {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
};

export function eventDocument(event: Event): EventDocument {
  const { eventId, type, createdAt } = event;
  return { id: eventId, type, timestamp: toIso(createdAt), data: placedData(event) };
}
