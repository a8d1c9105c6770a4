import type { Acquirer, Unknown } from "../../domain/payment/acquirer.ts";

const UNKNOWN: Unknown = {
  kind: "unknown",
  cause: "the connection can't be opened here",
  // Another process can ask the bank, so no attempt is left to a person for lack of an answer.
  isUnasked: true,
};
const unknown = (): Promise<Unknown> => Promise.resolve(UNKNOWN);

/**
 * Stands for a connection that this machine can't open, because it lacks the vault key or this
 * release lacks the protocol. It calls nothing and knows nothing, so that refunds and inquiries of
 * its payments stay open until another process, or a mended one, asks the bank.
 */
export function unreachableAcquirer(name: string): Acquirer {
  return {
    name,
    capabilities: {
      withoutChallenge: false,
      challenge: "none",
      preauth: false,
      leastCapturePercent: 0,
      voidHold: true,
      refund: { partial: true, beforeDayEnd: "any" },
      repeatedAuthorize: "executed",
      repeatedModification: "executed",
      inquiry: { seesRefunds: "all", notFound: "not_paid" },
      undo: { byReference: false, blocksLate: false },
      currencies: [],
      installmentCounts: [],
      timeouts: { chargeMs: 1_000, inquiryMs: 1_000, settledMs: 1_000 },
      dayEnd: undefined,
    },
    referenceOf: (attemptId) => attemptId,
    authorize: unknown,
    readReturn: unknown,
    authorizeChallenged: unknown,
    capture: unknown,
    void: unknown,
    refund: unknown,
    inquire: unknown,
    undo: unknown,
  };
}
