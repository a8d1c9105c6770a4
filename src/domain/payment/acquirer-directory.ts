import type { Session } from "../session/session.ts";
import type { Money } from "../../kernel/money.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { Acquirer } from "./acquirer.ts";
import type { DeclineReason } from "./decline.ts";
import type { Payment } from "./payment.ts";

/** The facts by which the acquirers of a payment are chosen. */
export type AcquirerQuery = {
  readonly merchant: Merchant;
  readonly session: Session;
  /** The card as far as the BIN table knows it; absent without a card. */
  readonly card: CardFacts | undefined;
  readonly installmentCount: number;
  /** The amount to charge. */
  readonly amount: Money;
  /** `offer`: a page asks which payment methods to show, and nothing is charged. */
  readonly purpose: "charge" | "offer";
  /**
   * Returns the names of acquirers that refused an earlier payment of the session; they come last.
   * It is called only where several acquirers can take the payment.
   */
  readonly refusedBefore?: () => Promise<ReadonlySet<string>>;
};

export type CardFacts = {
  readonly bin: string;
  readonly issuer: string | undefined;
  readonly program: string | undefined;
};

/**
 * Chooses the acquirers of a payment: in live mode the merchant's live connections; in test mode
 * its test connections or, without one, the test bank.
 */
export interface AcquirerDirectory {
  /**
   * Returns the connections that may take a payment, the best one first; an empty list if none may.
   * The next one is used only if a request provably reached no bank.
   */
  choose(query: AcquirerQuery): Promise<readonly Acquirer[]>;
  /** Finds a connection by its name, also a retired one, whose payments can still be refunded. */
  byName(name: string): Promise<Acquirer>;
  takesLivePayments(): boolean;
}

/** Returns the query of a session's page, before the customer has entered a card. */
export function offerQuery({ merchant, session }: Pick<AcquirerQuery, "merchant" | "session">) {
  const { amount } = session;
  return {
    merchant,
    session,
    card: undefined,
    installmentCount: 1,
    amount,
    purpose: "offer",
  } as const;
}

/** Reasons of a bank or its terminal, and not of the card or the customer. */
const OWN_REASONS: ReadonlySet<DeclineReason> = new Set([
  "bank_unreachable",
  "general_error",
  "three_d_secure_unavailable",
]);

/**
 * The names of the acquirers that took no payment of a session for a reason of their own. The
 * customer's next payment goes to another one first: the same one would most likely refuse again.
 */
export function earlierRefusals(payments: readonly Payment[]): ReadonlySet<string> {
  const refused = payments.filter(
    ({ state, declineReason }) =>
      state === "failed" && declineReason !== undefined && OWN_REASONS.has(declineReason),
  );
  return new Set(refused.map(({ acquirer }) => acquirer));
}
