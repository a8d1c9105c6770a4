import type { CustomerHistory } from "../../domain/report/customer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { PaymentLink } from "../parts/payment-link.tsx";
import { Card } from "../../page/parts/card.tsx";
import { When } from "../../page/parts/when.tsx";
import { noteWords } from "../payments/note-words.ts";

/** The newest notes about the customer's payments, each with its payment. */
export async function customerNotes(context: MerchantContext, { payments }: CustomerHistory) {
  const { kit, language, scope } = context;
  const orders = payments.map(({ orderId }) => orderId);
  const notes = await kit.paymentNotes.newest(scope.merchantId, orders);
  if (notes.length === 0) return null;
  return (
    <Card title={noteWords[language].title}>
      <ul class="lines">
        {notes.map(({ author, text, writtenAt, orderId }) => (
          <li>
            <span class="note">
              <bdi>{text}</bdi>
            </span>
            <span class="hint">
              <PaymentLink orderId={orderId} isShort /> · {author} · <When at={writtenAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
