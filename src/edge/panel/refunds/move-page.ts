import type { ComponentChildren } from "preact";
import type { Money } from "../../../kernel/money.ts";
import type { Flash } from "../../../merchant/user-ports.ts";
import type { PaymentHistory } from "../../../report/history.ts";
import { redirect, type PanelAnswer } from "../answer.ts";
import type { MerchantContext } from "../context.ts";
import { paymentCrumbs } from "../payments/payment-page.tsx";
import type { AmountChoice } from "./amount-form.tsx";

/** What a form chose, once it was found to be possible. */
export type Chosen = { readonly choice: AmountChoice; readonly amount: Money };

type Shown = {
  readonly title: string;
  readonly body: ComponentChildren;
  readonly status?: number;
};

/** A page of a move of a payment's money, below the payment's own. */
export function movePage(
  context: MerchantContext,
  history: PaymentHistory,
  shown: Shown,
): PanelAnswer {
  return { kind: "page", nav: "payments", crumbs: paymentCrumbs(context, history), ...shown };
}

/** Where a payment is shown, and below it the move that is named. */
export function paymentAt(
  context: MerchantContext,
  { payment }: PaymentHistory,
  move?: "capture" | "refund" | "void",
): string {
  const page = `payments/${payment.orderId}`;
  return context.to(move === undefined ? page : `${page}/${move}`);
}

/** Back to the payment, which says what became of the move. */
export function told(
  context: MerchantContext,
  history: PaymentHistory,
  notice: Flash,
): PanelAnswer {
  return redirect(paymentAt(context, history), notice);
}
