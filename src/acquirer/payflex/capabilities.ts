import { SECOND } from "../../kernel/clock.ts";
import type { Capabilities } from "../../domain/payment/acquirer.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import type { PayflexDialect } from "./banks.ts";

/** No bank publishes the hour of its day end; the last minute of the day is assumed. */
export const DAY_END = "23:59";
export const INQUIRY_MS = 30 * SECOND;
/** A request can reach the bank's card system this long after the longest wait. */
const MARGIN_MS = 30 * SECOND;

export function capabilitiesOf(
  { model, currencies, installmentCounts }: OpenConnection,
  { chargeMs, refundBeforeDayEnd }: PayflexDialect,
): Capabilities {
  return {
    withoutChallenge: model === MODELS[1],
    challenge: "auth_then_charge",
    preauth: true,
    leastCapturePercent: 0,
    voidHold: true,
    refund: { partial: true, beforeDayEnd: refundBeforeDayEnd },
    repeatedAuthorize: "refused",
    repeatedModification: "refused",
    inquiry: { seesRefunds: "all", notFound: "not_paid" },
    // The bank documents a reversal while the outcome is unknown, and not that it refuses a charge
    // that arrives after it.
    undo: { byReference: true, blocksLate: false },
    currencies,
    installmentCounts,
    timeouts: { chargeMs, inquiryMs: INQUIRY_MS, settledMs: chargeMs + MARGIN_MS },
    dayEnd: DAY_END,
  };
}

/** With the second one, the contract also allows charges without 3-D Secure. */
export const MODELS = ["3d", "3d_or_plain"] as const;
