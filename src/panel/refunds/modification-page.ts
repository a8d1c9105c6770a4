import type { ComponentChildren } from "preact";
import type { Money } from "../../kernel/money.ts";
import type { Flash } from "../../domain/merchant/user-ports.ts";
import type { PaymentHistory } from "../../domain/report/history.ts";
import { redirect, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { paymentCrumbs } from "../payments/payment-page.tsx";
import type { AmountChoice } from "./amount-form.tsx";

/** The valid choice of a form, with its amount. */
export type ChosenAmount = { readonly choice: AmountChoice; readonly amount: Money };

type ShownForm = {
  readonly title: string;
  readonly body: ComponentChildren;
  readonly status?: number;
};

/** A page of a modification, below the payment's page. */
export function modificationPage(
  context: MerchantContext,
  history: PaymentHistory,
  shown: ShownForm,
): PanelAnswer {
  return { kind: "page", nav: "payments", crumbs: paymentCrumbs(context, history), ...shown };
}

/** The path of the payment's page, or of a modification below it. */
export function paymentAt(
  context: MerchantContext,
  { payment }: PaymentHistory,
  action?: "capture" | "refund" | "void",
): string {
  const page = `payments/${payment.orderId}`;
  return context.to(action === undefined ? page : `${page}/${action}`);
}

/** Redirects to the payment's page with a flash about the modification. */
export function backToPayment(
  context: MerchantContext,
  history: PaymentHistory,
  flash: Flash,
): PanelAnswer {
  return redirect(paymentAt(context, history), flash);
}
