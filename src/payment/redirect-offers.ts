import type { SessionContext } from "./open-session.ts";
import type { AcquirerDirectory } from "./ports.ts";
import type { RedirectOffers } from "./redirect-methods.ts";

const NOTHING: RedirectOffers = { wallets: [], lenders: [], papel: false };

/**
 * Lists the wallets and lenders that a session's customer may choose from. Lenders are listed with
 * their bounds, even if the session's amount is outside them.
 */
export function redirectOffers(
  deps: { readonly acquirers: AcquirerDirectory },
  { session, merchant }: SessionContext,
): RedirectOffers {
  const methods = deps.acquirers.choose(merchant, session)?.redirects;
  return methods?.offers(session.amount.currency) ?? NOTHING;
}
