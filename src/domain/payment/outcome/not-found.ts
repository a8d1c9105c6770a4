import { later, type Instant } from "../../../kernel/clock.ts";
import type { Capabilities } from "../capabilities.ts";
import type { Attempt } from "../payment.ts";
import { SECOND_NOT_FOUND_MS } from "../timing.ts";

type NotFound = {
  readonly attempt: Pick<Attempt, "notFoundAt">;
  readonly capabilities: Capabilities;
  /** From this moment on, no request of the attempt can be on its way any more. */
  readonly settledAt: Instant;
  readonly now: Instant;
};

export type NotFoundVerdict =
  | { readonly kind: "believed" }
  | {
      readonly kind: "wait";
      /** The first of the inquiries that count; absent before `settledAt`. */
      readonly notFoundAt: Instant | undefined;
      readonly at?: Instant;
    };

/**
 * Decides whether the bank's answer `not_found` is believed. A bank that refuses a request after
 * its undo is believed from `settledAt` on. Other banks are believed only if they give this answer
 * twice after that moment, because some find a payment only minutes after they have booked it. A
 * bank whose inquiry never tells this is never believed.
 */
export function believeNotFound({
  attempt,
  capabilities,
  settledAt,
  now,
}: NotFound): NotFoundVerdict {
  const isTold = capabilities.inquiry.notFound !== "none";
  if (now < settledAt || !isTold) return { kind: "wait", notFoundAt: undefined };
  if (capabilities.undo.blocksLate) return { kind: "believed" };
  const first = attempt.notFoundAt ?? now;
  const secondAt = later(first, SECOND_NOT_FOUND_MS);
  return now >= secondAt ? { kind: "believed" } : { kind: "wait", notFoundAt: first, at: secondAt };
}
