import type { Capabilities } from "../../domain/payment/acquirer.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";

/** The hour of the bank's day end is not public; this is the one of the simulated bank. */
export const DAY_END = "23:59";

/** Where nothing is known, the capability says the worst. */
export function capabilitiesOf(connection: OpenConnection): Capabilities {
  return {
    withoutChallenge: true,
    challenge: "auth_then_charge",
    preauth: true,
    leastCapturePercent: 100,
    voidHold: true,
    refund: { partial: true, beforeDayEnd: "full_as_void" },
    repeatedAuthorize: "executed",
    repeatedModification: "executed",
    inquiry: { seesRefunds: "whole", notFound: "none" },
    undo: { byReference: false, blocksLate: false },
    currencies: connection.currencies,
    installmentCounts: connection.installmentCounts,
    timeouts: TIMEOUTS,
    dayEnd: DAY_END,
  };
}
