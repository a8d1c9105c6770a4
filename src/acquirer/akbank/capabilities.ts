import type { Capabilities } from "../../domain/payment/acquirer.ts";
import type { OpenConnection } from "../protocol.ts";
import { TIMEOUTS } from "../kit/timeouts.ts";

export function capabilitiesOf(connection: OpenConnection): Capabilities {
  return {
    withoutChallenge: true,
    challenge: connection.model === "3D_PAY" ? "charge_inside" : "auth_then_charge",
    preauth: true,
    // It is not known how the bank treats the rest of a hold.
    leastCapturePercent: 100,
    voidHold: true,
    refund: { partial: true, beforeDayEnd: "any" },
    repeatedAuthorize: "refused",
    repeatedModification: "executed",
    inquiry: { seesRefunds: "all", notFound: "never_arrived" },
    undo: { byReference: true, blocksLate: false },
    currencies: connection.currencies,
    installmentCounts: connection.installmentCounts,
    timeouts: TIMEOUTS,
    dayEnd: undefined,
  };
}
