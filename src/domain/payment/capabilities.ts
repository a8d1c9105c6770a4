import type { Currency } from "../../kernel/currency.ts";

/**
 * The abilities and promises of one connection; they are constant for the connection. The rules
 * that follow from them are in docs/decisions/acquirer-promises.md.
 */
export type Capabilities = {
  /** True if the contract allows a charge without 3-D Secure. */
  readonly withoutChallenge: boolean;
  /**
   * The end of 3-D Secure: the service charges after the return (`auth_then_charge`), or the bank
   * charges before the browser is back (`charge_inside`, for example 3d_pay).
   */
  readonly challenge: "auth_then_charge" | "charge_inside" | "none";
  readonly preauth: boolean;
  /**
   * The smallest capture in percent of the held amount: 0 if the bank captures any part, 100 if
   * only the whole.
   */
  readonly leastCapturePercent: number;
  readonly voidHold: boolean;
  readonly refund: {
    readonly partial: boolean;
    /**
     * The refunds that the bank takes before its day end: `any`, a full one as a void
     * (`full_as_void`; a partial one waits as `pending`), or none.
     */
    readonly beforeDayEnd: "any" | "full_as_void" | "no";
  };
  /** The effect of an authorize that is sent again with the same reference. */
  readonly repeatedAuthorize: "same_answer" | "refused" | "executed";
  /** The effect of a capture, void or refund that is sent again. */
  readonly repeatedModification: "same_answer" | "refused" | "executed";
  readonly inquiry: {
    /**
     * The refunds of which an inquiry can tell whether they were made: `all`, only those of the
     * whole amount (also made as a void), or `none`.
     */
    readonly seesRefunds: "all" | "whole" | "none";
    /** `never_arrived`: the bank does not know the request. `not_paid`: it may know it. */
    readonly notFound: "never_arrived" | "not_paid" | "none";
  };
  readonly undo: {
    /** True if undo works by the attempt's own reference, also while the outcome is unknown. */
    readonly byReference: boolean;
    /** True if a request that arrives after the undo is refused. */
    readonly blocksLate: boolean;
  };
  /** The currencies of the terminal. */
  readonly currencies: readonly Currency[];
  readonly installmentCounts: readonly number[];
  readonly timeouts: {
    /** The longest wait for a charge, in ms. */
    readonly chargeMs: number;
    /** The longest wait for an inquiry, in ms. */
    readonly inquiryMs: number;
    /** From this many ms after the start of a request, `not_found` may be believed. */
    readonly settledMs: number;
  };
  /** The time of the bank's day end in Istanbul, `HH:MM`; undefined where it has no effect. */
  readonly dayEnd: string | undefined;
};
