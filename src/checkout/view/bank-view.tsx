import type { ChallengeDisplay } from "../../domain/payment/acquirer.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { isRedirect } from "../../domain/payment/outcome/redirect-deadline.ts";
import { Layout } from "./layout.tsx";
import { AwaitedIcon } from "./method-icon.tsx";
import type { Checkout } from "../page-kit.ts";
import { Panel } from "./status-views.tsx";
import type { ViewContext } from "../view-context.ts";

type BankViewProps = {
  readonly view: ViewContext;
  readonly checkout: Checkout;
  readonly payment: Payment;
  readonly form: Extract<ChallengeDisplay, { readonly kind: "form" }>;
};

/** Posts the bank's form. The script submits it at once; the button is for browsers without it. */
export function BankView({ view, checkout, payment, form }: BankViewProps) {
  const { bank } = view.words;
  const { paymentType } = payment;
  const approval = isRedirect(paymentType) ? view.words.approvals[paymentType] : undefined;
  const title = approval?.leave ?? bank.title;
  return (
    <Layout view={view} title={`${title} – ${checkout.brand.name}`}>
      <main id="main" tabIndex={-1}>
        <Panel tone="wait" icon={<AwaitedIcon paymentType={paymentType} />} title={title}>
          <p>{approval?.text ?? bank.text}</p>
          <form method="post" action={form.action} class="actions" data-bank-form>
            {Object.entries(form.fields).map(([name, value]) => (
              <input type="hidden" name={name} value={value} />
            ))}
            <button class="primary" type="submit">
              {bank.proceed}
            </button>
          </form>
          <p class="progress" aria-hidden="true" />
        </Panel>
      </main>
    </Layout>
  );
}
