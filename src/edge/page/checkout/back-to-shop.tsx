import { unpaidAddress, type Checkout } from "./page-kit.ts";
import type { ViewContext } from "./view-context.ts";

type BackToShopProps = {
  readonly view: ViewContext;
  readonly checkout: Checkout;
  /** Why the customer comes back without having paid. */
  readonly code: string;
  /** Whether there is nothing else to do. */
  readonly isPrimary?: boolean;
};

/** A link to the shop, named by its host; that nothing was paid is in its signed parameters. */
export function BackToShop({ view, checkout, code, isPrimary = false }: BackToShopProps) {
  const { state, session } = checkout;
  const payment = "payment" in state ? state.payment : state.last;
  const href = unpaidAddress(view.kit, checkout, { orderId: payment?.orderId, code });
  return (
    <a
      class={isPrimary ? "primary" : undefined}
      href={href}
      rel="noreferrer"
      target={view.linkTarget}
    >
      {view.words.page.backToShop(new URL(session.failUrl).host)}
    </a>
  );
}
