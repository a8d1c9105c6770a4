import type { Capabilities } from "../../domain/payment/acquirer.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import type { Dialect } from "./banks.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";

/** The hour of the bank's day end is not public; this is the one of the simulated bank. */
export const DAY_END = "23:59";

export function capabilitiesOf(connection: OpenConnection, dialect: Dialect): Capabilities {
  return {
    withoutChallenge: dialect.withoutChallenge,
    challenge: connection.model === "3DPay" ? "charge_inside" : "auth_then_charge",
    preauth: true,
    // A capture may differ from its hold by 15 %.
    leastCapturePercent: 85,
    voidHold: true,
    refund: { partial: true, beforeDayEnd: "full_as_void" },
    repeatedAuthorize: "refused",
    repeatedModification: "executed",
    inquiry: { seesRefunds: "all", notFound: "never_arrived" },
    undo: { byReference: true, blocksLate: false },
    currencies: connection.currencies,
    installmentCounts: connection.installmentCounts,
    timeouts: TIMEOUTS,
    dayEnd: DAY_END,
  };
}
