import { POSNET_CURRENCIES } from "../kit/amounts.ts";
import { type ProtocolCapabilities, TIMEOUTS } from "../kit/capabilities.ts";

/** The time after which a sale can only be refunded. The bank does not publish its hour. */
export const DAY_END = "23:59";

export const CAPABILITIES: ProtocolCapabilities = {
  models: {},
  withoutChallenge: true,
  challenge: "none",
  preauth: true,
  leastCapturePercent: 0,
  voidHold: true,
  refund: { partial: true, beforeDayEnd: "any" },
  repeatedAuthorize: "refused",
  repeatedModification: "executed",
  inquiry: { seesRefunds: "all", notFound: "never_arrived" },
  undo: { byReference: true, blocksLate: false },
  currencies: POSNET_CURRENCIES,
  timeouts: TIMEOUTS,
  dayEnd: DAY_END,
};
