import { describe, expect, it } from "vitest";
import { REFUND_TRANSITIONS } from "../../src/domain/refund/states.ts";
import {
  hasEndedUnpaid,
  isDecided,
  next,
  PAYMENT_STATES,
  PUBLIC_STATUS,
  statesOf,
  TRANSITIONS,
  wasTaken,
  type PaymentEvent,
  type PaymentState,
} from "../../src/domain/payment/states.ts";
import { printTable } from "../support/print-table.ts";

/** Every event once, so that a missing or added event is a compile error. */
const EVENTS = Object.keys({
  challenge_opened: true,
  challenge_passed: true,
  transfer_offered: true,
  charged: true,
  held: true,
  declined: true,
  outcome_lost: true,
  abandoned: true,
  transfer_matched: true,
  transfer_assigned: true,
  deadline_passed: true,
  capture_begun: true,
  captured: true,
  capture_refused: true,
  void_begun: true,
  voided: true,
  void_refused: true,
  capture_failed: true,
  charge_undone: true,
  refunded_in_full: true,
  refund_failed: true,
} satisfies Record<PaymentEvent, true>) as PaymentEvent[];

describe("payment states", () => {
  it("move exactly as payment-states.txt says, and refuse every other pair", async () => {
    const rows = EVENTS.map((event) => [
      event,
      ...PAYMENT_STATES.map((state) => {
        const move = next(state, event);
        return move.ok ? move.value : "·";
      }),
    ]);
    const table = printTable([["", ...PAYMENT_STATES], ...rows]);
    await expect(`${table}\n`).toMatchFileSnapshot("payment-states.txt");
  });

  it("are published as these statuses", () => {
    const rows = PAYMENT_STATES.map((state) => [
      state,
      PUBLIC_STATUS[state],
      isDecided(state) ? "settled" : "open",
    ]);
    expect(printTable(rows)).toMatchInlineSnapshot(`
      "calling            processing  open
      challenged         processing  open
      authorizing        processing  open
      unknown            processing  open
      awaiting_transfer  pending     open
      authorized         authorized  settled
      capturing          authorized  settled
      voiding            authorized  settled
      completed          completed   settled
      failed             failed      settled
      cancelled          cancelled   settled
      refunded           refunded    settled"
    `);
    const published = new Set(Object.values(PUBLIC_STATUS));
    for (const status of published) expect(statesOf(status)).not.toEqual([]);
  });

  it("make only the published moves of contract C4", () => {
    const moves = new Set(
      PAYMENT_STATES.flatMap((state) =>
        targetsOf(state).map((target) => [PUBLIC_STATUS[state], PUBLIC_STATUS[target]]),
      )
        .filter(([from, to]) => from !== to)
        .map(([from, to]) => `${from} → ${to}`),
    );
    expect([...moves].toSorted()).toEqual([
      "authorized → cancelled",
      "authorized → completed",
      "cancelled → completed",
      "completed → authorized",
      "completed → cancelled",
      "completed → refunded",
      "pending → cancelled",
      "pending → completed",
      "processing → authorized",
      "processing → cancelled",
      "processing → completed",
      "processing → failed",
      "processing → pending",
      "refunded → completed",
    ]);
  });

  it("are all reachable from the first one", () => {
    expect(reachable("calling").toSorted()).toEqual([...PAYMENT_STATES].toSorted());
  });

  it("use every event, and refuse all of them in a final state", () => {
    const used = new Set(PAYMENT_STATES.flatMap((state) => Object.keys(TRANSITIONS[state])));
    expect([...used].toSorted()).toEqual(EVENTS.toSorted());
    const terminal = PAYMENT_STATES.filter((state) => targetsOf(state).length === 0);
    expect(terminal).toEqual(["failed"]);
  });

  it("all lead to a state that waits for no party", () => {
    for (const state of PAYMENT_STATES) {
      expect(reachable(state).some((end) => hasEndedUnpaid(end) || wasTaken(end))).toBe(true);
    }
  });
});

describe("refund states", () => {
  it("move exactly as this table says", () => {
    const rows = Object.entries(REFUND_TRANSITIONS).flatMap(([state, moves]) =>
      Object.entries(moves).map(([event, target]) => [state, event, target]),
    );
    expect(printTable(rows)).toMatchInlineSnapshot(`
      "calling          approved           succeeded
      calling          declined           failed
      calling          outcome_lost       unknown
      calling          deferred           pending
      unknown          approved           succeeded
      unknown          declined           failed
      unknown          deferred           pending
      pending          approved           succeeded
      pending          declined           failed
      awaiting_payout  transfer_sent      succeeded
      awaiting_payout  transfer_given_up  failed
      succeeded        taken_back         failed
      failed           booked_late        succeeded"
    `);
  });
});

function targetsOf(state: PaymentState): readonly PaymentState[] {
  return Object.values(TRANSITIONS[state]);
}

function reachable(from: PaymentState): readonly PaymentState[] {
  const seen = new Set<PaymentState>([from]);
  for (const state of seen) for (const target of targetsOf(state)) seen.add(target);
  return [...seen];
}
