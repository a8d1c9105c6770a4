import { DAY, type Instant } from "../../kernel/clock.ts";
import type { Random } from "../../kernel/random.ts";
import type { DisabledReason, Endpoint } from "./endpoint.ts";
import type { Event } from "./event.ts";
import { nextAttemptAt, readRetryAfter, SCHEDULE_MS } from "./schedule.ts";

/** The real time, in ms, for which ended deliveries and their attempts are kept. */
export const DELIVERY_LOG_KEPT_MS = 30 * DAY;

/** An event on its way to one endpoint, leased to one process for one attempt. */
export type Delivery = {
  readonly event: Event;
  readonly endpoint: Endpoint;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  /** Until this moment no other process may take the delivery over. */
  readonly leaseUntil: Instant;
};

export const DELIVERY_STATES = [
  "waiting",
  /** An attempt is under way, or its lease has not ended. */
  "sending",
  "delivered",
  /** Given up after the last attempt; a person can have it sent again. */
  "failed",
  /** The endpoint was disabled before the event was delivered. */
  "paused",
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The receiver's answer to one attempt. */
export type DeliveryAnswer =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      /**
       * The first 2 KiB; absent where the body is not kept, such as for a receiver on this machine.
       */
      readonly body: string | undefined;
      readonly durationMs: number;
    }
  /** `error` is a short name such as `timeout`. */
  | { readonly kind: "unanswered"; readonly error: string; readonly durationMs: number };

/** True if the receiver has taken the event: its answer is any 2xx. */
export function isTaken(answer: DeliveryAnswer): boolean {
  return answer.kind === "answered" && answer.status >= 200 && answer.status < 300;
}

export type Verdict =
  | { readonly kind: "delivered" }
  | { readonly kind: "retry"; readonly at: Instant }
  | { readonly kind: "given_up"; readonly disables: DisabledReason | undefined }
  /** The receiver wants no more events; the rest waits until the endpoint is enabled again. */
  | { readonly kind: "gone" };

/**
 * The endpoint is disabled once its failures have lasted this long in ms: the length of the whole
 * retry schedule (RETRY_DELAYS_MS in schedule.ts), in whole days.
 */
const HOPELESS_AFTER_MS = Math.floor(SCHEDULE_MS / DAY) * DAY;

type VerdictFacts = {
  readonly now: Instant;
  /** The real time, with which a `Retry-After` date is compared. */
  readonly realNow: Instant;
  readonly random: Random;
};

/**
 * Turns a receiver's answer into a verdict: any 2xx is delivered, a redirect is a failure, and 410
 * disables the endpoint.
 */
export function verdictOn(
  delivery: Delivery,
  answer: DeliveryAnswer,
  { now, realNow, random }: VerdictFacts,
): Verdict {
  if (isTaken(answer)) return { kind: "delivered" };
  const answered = answer.kind === "answered" ? answer : undefined;
  if (answered?.status === 410) return { kind: "gone" };
  const at = nextAttemptAt(random, {
    attempt: delivery.attempt,
    at: now,
    retryAfterMs: readRetryAfter(answered?.headers["retry-after"], realNow),
  });
  if (at !== undefined) return { kind: "retry", at };
  const { failingSince } = delivery.endpoint;
  const isHopeless = failingSince !== undefined && now - failingSince >= HOPELESS_AFTER_MS;
  return { kind: "given_up", disables: isHopeless ? "failing" : undefined };
}
