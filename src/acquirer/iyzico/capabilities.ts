import { SECOND } from "../../kernel/clock.ts";
import type { ProtocolCapabilities } from "../kit/capabilities.ts";

/** No hour of the day end is documented, and each bank behind the company has its own. */
export const DAY_END = "23:59";

/** The company's own client waits this long, because the bank behind it may take a minute. */
const LONGEST_MS = 140 * SECOND;

export const CAPABILITIES: ProtocolCapabilities = {
  models: { "3d": {} },
  withoutChallenge: true,
  challenge: "auth_then_charge",
  preauth: true,
  // A smaller capture is documented, and the rest of the hold falls away.
  leastCapturePercent: 0,
  voidHold: true,
  refund: { partial: true, beforeDayEnd: "any" },
  // There is no idempotency: the same message is a second charge, and a second refund.
  repeatedAuthorize: "executed",
  repeatedModification: "executed",
  inquiry: { seesRefunds: "all", notFound: "never_arrived" },
  undo: { byReference: true, blocksLate: false },
  timeouts: { chargeMs: LONGEST_MS, inquiryMs: 30 * SECOND, settledMs: 170 * SECOND },
  dayEnd: DAY_END,
};
