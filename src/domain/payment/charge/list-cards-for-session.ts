import { hasExpired } from "../../card/card-details.ts";
import type { CardVault } from "../../card/ports.ts";
import type { StoredCard } from "../../card/stored-card.ts";
import type { SessionContext } from "../open-session.ts";
import { cardOwner } from "./paying-card.ts";
import type { Clocks } from "../../merchant/clocks.ts";

export type ListCardsDeps = { readonly cardVault: CardVault; readonly clocks: Clocks };

/** The most cards that are listed; a longer list would not help a customer to choose. */
const MOST_SHOWN = 20;

/**
 * Lists the cards that the customer of a session may choose from, newest first. A session without a
 * customer id shows none, because cards stored without one cannot be assigned to a customer.
 */
export async function listCardsForSession(
  deps: ListCardsDeps,
  { session }: Pick<SessionContext, "session">,
): Promise<readonly StoredCard[]> {
  const owner = cardOwner(session);
  const { customerId } = owner;
  if (customerId === undefined) return [];
  const { cards } = await deps.cardVault.list({ owner, customerId, page: 1, perPage: MOST_SHOWN });
  const now = deps.clocks.now(session);
  return cards.filter(({ expiry }) => !hasExpired(expiry, now));
}
