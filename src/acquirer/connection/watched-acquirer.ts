import type { Clock } from "../../kernel/clock.ts";
import type { ConnectionId } from "../../kernel/ids.ts";
import type { CardWord } from "../../domain/card/card-note.ts";
import type {
  Acquirer,
  Approved,
  AuthorizeRequest,
  CardList,
  Declined,
} from "../../domain/payment/acquirer.ts";
import { twoCharacters } from "../kit/host-codes.ts";
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
  /** The bank's word about the credentials in a charge; undefined if it has none. */
  readonly account: AccountAnswer | undefined;
  /** The bank's refusal of our signature in a charge or at the start of 3-D Secure. */
  readonly keyRefusal?: { readonly code: string; readonly message: string } | undefined;
  /** The answer's words about cards. */
  readonly cards?: readonly CardWord[];
};

/** The bank's word about a connection itself, as a charge brings it. */
export type AccountAnswer =
  | { readonly kind: "ready" }
  | { readonly kind: "refused"; readonly code: string; readonly message: string };

type Named = Pick<BankCall, "connectionId" | "protocol" | "bank">;

/** Wraps the acquirer of a connection, so that `onCall` is told each call's outcome and time. */
export function watchedAcquirer(
  acquirer: Acquirer,
  {
    name,
    accountCodes,
    keyCodes,
    isLive,
    holdDays,
    clock,
    onCall,
  }: {
    readonly name: Named;
    readonly accountCodes: ReadonlySet<string>;
    readonly keyCodes: ReadonlySet<string>;
    readonly isLive: boolean;
    readonly holdDays: number | undefined;
    readonly clock: Clock;
    readonly onCall: (call: BankCall) => void;
  },
): Acquirer {
  const watched = wrappedAcquirer(acquirer, async (call, send, request) => {
    const began = clock.now();
    const outcome = await send();
    const seconds = (clock.now() - began) / 1_000;
    const isFailure = isCharge(call) ? isFailed(outcome) : undefined;
    const account = isCharge(call) ? accountAnswer(outcome, accountCodes) : undefined;
    const keyRefusal = isCharge(call) ? refusalOf(outcome, keyCodes) : undefined;
    const cards = wordsOf(outcome, isCharge(call) ? request : undefined);
    onCall({
      ...name,
      call,
      outcome: outcome.kind,
      seconds,
      isFailure,
      account,
      keyRefusal,
      cards,
    });
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

/** The host's code for a merchant that the card's network doesn't know, at every bank. */
const INVALID_MERCHANT = "03";

function accountAnswer(outcome: Outcome, codes: ReadonlySet<string>): AccountAnswer | undefined {
  if (outcome.kind === "approved") return { kind: "ready" };
  if (!isDeclined(outcome)) return undefined;
  const { bankCode: code, bankMessage: message } = outcome;
  const isAbout = codes.has(code) || twoCharacters(code) === INVALID_MERCHANT;
  return isAbout ? { kind: "refused", code, message } : undefined;
}

function refusalOf(outcome: Outcome, codes: ReadonlySet<string>): BankCall["keyRefusal"] {
  if (!isDeclined(outcome)) return undefined;
  // A gate that answers with no message of the protocol has its status in place of a code.
  const { bankCode, bankMessage } = outcome;
  const [code, message] = bankCode === "" ? [bankMessage, ""] : [bankCode, bankMessage];
  return codes.has(code) ? { code, message } : undefined;
}

const BIN_DIGITS = 8;

const NO_WORDS: readonly CardWord[] = [];

/** The bank's words: its list, or that about the card of a charge, whose digits may be missing. */
function wordsOf(outcome: Outcome, charge: unknown): readonly CardWord[] {
  if (isCardList(outcome)) return outcome.cards;
  if (charge === undefined || !isApproved(outcome) || outcome.card === undefined) return NO_WORDS;
  const { bin = digitsOf(charge) } = outcome.card;
  return bin === undefined ? NO_WORDS : [{ ...outcome.card, bin }];
}

function digitsOf(charge: unknown): string | undefined {
  return hasCard(charge) ? charge.card.number.reveal().slice(0, BIN_DIGITS) : undefined;
}

function hasCard(charge: unknown): charge is Pick<AuthorizeRequest, "card"> {
  return typeof charge === "object" && charge !== null && "card" in charge;
}

function isCardList(outcome: Outcome): outcome is CardList {
  return outcome.kind === "cards";
}

function isApproved(outcome: Outcome): outcome is Approved {
  return outcome.kind === "approved";
}

function isDeclined(outcome: Outcome): outcome is Declined {
  return outcome.kind === "declined";
}
