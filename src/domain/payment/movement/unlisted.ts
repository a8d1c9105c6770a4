import { beginningInTurkey, dayInTurkey } from "../../../kernel/calendar-day.ts";
import { DAY, later, type Instant } from "../../../kernel/clock.ts";
import type { Acquirer, Declined, InquiryOutcome, Movement } from "../acquirer.ts";
import { inquiryOf, type LateAnswers } from "../outcome/attempt-watch.ts";
import type { InquiryDeps } from "../outcome/inquiry.ts";
import { believeNotFound } from "../outcome/not-found.ts";
import type { Attempt } from "../payment.ts";
import { DAYS } from "./comparison-span.ts";
import {
  ATTEMPT_KINDS,
  type MovementSource,
  type MovementStore,
  UnlistedAttempts,
} from "./movement.ts";

export type UnlistedDeps = InquiryDeps & {
  readonly movements: MovementStore;
  readonly lateAnswers: LateAnswers;
};

type ComparedSource = {
  readonly source: MovementSource;
  readonly acquirer: Acquirer;
  readonly now: Instant;
};

const NOT_LISTED: Declined = {
  kind: "declined",
  reason: "general_error",
  bankCode: "",
  bankMessage: "The bank does not list this booking any more.",
};

/** Bookings that the bank approved on the days before today; its list strikes those that it has. */
export type UnlistedBookings = {
  strike(movement: Movement): void;
  /** Asks the bank about what is left. */
  ask(): Promise<void>;
};

export const NONE_UNLISTED: UnlistedBookings = {
  strike: () => undefined,
  ask: () => Promise.resolve(),
};

/**
 * Reads the approved bookings of the days before today; those of today may be listed later. It must
 * run before the bank's list is read, so that the list has all of them.
 */
export async function readUnlisted(
  deps: UnlistedDeps,
  compared: ComparedSource,
): Promise<UnlistedBookings> {
  const { source, now } = compared;
  const { movements } = deps;
  const until = beginningInTurkey(dayInTurkey(now));
  const span = { from: later(until, -(DAYS - 1) * DAY), until };
  const approved = await movements.approved(source, span);
  const isBefore = ({ bookedAt, createdAt }: Attempt) => (bookedAt ?? createdAt) < until;
  const changes = new UnlistedAttempts(approved.filter(isBefore));
  // Sales are many, so only their names are kept.
  const sales = new Set(await movements.standingCharges(source, span));
  return {
    strike(movement) {
      changes.strike(movement);
      if (ATTEMPT_KINDS[movement.kind] === "authorize") sales.delete(movement.reference);
    },
    async ask() {
      const charges = await movements.unexplained(source, [...sales]);
      for (const attempt of [...changes.left, ...charges]) await askAbout(deps, compared, attempt);
    },
  };
}

/**
 * Asks about a booking that the bank had approved and does not list. A bank that may find a booking
 * late must say twice that it has none: its amount would be free to be refunded again.
 */
async function askAbout(
  deps: UnlistedDeps,
  { acquirer, now }: ComparedSource,
  attempt: Attempt,
): Promise<void> {
  const found = await acquirer.inquire(await inquiryOf(deps, attempt));
  const answer = await goneBy(deps, { acquirer, now, attempt, found });
  if (answer !== undefined) await deps.lateAnswers[attempt.kind](attempt, answer);
}

async function goneBy(
  { movements }: UnlistedDeps,
  asked: Omit<ComparedSource, "source"> & {
    readonly attempt: Attempt;
    readonly found: InquiryOutcome;
  },
): Promise<Declined | undefined> {
  const { acquirer, now, attempt, found } = asked;
  if (found.kind === "declined") return found;
  if (found.kind === "undone") return NOT_LISTED;
  if (found.kind !== "not_found") {
    if (attempt.notFoundAt !== undefined) await movements.noteNotFound(attempt, undefined);
    return undefined;
  }
  const { capabilities } = acquirer;
  const settledAt = later(attempt.createdAt, capabilities.timeouts.settledMs);
  const belief = believeNotFound({ attempt, capabilities, settledAt, now });
  if (belief.kind === "believed") return NOT_LISTED;
  await movements.noteNotFound(attempt, belief.notFoundAt);
  return undefined;
}
