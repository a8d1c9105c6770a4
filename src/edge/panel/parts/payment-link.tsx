import type { OrderId } from "../../../kernel/ids.ts";
import type { MerchantContext } from "../kit/context.ts";

type PaymentLinkProps = { readonly context: MerchantContext; readonly orderId: OrderId };

/** A payment's number, as a link to its page. */
export function PaymentLink({ context, orderId }: PaymentLinkProps) {
  return (
    <a class="code" href={context.to(`payments/${orderId}`)}>
      {orderId}
    </a>
  );
}
