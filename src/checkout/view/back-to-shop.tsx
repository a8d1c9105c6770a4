import { unpaidAddress, type Checkout } from "../page-kit.ts";
import type { ClosedState } from "../session-state.ts";
import type { ViewContext } from "../view-context.ts";

type BackToShopProps = {
  readonly view: ViewContext;
  readonly checkout: Checkout;
  readonly state: ClosedState;
};

/** A link to the shop's `fail_url`; its signed parameters say that nothing was paid. */
export function BackToShop({ view, checkout, state }: BackToShopProps) {
  return (
    <a
      class="primary"
      href={unpaidAddress(view.kit, checkout, state)}
      rel="noreferrer"
      target={view.linkTarget}
    >
      {view.words.page.backToShop(new URL(checkout.session.failUrl).host)}
    </a>
  );
}
