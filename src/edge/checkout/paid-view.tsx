import { SECOND, type Instant } from "../../kernel/clock.ts";
import { CheckIcon } from "../page/parts/icons.tsx";
import { Facts } from "./facts.tsx";
import { Layout } from "./layout.tsx";
import { Panel, type PaymentViewProps } from "./status-views.tsx";

/** How a receipt leads on to the shop by itself. */
export type Onward = {
  /** Whether the shop knows of the payment. */
  readonly isNotified: boolean;
  /** How much longer the customer is kept until it does. */
  readonly waitMaxMs: number;
};

/** Seconds that a receipt is shown, whatever the shop knows. */
const RECEIPT_S = 5;
/** Seconds between looks of a browser without scripts. */
const REFRESH_S = 3;

type PaidViewProps = PaymentViewProps & {
  /** The merchant's address with the signed news. */
  readonly address: string;
  readonly paidAt: Instant;
  /** Absent for a customer who has not just paid. */
  readonly onward: Onward | undefined;
};

/** The receipt, and the way back. */
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
        </Panel>
      </main>
    </Layout>
  );
}

type Places = { readonly here: string; readonly address: string };

/** Where a browser without scripts goes by itself, and when: on, or here to look again. */
function refreshOf({ isNotified, waitMaxMs }: Onward, { here, address }: Places): string {
  if (isNotified || waitMaxMs === 0) return `${RECEIPT_S};url=${address}`;
  return `${Math.min(REFRESH_S, Math.ceil(waitMaxMs / SECOND))};url=${here}`;
}
