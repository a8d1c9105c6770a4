import type { OrderId } from "../../kernel/ids.ts";
import { useMerchant } from "../kit/context.ts";
import { paymentWords } from "../words/payment.ts";
import { tailOf } from "../../page/parts/identifier.tsx";
import { CopyButton } from "../../page/parts/copy-button.tsx";

type PaymentLinkProps = {
  readonly orderId: OrderId;
  /** True for a cell of a table that shows the end of the number only. */
  readonly isShort?: boolean;
};

/** A payment's number, as a link to its page, with a button that copies it. */
export function PaymentLink({ orderId, isShort = false }: PaymentLinkProps) {
  const { language, to } = useMerchant();
  return (
    <span class="identifier">
      <a
        class={isShort ? "code tail" : "code"}
        href={to(`payments/${orderId}`)}
        title={isShort ? orderId : undefined}
      >
        {isShort ? tailOf(orderId) : orderId}
      </a>
      <CopyButton name={paymentWords[language].order} text={orderId} isSmall />
    </span>
  );
}
