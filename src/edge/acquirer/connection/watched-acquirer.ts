import type { Clock } from "../../../kernel/clock.ts";
import type { ConnectionId } from "../../../kernel/ids.ts";
import type { Acquirer, Declined } from "../../../payment/acquirer.ts";
import { wrappedAcquirer, type Outcome } from "./wrapped-acquirer.ts";

/** A call to a bank that has ended. */
export type BankCall = {
  readonly connectionId: ConnectionId;
  readonly protocol: string;
  readonly bank: string;
  /** The method of the port. */
  readonly call: string;
  /** The kind of the outcome, such as `approved` or `unknown`. */
  readonly outcome: string;
  readonly seconds: number;
  /** True if the bank failed, false if it answered; undefined for calls that say neither. */
  readonly isFailure: boolean | undefined;
};

type Named = Pick<BankCall, "connectionId" | "protocol" | "bank">;

/** Wraps the acquirer of a connection, so that `onCall` is told each call's outcome and time. */
export function watchedAcquirer(
  acquirer: Acquirer,
  {
    name,
    isLive,
    holdDays,
    clock,
    onCall,
  }: {
    readonly name: Named;
    readonly isLive: boolean;
    readonly holdDays: number | undefined;
    readonly clock: Clock;
    readonly onCall: (call: BankCall) => void;
  },
): Acquirer {
  const watched = wrappedAcquirer(acquirer, async (call, send) => {
    const began = clock.now();
    const outcome = await send();
    const seconds = (clock.now() - began) / 1_000;
    const isFailure = isCharge(call) ? isFailed(outcome) : undefined;
    onCall({ ...name, call, outcome: outcome.kind, seconds, isFailure });
    return outcome;
  });
  const { protocol, bank } = name;
  return { ...watched, isLiveTerminal: isLive, holdTerminal: { protocol, bank, days: holdDays } };
}

/** Only charges decide about health: a bank may still answer inquiries when it charges no card. */
function isCharge(call: string): boolean {
  return call === "authorize" || call === "authorize_challenged";
}

function isFailed(outcome: Outcome): boolean {
  return outcome.kind === "unknown" || (isDeclined(outcome) && outcome.retry === "same_request");
}

function isDeclined(outcome: Outcome): outcome is Declined {
  return outcome.kind === "declined";
}
