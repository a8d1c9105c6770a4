import { toIso, type Instant } from "../../kernel/clock.ts";
import type { EventId, MerchantId } from "../../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";

/** Every type of event (contract C6). */
export const EVENT_TYPES = [
  "session.expired",
  "payment.pending",
  "payment.processing",
  "payment.authorized",
  "payment.hold_expiring",
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

/** The owner of events: one merchant in one mode. */
export type EventScope = { readonly merchantId: MerchantId; readonly mode: Mode };

/**
 * A fact about a session, payment or refund. It is written in the commit of the change and never
 * altered.
 */
export type Event = EventScope & {
  readonly eventId: EventId;
  readonly type: string;
  readonly createdAt: Instant;
  /** Number of the event within its order, or within its session if it has no order, from 1. */
  readonly sequence: number;
  /** The record at that moment, with the session's metadata. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** Returns the sequence as a header, for receivers that compare it before they read the body. */
export function sequenceHeader(data: EventDocument["data"]): Readonly<Record<string, string>> {
  const { event_sequence: sequence } = data;
  return typeof sequence === "number" ? { "vezne-event-sequence": sequence.toString() } : {};
}

/** Returns the body of a webhook; every attempt sends the same bytes. */
export function eventBody(event: Event): string {
  const { type, createdAt } = event;
  return JSON.stringify({ type, timestamp: toIso(createdAt), data: placedData(event) });
}

/** Returns the event's data with its sequence. */
export function placedData({ data, sequence }: Event): EventDocument["data"] {
  return { ...data, event_sequence: sequence };
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
