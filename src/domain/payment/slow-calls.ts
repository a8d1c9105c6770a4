import { SECOND } from "../../kernel/clock.ts";
import type { Acquirer } from "./acquirer.ts";

/** The real time, in ms, for which a customer waits for a bank before the answer `processing`. */
const PATIENCE_MS = 25 * SECOND;

/** Calls to banks that may go on after their payment was answered. */
export interface SlowCalls {
  /**
   * Resolves to the result of `work`, or to undefined after `ms` of real time. The work then goes
   * on, and a process that stops waits for it.
   */
  within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined>;
}

export type SlowCallsDeps = { readonly slowCalls: SlowCalls };

/**
 * Resolves to the result of a call to the bank, or to undefined if the customer has waited long
 * enough. A bank that answers or fails within this time needs no timer.
 */
export function patiently<Result>(
  { slowCalls }: SlowCallsDeps,
  acquirer: Acquirer | undefined,
  work: Promise<Result>,
): Promise<Result | undefined> {
  const mayWait = acquirer === undefined || !isSlow(acquirer);
  return mayWait ? work : slowCalls.within(PATIENCE_MS, work);
}

/** True if a call to the bank may last longer than a customer waits. */
export function isSlow({ capabilities }: Acquirer): boolean {
  return capabilities.timeouts.chargeMs > PATIENCE_MS;
}
