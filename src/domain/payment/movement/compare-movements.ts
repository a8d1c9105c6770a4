import { dayInTurkey } from "../../../kernel/calendar-day.ts";
import { DAY, HOUR, later, MINUTE, type Clock, type Instant } from "../../../kernel/clock.ts";
import { slicesOf } from "../../../kernel/slices.ts";
import type { Clocks } from "../../merchant/clocks.ts";
import type { Acquirer, Movement } from "../acquirer.ts";
import type { AcquirerDirectory } from "../acquirer-directory.ts";
import { daysFor, sinceOf } from "./comparison-span.ts";
import { inquiryOf } from "../outcome/attempt-watch.ts";
import type { OrderId } from "../../../kernel/ids.ts";
import { errorMessage } from "../../../kernel/thrown.ts";
import { type DueSource, explain } from "./movement.ts";
import type { Attempt } from "../payment.ts";
import type { RestorationGuard } from "../restoration.ts";
import { NONE_UNLISTED, readUnlisted, type UnlistedDeps } from "./unlisted.ts";

export type CompareMovementsDeps = UnlistedDeps & {
  readonly restored: Pick<RestorationGuard, "last" | "isOpen">;
  /** Reloads the mark of restored data. */
  readonly learnRestored: () => Promise<void>;
  readonly clock: Clock;
  readonly clocks: Clocks;
  readonly acquirers: AcquirerDirectory;
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

const EVERY_MS = HOUR;
const ROUND = 20;
/** After a restore an operator waits for the comparison. */
const RESTORED_EVERY_MS = MINUTE;
/** The bookings that are compared together; the work on them takes a few milliseconds. */
const TOGETHER = 100;

/**
 * Asks the banks that can list their bookings for those of the last days, and compares them with
 * the attempts in both directions. The reasons are in docs/decisions/bank-movements.md.
 */
export async function compareMovements(deps: CompareMovementsDeps): Promise<boolean> {
  const now = deps.clock.now();
  // The clock is read first: if the data are restored in between, this comparison is noted as
  // older than the restore, and its connections are compared again.
  await deps.learnRestored();
  const { isOpen, last } = deps.restored;
  const sources = await deps.movements.claim({
    now,
    nextAt: later(now, isOpen ? RESTORED_EVERY_MS : EVERY_MS),
    limit: ROUND,
    restoredAt: isOpen ? last?.restoredAt : undefined,
  });
  await Promise.all(
    sources.map(async (source) => {
      try {
        await compareSource(deps, source, now);
      } catch (error) {
        deps.report("the bookings of a bank could not be compared", {
          acquirer: source.acquirer,
          merchant_id: source.merchantId,
          error: errorMessage(error),
        });
      }
    }),
  );
  return sources.length === ROUND;
}

type Comparison = {
  readonly source: DueSource;
  readonly acquirer: Acquirer;
  readonly now: Instant;
};

async function compareSource(
  deps: CompareMovementsDeps,
  source: DueSource,
  at: Instant,
): Promise<void> {
  const acquirer = await deps.acquirers.byName(source.acquirer);
  const now = deps.clocks.now(source);
  const { movements: store } = deps;
  if (acquirer.movements === undefined) return store.noteCompared(source, { at, hasList: false });
  const open: Comparison = { source, acquirer, now };
  const days = daysFor(deps.restored, open);
  // The attempts are read before the bank's list, so that the list has all their bookings.
  const unlisted = days > 1 ? await readUnlisted(deps, open) : NONE_UNLISTED;
  let listedTo = sinceOf(open, days) === undefined ? undefined : source.listedTo;
  let isAnswered = true;
  const isComplete = await eachPart(open, days, async (movements) => {
    for (const movement of movements) {
      unlisted.strike(movement);
      if (listedTo === undefined || movement.bookedAt > listedTo) listedTo = movement.bookedAt;
    }
    if (!(await explainAll(deps, open, movements))) isAnswered = false;
  });
  if (!isComplete) return;
  await unlisted.ask();
  // Once a day; the watch of the connection keeps the answer.
  if (days > 1) await acquirer.cards?.();
  // In an hour, bookings about which the bank did not answer are read and asked about again.
  await store.noteCompared(source, {
    at,
    hasList: true,
    daysAt: days > 1 && isAnswered ? now : undefined,
    listedTo: isAnswered ? listedTo : source.listedTo,
  });
}

/** Returns false if the bank left a question about one of the bookings unanswered. */
async function explainAll(
  deps: CompareMovementsDeps,
  open: Comparison,
  movements: readonly Movement[],
): Promise<boolean> {
  const unmatched = await deps.movements.unmatched(open.source, movements);
  if (unmatched.length === 0) return true;
  let isAnswered = true;
  const references = unmatched.flatMap(({ reference, original = reference }) => [
    reference,
    original,
  ]);
  const orders = await deps.movements.named(open.source, references);
  for (const movement of unmatched) {
    const found = explain(movement, orders.get(movement.reference) ?? []);
    if (found.kind === "unknown") {
      const [changed] = orders.get(movement.original ?? "") ?? [];
      const orderId = found.orderId ?? changed?.orderId;
      await keep(deps, open, { orderId, movement });
    }
    if (found.kind === "failed" && !(await askAgain(deps, open, { ...found, movement }))) {
      isAnswered = false;
    }
  }
  return isAnswered;
}

/** Reads the bank's list of some days in parts; returns false if the list is not complete. */
async function eachPart(
  open: Comparison,
  days: number,
  use: (movements: readonly Movement[]) => Promise<void>,
): Promise<boolean> {
  const { acquirer, now } = open;
  const { merchantId } = open.source;
  const since = sinceOf(open, days);
  for (let back = days - 1; back >= 0; back -= 1) {
    const day = dayInTurkey(later(now, -back * DAY));
    let page: string | undefined;
    do {
      const list = await acquirer.movements?.({ merchantId, day, since, page });
      if (list === undefined || list.kind === "unknown") return false;
      for (const part of slicesOf(list.movements, TOGETHER)) await use(part);
      page = list.next;
    } while (page !== undefined);
  }
  return true;
}

type Unknown = { readonly movement: Movement; readonly orderId: OrderId | undefined };

async function keep(
  deps: CompareMovementsDeps,
  { source, now, acquirer: bank }: Comparison,
  { movement, orderId }: Unknown,
): Promise<void> {
  // Test terminals are published by banks, so bookings of foreign orders are those of others.
  if (bank.isLiveTerminal === false && orderId === undefined) return;
  const isNew = await deps.movements.keep({ ...source, ...movement, orderId, foundAt: now });
  if (!isNew) return;
  const { acquirer, merchantId } = source;
  const { reference, kind, bankReference } = movement;
  deps.report("the bank has a booking that the service does not know; a person must clear it", {
    acquirer,
    merchant_id: merchantId,
    reference,
    kind,
    bank_reference: bankReference,
  });
}

/**
 * Asks about an attempt that had failed, because the bank lists a booking of it. Returns false if
 * the answer is unknown.
 */
async function askAgain(
  deps: CompareMovementsDeps,
  open: Comparison,
  { movement, attempt }: { readonly movement: Movement; readonly attempt: Attempt },
): Promise<boolean> {
  const found = await open.acquirer.inquire(await inquiryOf(deps, attempt));
  if (found.kind === "approved") await deps.lateAnswers[attempt.kind](attempt, found);
  // The bank's list and its inquiry contradict each other, so a person must look at the booking.
  if (found.kind === "not_found") await keep(deps, open, { ...attempt, movement });
  return found.kind !== "unknown";
}
