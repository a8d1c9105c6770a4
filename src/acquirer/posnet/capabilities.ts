import { POSNET_CURRENCIES } from "../kit/amounts.ts";
import { type ProtocolCapabilities, TIMEOUTS } from "../kit/capabilities.ts";

/** The time after which a sale can only be refunded. The bank does not publish its hour. */
export const DAY_END = "23:59";

export const CAPABILITIES: ProtocolCapabilities = {
  models: { "3D": {} },
  withoutChallenge: true,
  challenge: "auth_then_charge",
  preauth: true,
  leastCapturePercent: 0,
  voidHold: true,
  refund: { partial: true, beforeDayEnd: "any" },
  repeatedAuthorize: "refused",
  repeatedModification: "executed",
  inquiry: { seesRefunds: "all", notFound: "never_arrived" },
  undo: { byReference: true, blocksLate: false },
  currencies: POSNET_CURRENCIES,
  // The bank itself waits up to 45 seconds for the issuer.
  timeouts: TIMEOUTS,
  dayEnd: DAY_END,
};
