import { toIso, type Instant } from "../kernel/clock.ts";
import type { EventId, MerchantId } from "../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";

/** Every kind of event that a merchant may be told of (contract 6). */
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
  /** The record at that moment, with the session's metadata. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** What a webhook carries; the same bytes at every attempt. */
export function eventBody(event: Event): string {
  const { type, createdAt, data } = event;
  return JSON.stringify({ type, timestamp: toIso(createdAt), data });
}

/** The event as the interface lists and streams it. */
export type EventDocument = {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
};

export function eventDocument(event: Event): EventDocument {
  const { eventId, type, createdAt, data } = event;
  return { id: eventId, type, timestamp: toIso(createdAt), data };
}
