import type { CardFacts } from "../../card/bin-record.ts";
import { hasSessionExpired, type Session } from "../../session/session.ts";
import type { Instant } from "../../../kernel/clock.ts";
import { money } from "../../../kernel/money.ts";
import { ok, refused, type Result } from "../../../kernel/result.ts";
import type { InstallmentOption } from "../../installment/offer.ts";
import { offersOfSession, type CardOfferDeps } from "./card-offer.ts";
import type { Clocks } from "../../merchant/clocks.ts";

export type LookUpDeps = CardOfferDeps & { readonly clocks: Clocks };

export type LookUpRefusal = { readonly code: "session_expired"; readonly at: Instant };

export type BinQuestion = {
  readonly session: Session;
  /** The first six to eight digits of a card. */
  readonly bin: string;
};

/** Returns the card facts of a BIN (spec 4.5), by the current BIN table. */
export async function lookUpCard(
  deps: LookUpDeps,
  { session, bin }: BinQuestion,
): Promise<Result<CardFacts, LookUpRefusal>> {
  const now = deps.clocks.now(session);
  if (hasSessionExpired(session, now)) return expired(session);
  await deps.bins.refresh();
  return ok(deps.bins.table(session.mode).find(bin).best);
}

export type InstallmentQuote = {
  readonly card: CardFacts;
  readonly options: readonly InstallmentOption[];
};

/**
 * Returns the installment options of a card (spec 4.4) for the session's amount or, as a
 * calculation only, for another amount. A payment always computes its charge anew from the session.
 */
export async function quoteInstallments(
  deps: LookUpDeps,
  question: BinQuestion & { readonly amountMinor: bigint | undefined },
): Promise<Result<InstallmentQuote, LookUpRefusal>> {
  const { session, bin, amountMinor } = question;
  const now = deps.clocks.now(session);
  if (hasSessionExpired(session, now)) return expired(session);
  await deps.bins.refresh();
  const match = deps.bins.table(session.mode).find(bin);
  const amount = money(amountMinor ?? session.amount.minor, session.amount.currency);
  const options = await offersOfSession(deps, session, { amount, digits: bin, match, now });
  return ok({ card: match.best, options });
}

function expired(session: Session): Result<never, LookUpRefusal> {
  return refused({ code: "session_expired", at: session.expiresAt });
}
