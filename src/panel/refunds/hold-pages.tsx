import { money } from "../../kernel/money.ts";
import type { Flash } from "../../domain/merchant/user-ports.ts";
import { capturePayment } from "../../domain/payment/modification/capture.ts";
import type { ModificationResult } from "../../domain/payment/modification/capture-or-void.ts";
import { voidPayment } from "../../domain/payment/modification/void.ts";
import type { PaymentHistory } from "../../domain/report/history.ts";
import { formatMoney } from "../../page/format.ts";
import { done, NOT_FOUND, refusal, waiting, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { findHistory } from "../payments/find-history.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import {
  AmountForm,
  chosenAmount,
  ConfirmForm,
  idempotencyKeyOf,
  newChoice,
  readChoice,
  type AmountChoice,
} from "./amount-form.tsx";
import {
  modificationPage,
  paymentAt,
  backToPayment,
  type ChosenAmount,
} from "./modification-page.ts";
import { modificationWords } from "./words.ts";

const CAPTURE = {
  path: "payments/:order/capture",
  permission: "payments.move",
  audit: { action: "payment.captured", kind: "payment", field: "order" },
} as const;
const VOID = {
  path: "payments/:order/void",
  permission: "payments.move",
  audit: { action: "payment.voided", kind: "payment", field: "order" },
} as const;

/** Capturing a preauthorised amount in full or in part, and voiding it. */
export const holdRoutes: readonly PanelRoute[] = [
  merchantRoute({ method: "GET", ...CAPTURE, run: (context) => withHold(context, askCapture) }),
  merchantRoute({ method: "POST", ...CAPTURE, run: (context) => withHold(context, takeCapture) }),
  merchantRoute({ method: "GET", ...VOID, run: (context) => withHold(context, askVoid) }),
  merchantRoute({ method: "POST", ...VOID, run: (context) => withHold(context, takeVoid) }),
];

type Step = (context: MerchantContext, history: PaymentHistory) => Promise<PanelAnswer>;

/** Refuses a payment that is not authorized (any more), as after a second submit of the form. */
async function withHold(context: MerchantContext, step: Step): Promise<PanelAnswer> {
  const history = await findHistory(context);
  if (history === undefined) return NOT_FOUND;
  if (history.payment.state === "authorized") return step(context, history);
  return backToPayment(
    context,
    history,
    refusal(modificationWords[context.language].notCapturable),
  );
}

async function askCapture(context: MerchantContext, history: PaymentHistory): Promise<PanelAnswer> {
  return captureForm(context, history, { choice: newChoice(context), isWrong: false });
}

async function takeCapture(
  context: MerchantContext,
  history: PaymentHistory,
): Promise<PanelAnswer> {
  const { kit, request, language } = context;
  const { payment, session } = history;
  const choice = readChoice(context);
  const amount = chosenAmount(choice, payment.chargedAmount);
  if (amount === undefined) return captureForm(context, history, { choice, isWrong: true });
  if (request.body["confirmed"] !== "yes")
    return captureReview(context, history, { choice, amount });
  await context.log.asked({ after: { amount: Number(amount.minor), currency: amount.currency } });
  const idempotencyKey = idempotencyKeyOf(choice);
  const command = { payment, session, amountMinor: amount.minor, idempotencyKey };
  const captured = await capturePayment(kit, command);
  const words = modificationWords[language];
  if (!captured.ok) {
    const { refusal: cause } = captured;
    const reason =
      cause.code === "capture_below_least"
        ? words.belowLeast(formatMoney(cause.least, language))
        : words.notCapturable;
    return backToPayment(context, history, refusal(reason));
  }
  const text = words.captured(formatMoney(amount, language));
  return backToPayment(context, history, flashOf(context, captured.value, text));
}

async function askVoid(context: MerchantContext, history: PaymentHistory): Promise<PanelAnswer> {
  const { language } = context;
  const words = modificationWords[language];
  const held = formatMoney(history.payment.chargedAmount, language);
  return modificationPage(context, history, {
    title: words.voidTitle,
    body: (
      <ConfirmForm
        action={paymentAt(context, history, "void")}
        back={paymentAt(context, history)}
        choice={newChoice(context)}
        sentences={[words.willVoid(held)]}
        button={words.confirmVoid}
        isDanger
        isFirst
      />
    ),
  });
}

async function takeVoid(context: MerchantContext, history: PaymentHistory): Promise<PanelAnswer> {
  const { payment, session } = history;
  const words = modificationWords[context.language];
  const { minor, currency } = payment.chargedAmount;
  await context.log.asked({ before: { amount: Number(minor), currency } });
  const idempotencyKey = idempotencyKeyOf(readChoice(context));
  const voided = await voidPayment(context.kit, { payment, session, idempotencyKey });
  if (!voided.ok) return backToPayment(context, history, refusal(words.notCapturable));
  return backToPayment(context, history, flashOf(context, voided.value, words.voided));
}

function flashOf(
  { language }: MerchantContext,
  { outcome }: ModificationResult,
  text: string,
): Flash {
  const words = modificationWords[language];
  switch (outcome.kind) {
    case "approved":
      return done(text);
    case "declined":
      return refusal(words.refused);
    case "pending":
    case "unknown":
      return waiting(words.moving);
  }
}

type FormState = { readonly choice: AmountChoice; readonly isWrong: boolean };

function captureForm(
  context: MerchantContext,
  history: PaymentHistory,
  { choice, isWrong }: FormState,
): PanelAnswer {
  const words = modificationWords[context.language];
  const held = history.payment.chargedAmount;
  return modificationPage(context, history, {
    status: isWrong ? 422 : 200,
    title: words.captureTitle,
    body: (
      <AmountForm
        action={paymentAt(context, history, "capture")}
        back={paymentAt(context, history)}
        most={held}
        choice={choice}
        isWrong={isWrong}
        question={words.captureHow}
        full={words.captureFull(formatMoney(held, context.language))}
      />
    ),
  });
}

function captureReview(
  context: MerchantContext,
  history: PaymentHistory,
  { choice, amount }: ChosenAmount,
): PanelAnswer {
  const { language } = context;
  const words = modificationWords[language];
  const held = history.payment.chargedAmount;
  const rest = money(held.minor - amount.minor, held.currency);
  const text = formatMoney(amount, language);
  return modificationPage(context, history, {
    title: words.reviewTitle,
    body: (
      <ConfirmForm
        action={paymentAt(context, history, "capture")}
        back={paymentAt(context, history, "capture")}
        choice={choice}
        sentences={[
          words.willCapture(text),
          ...(rest.minor > 0n ? [words.willRelease(formatMoney(rest, language))] : []),
        ]}
        button={words.confirmCapture(text)}
      />
    ),
  });
}
