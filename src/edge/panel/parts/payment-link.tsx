import type { OrderId } from "../../../kernel/ids.ts";
import type { MerchantContext } from "../kit/context.ts";
import { paymentWords } from "../words/payment.ts";
import { CopyButton } from "./copy-button.tsx";

type PaymentLinkProps = { readonly context: MerchantContext; readonly orderId: OrderId };

/** A payment's number, as a link to its page, with a button that copies it. */
export function PaymentLink({ context, orderId }: PaymentLinkProps) {
  const { language } = context;
  return (
    <span class="identifier">
      <a class="code" href={context.to(`payments/${orderId}`)}>
        {orderId}
      </a>
      <CopyButton language={language} name={paymentWords[language].order} text={orderId} isSmall />
    </span>
  );
}
