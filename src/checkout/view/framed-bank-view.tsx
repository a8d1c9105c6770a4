import type { Payment } from "../../domain/payment/payment.ts";
import { createPaths } from "../../page/paths.ts";
import { Layout } from "./layout.tsx";
import type { Checkout } from "../page-kit.ts";
import { Watched } from "./status-views.tsx";
import type { ViewContext } from "../view-context.ts";

type FramedBankViewProps = {
  readonly view: ViewContext;
  readonly checkout: Checkout;
  readonly payment: Payment;
};

/**
 * The bank's page in a frame of our page, which is itself a frame of the merchant's page. The
 * merchant's content security policy therefore names our origin only. A link opens the bank's page
 * by itself, for banks that refuse to be framed.
 */
export function FramedBankView({ view, checkout, payment }: FramedBankViewProps) {
  const { kit, language, words } = view;
  const { sessionId } = checkout.session;
  const bank = createPaths(kit.publicUrl).bankForm(sessionId, payment.orderId, language);
  return (
    <Layout view={view} title={`${words.framed.bankTitle} – ${checkout.brand.name}`}>
      <Watched view={view} checkout={checkout}>
        <section class="bank-step" aria-labelledby="title">
          <h1 id="title">{words.framed.bankTitle}</h1>
          <p class="bank-ways">
            <a href={bank} target="_blank" rel="noopener noreferrer" id="whole-page">
              {words.framed.wholePage}
            </a>
          </p>
          <iframe
            class="bank-frame"
            id="bank-frame"
            title={words.framed.bankTitle}
            src={bank}
            allow="payment *; publickey-credentials-get *"
          />
          <form method="post" action={kit.paths.abandon(sessionId)}>
            <input type="hidden" name="session" value={sessionId} />
            <input type="hidden" name="order" value={payment.orderId} />
            <input type="hidden" name="lang" value={language} />
            <button class="secondary" type="submit">
              {words.challenge.giveUp}
            </button>
          </form>
        </section>
      </Watched>
    </Layout>
  );
}
