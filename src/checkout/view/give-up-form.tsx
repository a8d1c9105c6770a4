import type { Payment } from "../../domain/payment/payment.ts";
import type { ViewContext } from "../view-context.ts";

type GiveUpFormProps = {
  readonly view: ViewContext;
  readonly payment: Payment;
  readonly label: string;
};

/** Cancels a payment that waits for the customer, and leads back to the payment form. */
export function GiveUpForm({ view, payment, label }: GiveUpFormProps) {
  const { kit, language } = view;
  return (
    <form method="post" action={kit.paths.abandon(payment.sessionId)}>
      <input type="hidden" name="session" value={payment.sessionId} />
      <input type="hidden" name="order" value={payment.orderId} />
      <input type="hidden" name="lang" value={language} />
      <button class="secondary" type="submit">
        {label}
      </button>
    </form>
  );
}
