import type { ComponentChildren } from "preact";
import { installmentOf } from "../../domain/installment/offer.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { money, type Money } from "../../kernel/money.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { formatMoment, formatMoney } from "../../page/format.ts";
import { brandName } from "../../page/parts/brand-mark.tsx";
import type { Checkout } from "../page-kit.ts";
import type { ViewContext } from "../view-context.ts";

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
  const { merchant, session } = checkout;
  const { reference } = session;
  const { chargedAmount, refundedMinor, installmentCount } = payment;
  const place = { language, timeZone: merchant.settings.timeZone };
  const refunded = money(refundedMinor, chargedAmount.currency);
  return (
    <dl class="facts">
      <Fact name={words.paid.merchant}>
        <bdi>{checkout.brand.name}</bdi>
      </Fact>
      <Surcharge view={view} payment={payment} />
      <Fact name={words.paid.amount}>
        <strong>{formatMoney(amountOf(payment), language)}</strong>
      </Fact>
      {installmentCount > 1 && (
        <Fact name={words.paid.installments}>{installmentsText(view, payment)}</Fact>
      )}
      {refundedMinor > 0n && (
        <Fact name={words.paid.refunded}>{formatMoney(refunded, language)}</Fact>
      )}
      <Instrument view={view} payment={payment} />
      {reference !== undefined && (
        <Fact name={words.paid.order}>
          <bdi>{reference}</bdi>
        </Fact>
      )}
      <Fact name={reference === undefined ? words.paid.order : words.paid.payment}>
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

type SurchargeProps = Pick<FactsProps, "view" | "payment">;

/** The price of the order and what its installments add, if they add something to the amount. */
function Surcharge({ view, payment }: SurchargeProps) {
  const { language, words } = view;
  const { amount } = payment;
  const added = amountOf(payment).minor - amount.minor;
  if (added <= 0n) return null;
  return (
    <>
      <Fact name={words.paid.price}>{formatMoney(amount, language)}</Fact>
      <Fact name={words.paid.surcharge}>
        {formatMoney(money(added, amount.currency), language)}
      </Fact>
    </>
  );
}

/** A lender's installments include its interest, which only the lender knows. */
function installmentsText({ words, language }: ViewContext, payment: Payment): string {
  const { installmentCount: count, paymentType } = payment;
  if (paymentType === "shopping_credit") return words.paid.installmentCount(count);
  const part = formatMoney(installmentOf(amountOf(payment), count), language);
  return words.installments.option({ count, part });
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
