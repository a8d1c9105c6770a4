import { money, type Money } from "../../kernel/money.ts";
import type { AlikeAttempt, Approved, InquiryOutcome } from "../payment/acquirer.ts";
import type { MovementStore } from "../payment/movement/movement.ts";
import type { MadeRefund } from "../payment/outcome/attempt-watch.ts";
import { modificationInquiry, type InquiryDeps } from "../payment/outcome/inquiry.ts";
import type { Attempt } from "../payment/payment.ts";

export type SecondRefundDeps = InquiryDeps & {
  readonly movements: Pick<MovementStore, "keep">;
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

type Booking = Pick<Approved, "bankReference" | "bookedAt"> & { readonly amount: Money };

/** A message that a network brings more often than this is no fault of a network. */
const MOST_QUESTIONS = 6;

/**
 * Looks for bookings like that of an approved refund that no refund of ours has, and puts them
 * before a person. Returns false if the bank did not tell.
 */
export async function lookForSecond(deps: SecondRefundDeps, made: MadeRefund): Promise<boolean> {
  const { orderId, amount } = made.attempt;
  const refunds = await refundsOf(deps, orderId);
  // A booking may be that of a refund without an outcome.
  if (refunds.some(isUndecided)) return false;
  const approved = refunds.filter(({ state }) => state === "approved");
  const alike = approved.filter((one) => one.amount.minor === amount.minor).map(booked);
  const bookings: Booking[] = [];
  const found = await ask(deps, made, { alike, bookings });
  const sum = approved.reduce((total, one) => total + one.amount.minor, 0n);
  const surplus = surplusOf(found, sum);
  if (surplus !== undefined) bookings.push(surplus);
  const isSame = JSON.stringify((await refundsOf(deps, orderId)).map(facts));
  if (isSame !== JSON.stringify(refunds.map(facts))) return false;
  for (const booking of bookings) await keep(deps, made, booking);
  return found.kind !== "unknown" || found.refundedSum !== undefined;
}

/**
 * Asks for a booking that is none of `alike` until there is none left. Two that are left can't be
 * told apart, which does not matter here: the inquiry answers once it is about two requests.
 */
async function ask(
  deps: SecondRefundDeps,
  { attempt, acquirer }: MadeRefund,
  { alike, bookings }: { readonly alike: AlikeAttempt[]; readonly bookings: Booking[] },
): Promise<InquiryOutcome> {
  const inquiry = await modificationInquiry(deps, attempt);
  const { createdAt, amount } = attempt;
  const open: AlikeAttempt = { createdAt, outcome: "undecided", bankReference: undefined };
  let others: readonly AlikeAttempt[] = [];
  let found: InquiryOutcome = { kind: "unknown", cause: "not_asked" };
  for (let asked = 0; asked < MOST_QUESTIONS; asked += 1) {
    found = await acquirer.inquire({ ...inquiry, alike: [...alike, ...others] });
    if (found.kind === "approved") {
      const { bankReference, bookedAt } = found;
      // A bank that gives refunds a reference of ours finds the refund itself.
      if (alike.some((one) => one.bankReference === bankReference)) return found;
      bookings.push({ bankReference, bookedAt, amount });
      alike.push({ createdAt, outcome: "approved", bankReference });
      others = [];
    } else if (found.kind === "unknown" && found.isAmbiguous === true) others = [...others, open];
    else return found;
  }
  return found;
}

/** The part of the sum that a bank tells, of a payment's refunds, which is beyond ours. */
function surplusOf(found: InquiryOutcome, oursMinor: bigint): Booking | undefined {
  const sum = found.kind === "unknown" ? found.refundedSum : undefined;
  if (sum === undefined || sum.minor <= oursMinor) return undefined;
  const amount = money(sum.minor - oursMinor, sum.currency);
  return { amount, bankReference: `sum-${sum.minor}`, bookedAt: undefined };
}

async function keep(
  deps: SecondRefundDeps,
  { attempt, payment, acquirer, now }: MadeRefund,
  { amount, bankReference, bookedAt = now }: Booking,
): Promise<void> {
  const { merchantId, orderId, attemptId } = attempt;
  const charge = await deps.modifications.findCharge(orderId);
  const isNew = await deps.movements.keep({
    merchantId,
    orderId,
    amount,
    mode: payment.mode,
    acquirer: acquirer.name,
    // The charge's, so that two refunds of one payment find one booking once.
    reference: charge?.acquirerReference ?? charge?.attemptId ?? orderId,
    kind: "refund",
    bankReference,
    bookedAt,
    foundAt: now,
  });
  if (!isNew) return;
  deps.report("the bank has made a refund a second time; a person must clear it", {
    order_id: orderId,
    attempt_id: attemptId,
    bank_reference: bankReference,
  });
}

function refundsOf(
  { modifications }: SecondRefundDeps,
  orderId: Attempt["orderId"],
): Promise<readonly Attempt[]> {
  return modifications.listKind(orderId, "refund");
}

function isUndecided({ state }: Attempt): boolean {
  return state === "open" || state === "needs_person";
}

function booked({ createdAt, bankReference }: Attempt): AlikeAttempt {
  return { createdAt, outcome: "approved", bankReference };
}

function facts({ attemptId, state }: Attempt): string {
  return `${attemptId} ${state}`;
}
