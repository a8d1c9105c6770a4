import { newEntryId } from "../../kernel/ids.ts";
import type { RefundRequest } from "../../domain/refund/approval.ts";
import { refundable } from "../../domain/refund/refund.ts";
import { refundPayment } from "../../domain/refund/refund-payment.ts";
import type { PaymentHistory } from "../../domain/report/history.ts";
import { done, NOT_FOUND, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { findHistory } from "../payments/find-history.ts";
import { isAnswered } from "../kit/question.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import {
  chosenAmount,
  FORM_KEY_LENGTH,
  idempotencyKeyOf,
  newChoice,
  reasonOf,
  readChoice,
} from "./amount-form.tsx";
import { backToPayment, type ChosenAmount } from "./modification-page.ts";
import {
  askPage,
  limitOf,
  needsSecond,
  messageOf,
  refusalText,
  reviewPage,
} from "./refund-views.tsx";
import { modificationWords } from "./words.ts";

const PATH = "payments/:order/refund";

/** A refund in three steps, each a page: the amount, a review, and the result. */
export const refundRoutes: readonly PanelRoute[] = [
  merchantRoute({ method: "GET", path: PATH, permission: "refunds.make", run: ask }),
  merchantRoute({
    method: "POST",
    path: PATH,
    permission: "refunds.make",
    audit: { action: "refund.made", kind: "payment", field: "order" },
    run: take,
  }),
];

async function ask(context: MerchantContext): Promise<PanelAnswer> {
  const history = await findHistory(context);
  if (history === undefined) return NOT_FOUND;
  if (refundable(history.payment, history.reservedMinor).minor <= 0n)
    return nothingLeft(context, history);
  return askPage(context, history, { choice: newChoice(context) });
}

async function take(context: MerchantContext): Promise<PanelAnswer> {
  const history = await findHistory(context);
  if (history === undefined) return NOT_FOUND;
  const choice = readChoice(context);
  const isConfirmed = isAnswered(context.request);
  const left = refundable(history.payment, history.reservedMinor);
  const key = idempotencyKeyOf(choice);
  const earlier = history.refunds.find(({ idempotencyKey }) => idempotencyKey === key);
  // A repeated submit of the form shows its first result, and no money moves.
  if (isConfirmed && earlier !== undefined)
    return backToPayment(context, history, messageOf(context, earlier));
  if (left.minor <= 0n) return nothingLeft(context, history);
  const amount = chosenAmount(choice, left);
  if (amount === undefined || choice.key.length !== FORM_KEY_LENGTH) {
    return askPage(context, history, { choice, isWrong: true });
  }
  const isSecond = needsSecond(context, history, amount);
  if (isSecond && reasonOf(context, choice) === "") {
    return askPage(context, history, { choice, lacksReason: true });
  }
  if (!isConfirmed) return reviewPage(context, history, { choice, amount });
  return isSecond
    ? request(context, history, { choice, amount })
    : refund(context, history, { choice, amount });
}

async function refund(
  context: MerchantContext,
  history: PaymentHistory,
  { choice, amount }: ChosenAmount,
): Promise<PanelAnswer> {
  const { payment, session } = history;
  const limit = limitOf(context);
  await context.log.asked({
    before: { refunded_amount: Number(payment.refundedMinor) },
    after: {
      amount: Number(amount.minor),
      currency: amount.currency,
      reason: reasonOf(context, choice),
    },
  });
  const made = await refundPayment(context.kit, {
    payment,
    session,
    amountMinor: amount.minor,
    idempotencyKey: idempotencyKeyOf(choice),
    // Checked again on the locked payment, so that concurrent forms can't exceed the limit
    // together.
    ...(limit === null ? {} : { totalAtMost: BigInt(limit) }),
  });
  if (!made.ok) return backToPayment(context, history, refusal(refusalText(context, made.refusal)));
  return backToPayment(context, history, messageOf(context, made.value.refund));
}

async function request(
  context: MerchantContext,
  history: PaymentHistory,
  { choice, amount }: ChosenAmount,
): Promise<PanelAnswer> {
  const { kit, scope, signedIn, language } = context;
  const { orderId } = history.payment;
  const requestedAt = kit.clocks.now(scope);
  const proposed: RefundRequest = {
    merchantId: scope.merchantId,
    requestId: newEntryId({ now: requestedAt, random: kit.random }),
    mode: scope.mode,
    orderId,
    amount,
    reason: reasonOf(context, choice),
    formKey: choice.key,
    requestedBy: signedIn.user.userId,
    requester: signedIn.user.email,
    requestedAt,
    state: "waiting",
    decision: undefined,
    refundId: undefined,
    refusal: undefined,
  };
  const stored = await kit.approvals.add(proposed);
  if (stored.requestId === proposed.requestId) {
    await context.log.done({
      action: "refund.requested",
      after: {
        request_id: stored.requestId,
        amount: Number(amount.minor),
        currency: amount.currency,
        reason: reasonOf(context, choice),
      },
    });
  }
  return backToPayment(context, history, done(modificationWords[language].requested));
}

function nothingLeft(context: MerchantContext, history: PaymentHistory): PanelAnswer {
  return backToPayment(
    context,
    history,
    refusal(modificationWords[context.language].notRefundable),
  );
}
