import type { Clock } from "../../../kernel/clock.ts";
import type { ConnectionId } from "../../../kernel/ids.ts";
import type { Acquirer, Declined } from "../../../payment/acquirer.ts";

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
type Outcome = { readonly kind: string };

/** Wraps the acquirer of a connection, so that `onCall` is told each call's outcome and time. */
export function watchedAcquirer(
  acquirer: Acquirer,
  {
    name,
    isLive,
    clock,
    onCall,
  }: {
    readonly name: Named;
    readonly isLive: boolean;
    readonly clock: Clock;
    readonly onCall: (call: BankCall) => void;
  },
): Acquirer {
  const watch =
    <Request, Answer extends Outcome>(call: string, send: (request: Request) => Promise<Answer>) =>
    async (request: Request): Promise<Answer> => {
      const began = clock.now();
      const outcome = await send(request);
      const seconds = (clock.now() - began) / 1_000;
      const isFailure = isCharge(call) ? isFailed(outcome) : undefined;
      onCall({ ...name, call, outcome: outcome.kind, seconds, isFailure });
      return outcome;
    };
  const { movements, check, redirects } = acquirer;
  return {
    name: acquirer.name,
    capabilities: acquirer.capabilities,
    isLiveTerminal: isLive,
    ...(redirects === undefined ? {} : { redirects }),
    referenceOf: (attemptId) => acquirer.referenceOf(attemptId),
    authorize: watch("authorize", (request) => acquirer.authorize(request)),
    readReturn: watch("read_return", (request) => acquirer.readReturn(request)),
    authorizeChallenged: watch("authorize_challenged", (request) =>
      acquirer.authorizeChallenged(request),
    ),
    capture: watch("capture", (request) => acquirer.capture(request)),
    void: watch("void", (request) => acquirer.void(request)),
    refund: watch("refund", (request) => acquirer.refund(request)),
    inquire: watch("inquire", (request) => acquirer.inquire(request)),
    undo: watch("undo", (request) => acquirer.undo(request)),
    ...(movements === undefined
      ? {}
      : { movements: watch("movements", (query) => movements.call(acquirer, query)) }),
    ...(check === undefined
      ? {}
      : { check: () => watch("check", () => check.call(acquirer))(undefined) }),
  };
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
