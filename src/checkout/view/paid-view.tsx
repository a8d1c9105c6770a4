import { SECOND, type Instant } from "../../kernel/clock.ts";
import { CheckIcon } from "../../page/parts/icons.tsx";
import { BasketLines } from "./basket-lines.tsx";
import { Facts } from "./facts.tsx";
import { Layout } from "./layout.tsx";
import { Panel, type PaymentViewProps } from "./status-views.tsx";

/** The automatic redirect from a receipt to the shop. */
export type ShopRedirect = {
  /** True once the shop has received the payment's event. */
  readonly isNotified: boolean;
  /** Longest time for which the redirect still waits for the payment's event, in ms. */
  readonly waitMaxMs: number;
};

/** Shortest time that a receipt is shown, in seconds. */
const RECEIPT_S = 5;
/** Seconds between reloads in a browser without scripts. */
const REFRESH_S = 3;

type PaidViewProps = PaymentViewProps & {
  /** The signed return URL. */
  readonly address: string;
  readonly paidAt: Instant;
  /** Undefined if the payment is not recent; the receipt then stays open. */
  readonly onward: ShopRedirect | undefined;
};

/** The receipt with a link to the shop. */
export function PaidView(props: PaidViewProps) {
  const { view, checkout, payment, here, address, paidAt, onward } = props;
  const { paid, page } = view.words;
  const title = payment.state === "refunded" ? paid.refundedTitle : paid.title;
  const { sessionId, successUrl } = checkout.session;
  const refresh = onward === undefined ? undefined : refreshOf(onward, { here, address });
  return (
    <Layout
      view={view}
      title={`${title} – ${checkout.brand.name}`}
      withoutScript={refresh !== undefined && <meta http-equiv="refresh" content={refresh} />}
    >
      <main id="main" tabIndex={-1}>
        <Panel tone="good" icon={<CheckIcon />} title={title}>
          <Facts view={view} checkout={checkout} payment={payment} paidAt={paidAt} />
          {onward !== undefined && (
            <p
              class="goes-on"
              role="status"
              data-goes-on={RECEIPT_S * SECOND}
              data-held={onward.waitMaxMs}
              data-status={view.kit.paths.status(sessionId)}
            >
              {paid.continueText}
            </p>
          )}
          <div class="actions">
            <a class="primary" href={address} rel="noreferrer" id="onward" target={view.linkTarget}>
              {page.backToShop(new URL(successUrl).host)}
            </a>
            <button class="secondary" type="button" id="stay" hidden>
              {paid.stay}
            </button>
            <button class="secondary" type="button" data-print hidden>
              {paid.print}
            </button>
          </div>
          <Order view={view} checkout={checkout} />
        </Panel>
      </main>
    </Layout>
  );
}

type OrderProps = Pick<PaidViewProps, "view" | "checkout">;

/** The items of the order, and the address of the merchant for questions and returns. */
function Order({ view, checkout }: OrderProps) {
  const { words } = view;
  const { session, brand } = checkout;
  return (
    <>
      {session.basket.length > 0 && (
        <section class="ordered" aria-labelledby="ordered-title">
          <h2 id="ordered-title">{words.order.summary}</h2>
          <BasketLines view={view} session={session} />
        </section>
      )}
      {brand.contact !== undefined && (
        <section class="ordered" aria-labelledby="contact-title">
          <h2 id="contact-title">{words.paid.contact}</h2>
          <p>
            <bdi>{brand.contact}</bdi>
          </p>
        </section>
      )}
    </>
  );
}

type Places = { readonly here: string; readonly address: string };

/** The `refresh` for browsers without scripts: leads to the shop, or reloads to check again. */
function refreshOf({ isNotified, waitMaxMs }: ShopRedirect, { here, address }: Places): string {
  if (isNotified || waitMaxMs === 0) return `${RECEIPT_S};url=${address}`;
  return `${Math.min(REFRESH_S, Math.ceil(waitMaxMs / SECOND))};url=${here}`;
}
