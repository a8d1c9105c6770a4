import { DAY, type Instant } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import type { DisabledReason, Endpoint } from "./endpoint.ts";
import type { Event } from "./event.ts";
import { nextAttemptAt, readRetryAfter } from "./schedule.ts";

/** An event on its way to one endpoint, leased to one process for one attempt. */
export type Delivery = {
  readonly event: Event;
  readonly endpoint: Endpoint;
  /** Of this attempt, from 1. */
  readonly attempt: number;
  /** Until when nobody else tries. */
  readonly leaseUntil: Instant;
};

export type DeliveryState =
  | "waiting"
  /** An attempt is under way. */
  | "sending"
  | "delivered"
  /** Given up after the last attempt; can be sent again by hand. */
  | "failed"
  /** Its endpoint was disabled before it was delivered. */
  | "paused";

/** What came of one attempt. */
export type DeliveryAnswer =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      /** The first 2 KiB; absent where they are not kept, as those of a program of this machine. */
      readonly body: string | undefined;
      readonly durationMs: number;
    }
  /** `error` is a short name such as `timeout`. */
  | { readonly kind: "unanswered"; readonly error: string; readonly durationMs: number };

export type Verdict =
  | { readonly kind: "delivered" }
  | { readonly kind: "retry"; readonly at: Instant }
  | { readonly kind: "given_up"; readonly disables: DisabledReason | undefined }
  /** What is left for the endpoint waits until it is enabled again. */
  | { readonly kind: "gone" };

/** As long as the whole schedule of retries takes, and nothing came through meanwhile. */
const HOPELESS_AFTER_MS = 3 * DAY;

type JudgedBy = {
  readonly now: Instant;
  /** What a receiver's `Retry-After` is compared with. */
  readonly realNow: Instant;
  readonly random: Random;
};

/** Any 2xx is delivered; a redirect is a failure; 410 says that nobody wants more. */
export function judge(
  delivery: Delivery,
  answer: DeliveryAnswer,
  { now, realNow, random }: JudgedBy,
): Verdict {
  const status = answer.kind === "answered" ? answer.status : 0;
  if (status >= 200 && status < 300) return { kind: "delivered" };
  if (status === 410) return { kind: "gone" };
  const asked = answer.kind === "answered" ? answer.headers["retry-after"] : undefined;
  const at = nextAttemptAt(random, {
    attempt: delivery.attempt,
    at: now,
    retryAfterMs: readRetryAfter(asked, realNow),
  });
  if (at !== undefined) return { kind: "retry", at };
  const { failingSince } = delivery.endpoint;
  const isHopeless = failingSince !== undefined && now - failingSince >= HOPELESS_AFTER_MS;
  return { kind: "given_up", disables: isHopeless ? "failing" : undefined };
}
