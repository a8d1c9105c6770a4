import type { SessionContext } from "../open-session.ts";
import { offerQuery, type AcquirerDirectory } from "../acquirer-directory.ts";
import type { RedirectOffers } from "../redirect-methods.ts";

const NOTHING: RedirectOffers = { wallets: [], lenders: [], papel: false };

/**
 * Lists the wallets and lenders that a session's customer may choose from. Lenders are listed with
 * their bounds, even if the session's amount is outside them.
 */
export async function redirectOffers(
  deps: { readonly acquirers: AcquirerDirectory },
  context: SessionContext,
): Promise<RedirectOffers> {
  const acquirers = await deps.acquirers.choose(offerQuery(context));
  const methods = acquirers.find(({ redirects }) => redirects !== undefined)?.redirects;
  return methods?.offers(context.session.amount.currency) ?? NOTHING;
}
