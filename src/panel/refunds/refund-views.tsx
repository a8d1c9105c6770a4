import { fullName } from "../../domain/session/session.ts";
import { CURRENCIES } from "../../kernel/currency.ts";
import { money, type Money } from "../../kernel/money.ts";
import type { Flash } from "../../domain/merchant/user-ports.ts";
import { needsApproval } from "../../domain/refund/approval.ts";
import { refundable } from "../../domain/refund/refund.ts";
import { refundLimit } from "../../domain/merchant/refund-limit.ts";
import type { RefundRefusal } from "../../domain/refund/refund-payment.ts";
import { isPaidBackByHand, type Refund } from "../../domain/refund/refund.ts";
import type { PaymentHistory } from "../../domain/report/history.ts";
import { formatMoney } from "../../page/format.ts";
import { done, refusal, waiting, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { amountText } from "../../page/parts/amount-text.ts";
import { AmountForm, ConfirmForm, type AmountChoice } from "./amount-form.tsx";
import { modificationPage, paymentAt, type ChosenAmount } from "./modification-page.ts";
import { modificationWords } from "./words.ts";

/** True if a refund of this amount needs a second person's approval. */
export function needsSecond(
  context: MerchantContext,
  history: PaymentHistory,
  amount: Money,
): boolean {
  const { payment, reservedMinor } = history;
  const limit = limitOf(context);
  return needsApproval(payment, { reservedMinor, amount, limit });
}

/** The approval limit in force. */
export function limitOf({ kit, merchant }: MerchantContext): number | null {
  return refundLimit(merchant.settings, kit.clock.now());
}

/** The flash about a refund; the bank's outcome may still be unknown. */
export function messageOf({ language }: MerchantContext, { state, amount }: Refund): Flash {
  const words = modificationWords[language];
  const text = formatMoney(amount, language);
  if (state === "failed") return refusal(words.refundFailed);
  return state === "succeeded" ? done(words.refunded(text)) : waiting(words.refundPending(text));
}

export function refusalText({ language }: MerchantContext, refused: RefundRefusal): string {
  const words = modificationWords[language];
  switch (refused.code) {
    case "not_refundable":
      return words.notRefundable;
    case "refund_exceeds_amount":
      return words.exceeds(formatMoney(refused.left, language));
    case "refund_needs_approval":
      return words.needsSecond(formatMoney(refused.limit, language));
    case "idempotency_key_reused":
      return words.again;
  }
}

type FormState = {
  readonly choice: AmountChoice;
  readonly isWrong?: boolean;
  readonly lacksReason?: boolean;
};

export function askPage(
  context: MerchantContext,
  history: PaymentHistory,
  state: FormState,
): PanelAnswer {
  const { language } = context;
  const words = modificationWords[language];
  const { payment, reservedMinor } = history;
  const left = refundable(payment, reservedMinor);
  const { choice, isWrong = false, lacksReason = false } = state;
  return modificationPage(context, history, {
    status: isWrong || lacksReason ? 422 : 200,
    title: words.refundTitle,
    body: (
      <AmountForm
        action={paymentAt(context, history, "refund")}
        back={paymentAt(context, history)}
        most={left}
        choice={choice}
        isWrong={isWrong}
        question={words.how}
        full={words.full(formatMoney(left, language))}
        hasReason
        lacksReason={lacksReason}
      />
    ),
  });
}

export function reviewPage(
  context: MerchantContext,
  history: PaymentHistory,
  { choice, amount }: ChosenAmount,
): PanelAnswer {
  const { language } = context;
  const words = modificationWords[language];
  const text = formatMoney(amount, language);
  // The amount left may change before the confirmation, so the form confirms the amount shown here.
  const style = { language, exponent: CURRENCIES[amount.currency].exponent };
  const shown = { ...choice, kind: "part", text: amountText(amount.minor, style) } as const;
  const isSecond = needsSecond(context, history, amount);
  return modificationPage(context, history, {
    title: words.reviewTitle,
    body: (
      <ConfirmForm
        action={paymentAt(context, history, "refund")}
        back={paymentAt(context, history, "refund")}
        choice={shown}
        sentences={sentencesOf(context, history, amount)}
        button={isSecond ? words.confirmRequest : words.confirmRefund(text)}
      />
    ),
  });
}

function sentencesOf(
  context: MerchantContext,
  { payment, session, reservedMinor }: PaymentHistory,
  amount: Money,
): readonly string[] {
  const { language } = context;
  const words = modificationWords[language];
  const left = refundable(payment, reservedMinor);
  const rest = money(left.minor - amount.minor, amount.currency);
  const limit = limitOf(context);
  const customer = fullName(session.customer);
  const isSecond = needsApproval(payment, { reservedMinor, amount, limit });
  return [
    words.willRefund(formatMoney(amount, language), customer === "" ? words.toCustomer : customer),
    isPaidBackByHand(payment) ? words.byHand : words.takes,
    rest.minor === 0n ? words.leavesNothing : words.leaves(formatMoney(rest, language)),
    isSecond
      ? words.needsSecond(formatMoney(money(BigInt(limit ?? 0), amount.currency), language))
      : words.undone,
  ];
}
