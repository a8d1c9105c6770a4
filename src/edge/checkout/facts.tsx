import type { ComponentChildren } from "preact";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { money, type Money } from "../../kernel/money.ts";
import type { Payment } from "../../payment/payment.ts";
import { formatMoment, formatMoney } from "../page/format.ts";
import { brandName } from "../page/parts/brand-mark.tsx";
import type { Checkout } from "./page-kit.ts";
import type { ViewContext } from "./view-context.ts";

type FactsProps = {
  readonly view: ViewContext;
  readonly checkout: Checkout;
  readonly payment: Payment;
  /** The time of the payment; set on a receipt. */
  readonly paidAt?: Instant;
};

/** The facts of a payment: shop, order, amount, payment method and time. */
export function Facts({ view, checkout, payment, paidAt }: FactsProps) {
  const { language, words } = view;
  const { merchant } = checkout;
  const { chargedAmount, refundedMinor, installmentCount } = payment;
  const place = { language, timeZone: merchant.settings.timeZone };
  const refunded = money(refundedMinor, chargedAmount.currency);
  return (
    <dl class="facts">
      <Fact name={words.paid.merchant}>{checkout.brand.name}</Fact>
      <Fact name={words.paid.amount}>
        <strong>{formatMoney(amountOf(payment), language)}</strong>
      </Fact>
      {installmentCount > 1 && (
        <Fact name={words.paid.installments}>{words.paid.installmentCount(installmentCount)}</Fact>
      )}
      {refundedMinor > 0n && (
        <Fact name={words.paid.refunded}>{formatMoney(refunded, language)}</Fact>
      )}
      <Instrument view={view} payment={payment} />
      <Fact name={words.paid.order}>
        <span class="code">{payment.orderId}</span>
      </Fact>
      {paidAt !== undefined && (
        <Fact name={words.paid.time}>
          <time datetime={toIso(paidAt)}>{formatMoment(paidAt, place)}</time>
        </Fact>
      )}
    </dl>
  );
}

/** The captured amount; before a capture, the whole amount of the payment. */
function amountOf({ chargedAmount, capturedMinor }: Payment): Money {
  return capturedMinor === 0n ? chargedAmount : money(capturedMinor, chargedAmount.currency);
}

/** The card, or the name of another payment method. */
function Instrument({ view, payment }: Pick<FactsProps, "view" | "payment">) {
  const { words } = view;
  const { card, paymentType } = payment;
  if (card !== undefined) {
    return (
      <Fact name={words.paid.card}>{`${brandName(card.brand) ?? ""} •••• ${card.lastFour}`}</Fact>
    );
  }
  if (paymentType === "creditcard" || paymentType === "debitcard") return null;
  return <Fact name={words.methods.title}>{words.methods.names[paymentType]}</Fact>;
}

type FactProps = { readonly name: string; readonly children: ComponentChildren };

function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
