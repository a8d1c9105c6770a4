import type { Session } from "../session/session.ts";
import type { Instant } from "../../kernel/clock.ts";
import { newEventId } from "../../kernel/ids.ts";
import type { Money } from "../../kernel/money.ts";
import type { Random } from "../../kernel/random.ts";
import { postingsOf, type PostedAmounts, type Posting } from "../ledger/posting.ts";
import { reversalOf } from "../ledger/reversal.ts";
import type { DeclineReason } from "./decline.ts";
import { announcedAt } from "./hold-term.ts";
import { movedPayment, type Payment } from "./payment.ts";
import type { Change, PaymentEventData } from "./ports.ts";
import type { AttemptChange } from "./attempt-change.ts";
import { paymentEventData } from "./record.ts";
import { keepsSession, next, PUBLIC_STATUS, type PaymentEvent } from "./states.ts";
import { EVENT_OF_STATUS } from "./status-event.ts";
import { assert } from "../../kernel/assert.ts";

/** A planned move: the payment after it, and the change that writes it. */
export type PlannedMove = { readonly payment: Payment; readonly change: Change };

export type MoveFacts = {
  readonly event: PaymentEvent;
  readonly at: Instant;
  readonly attempt: AttemptChange;
  readonly declineReason?: DeclineReason | undefined;
  /** The amount that a capture takes from the preauthorised amount, or that a transfer brought. */
  readonly captured?: Money;
  /** The end of the hold that an authorization begins. */
  readonly captureBefore?: Instant | undefined;
  /** The acquirer's commission and value date of the money taken, if they are known. */
  readonly expected?: Pick<PostedAmounts, "commission" | "valueDate"> | undefined;
  readonly answer?: Change["answer"];
  /** The postings that the attempt has already, if the bank changed its answer. */
  readonly posted?: readonly Posting[] | undefined;
};

/**
 * Plans the move of a payment that an event causes. Callers check the transition table before they
 * call a bank, so an event that the payment's state does not accept is an error in the code and
 * throws.
 */
export function planMove(
  source: { readonly payment: Payment; readonly session: Session; readonly random: Random },
  facts: MoveFacts,
): PlannedMove {
  const { payment: before } = source;
  const move = next(before.state, facts.event);
  assert(move.ok, `a payment that is ${before.state} can't take ${facts.event}`);
  const payment = movedPayment(before, {
    state: move.value,
    updatedAt: facts.at,
    declineReason: facts.declineReason,
    capturedMinor: capturedMinorOf(before, facts),
    captureBefore: facts.captureBefore ?? before.captureBefore,
  });
  const change: Change = {
    merchantId: before.merchantId,
    orderId: before.orderId,
    sessionId: before.sessionId,
    paymentCreatedAt: before.createdAt,
    mode: before.mode,
    event: facts.event,
    from: before.state,
    to: move.value,
    at: facts.at,
    attempt: facts.attempt,
    declineReason: facts.declineReason,
    capturedMinor: payment.capturedMinor,
    hold: holdOf(payment, facts),
    postings: postingsOfMove(payment, facts),
    firstLine: facts.posted?.length,
    cardFate: cardFateOf(payment, facts.event),
    eventData: eventOf(before, payment, source),
    answer: facts.answer,
  };
  return { payment, change };
}

function capturedMinorOf(before: Payment, facts: MoveFacts): bigint {
  if (facts.event === "charged" || facts.event === "transfer_matched") {
    return before.chargedAmount.minor;
  }
  if (facts.event === "capture_failed" || facts.event === "charge_undone") return 0n;
  return facts.captured?.minor ?? before.capturedMinor;
}

/** A hold is watched from its beginning, and again if the bank takes a capture of it back. */
function holdOf({ captureBefore }: Payment, { event, at }: MoveFacts): Change["hold"] {
  if (event !== "held" && event !== "capture_failed") return undefined;
  if (captureBefore === undefined) return undefined;
  const lookAt = announcedAt(captureBefore);
  return { captureBefore, lookAt: lookAt < at ? at : lookAt };
}

function cardFateOf({ cardToken }: Payment, event: PaymentEvent): Change["cardFate"] {
  if (cardToken === undefined) return undefined;
  if (event === "charged" || event === "held") return "kept";
  return keepsSession(event) ? undefined : "erased";
}

function postingsOfMove({ chargedAmount }: Payment, facts: MoveFacts): readonly Posting[] {
  const { event, captured } = facts;
  switch (event) {
    case "held":
    case "voided":
      return postingsOf(event, { held: chargedAmount });
    case "charged":
      return postingsOf(event, { taken: chargedAmount, ...facts.expected });
    case "transfer_matched":
      return postingsOf(event, { taken: chargedAmount });
    case "transfer_assigned":
      assert(captured !== undefined, "an assigned transfer has its amount");
      return postingsOf(event, { taken: captured });
    case "captured":
      assert(captured !== undefined, "a capture has its amount");
      return postingsOf(event, { held: chargedAmount, taken: captured, ...facts.expected });
    case "capture_failed":
    case "charge_undone":
      return reversalOf(facts.posted ?? []);
    default:
      return [];
  }
}

// The creation of a payment emits no event. So the first move emits one even if the status stays
// `processing`; a later move emits one only if the status changes.
function eventOf(
  before: Payment,
  after: Payment,
  source: { readonly session: Session; readonly random: Random },
): PaymentEventData | undefined {
  const status = PUBLIC_STATUS[after.state];
  if (PUBLIC_STATUS[before.state] === status && before.state !== "calling") return undefined;
  const type = EVENT_OF_STATUS[status];
  if (type === undefined) return undefined;
  return {
    eventId: newEventId(after.merchantId, { now: after.updatedAt, random: source.random }),
    type,
    data: paymentEventData(after, source.session),
  };
}
