import { SECOND } from "../../kernel/clock.ts";
import type { Capabilities } from "../../domain/payment/acquirer.ts";
import type { OpenConnection } from "../kit/protocol.ts";

/** No bank publishes the hour of its day end; the last minute of the day is assumed. */
export const DAY_END = "23:59";
export const CHARGE_MS = 60 * SECOND;
export const INQUIRY_MS = 30 * SECOND;
const SETTLED_MS = 90 * SECOND;

export function capabilitiesOf({ currencies, installmentCounts }: OpenConnection): Capabilities {
  return {
    withoutChallenge: false,
    challenge: "auth_then_charge",
    preauth: false,
    leastCapturePercent: 100,
    voidHold: false,
    // A part is taken before the day end too, the whole only as a cancellation.
    refund: { partial: true, beforeDayEnd: "any" },
    // Nothing is documented about a second message with the same reference.
    repeatedAuthorize: "executed",
    repeatedModification: "executed",
    inquiry: { seesRefunds: "whole", notFound: "not_paid" },
    undo: { byReference: false, blocksLate: false },
    currencies,
    installmentCounts,
    timeouts: { chargeMs: CHARGE_MS, inquiryMs: INQUIRY_MS, settledMs: SETTLED_MS },
    dayEnd: DAY_END,
  };
}
