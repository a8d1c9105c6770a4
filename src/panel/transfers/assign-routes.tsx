import { fullName } from "../../domain/session/session.ts";
import { parseOrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { TYPED_TEXT_MAX } from "../../kernel/text.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { assignLine, usedOf } from "../../domain/transfer/assign-line.ts";
import { takesTransfer } from "../../domain/transfer/order-of-line.ts";
import type { WaitingLine } from "../../domain/transfer/ports.ts";
import { reasonAgainstUser } from "../../domain/transfer/second-person.ts";
import { formatMoney } from "../../page/format.ts";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import type { Question } from "../kit/question.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { notBefore } from "../parts/not-before.ts";
import { PaymentLink } from "../parts/payment-link.tsx";
import { PersonalText } from "../../page/parts/personal-text.tsx";
import { detailWords } from "../payments/payment-words.ts";
import { shell } from "../words/shell.ts";
import { seekOrderRoute } from "./order-search.tsx";
import { lineWords } from "./line-words.ts";
import { linePath, Sender } from "./transfer-tables.tsx";
import { transferWords } from "./words.ts";

/** Completing a payment with a line's money, because a person says that they belong together. */
export const assignRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "POST",
    path: "transfers/line/assign",
    permission: "transfers.settle",
    audit: { action: "transfer.settled", kind: "line", field: "line" },
    run: assign,
    ask: askAssignment,
  }),
  seekOrderRoute,
];

type WantedAssignment = {
  readonly waiting: WaitingLine;
  readonly payment: Payment;
  /** The reason for another amount; empty if it is equal. */
  readonly reason: string;
};

/** Reads the form, or returns the answer that refuses it. */
async function readWish(context: MerchantContext): Promise<Result<WantedAssignment, PanelAnswer>> {
  const { kit, request, scope, language, signedIn } = context;
  const words = lineWords[language];
  const { line = "", order = "", reason = "" } = request.body;
  const orderId = parseOrderId(order);
  const waiting = await kit.statements.findWaiting(scope, line);
  if (waiting === undefined || orderId === undefined) {
    return refused(redirect(context.to("transfers"), refusal(words.refusals.line_not_waiting)));
  }
  const refuse = (text: string): Result<WantedAssignment, PanelAnswer> =>
    refused(redirect(linePath(context, waiting.line), refusal(text)));
  const found = await kit.payments.findPayment(orderId);
  // A payment of another merchant or mode is unknown: neither an answer nor the audit log tells
  // that it exists, or what it costs.
  const payment = found !== undefined && scope.holds(found) ? found : undefined;
  if (payment === undefined) return refuse(words.refusals.payment_not_waiting);
  const paid = { owner: scope, amount: payment.chargedAmount };
  const against = await reasonAgainstUser(kit, signedIn.user, { line: waiting.line, paid });
  if (against?.code === "own_request") return refuse(words.refusals.not_second_person);
  if (against !== undefined) return refuse(notBefore(context, against.from));
  const isExact = waiting.remaining.minor === payment.chargedAmount.minor;
  const text = reason.trim().slice(0, TYPED_TEXT_MAX);
  if (!isExact && text === "") return refuse(words.noReason);
  return ok({ waiting, payment, reason: text });
}

/** Asks with the names of both sides and the difference; undefined if the form is refused. */
async function askAssignment(context: MerchantContext): Promise<Question | undefined> {
  const { kit, language } = context;
  const read = await readWish(context);
  if (!read.ok || !takesTransfer(read.value.payment)) return undefined;
  const { waiting, payment, reason } = read.value;
  const [words, common, details] = [
    lineWords[language],
    transferWords[language],
    detailWords[language],
  ];
  const { nothing } = shell[language];
  const session = await kit.sessions.find(payment.sessionId);
  const customer = fullName(session?.customer ?? {});
  const { effect, isLess } = effectOf(context, { waiting, payment });
  return {
    title: words.assign,
    facts: [
      [words.came, formatMoney(waiting.remaining, language)],
      [words.askedFor, formatMoney(payment.chargedAmount, language)],
      [common.sender, <Sender line={waiting.line} />],
      [words.customer, customer === "" ? nothing : <PersonalText text={customer} />],
      [common.description, <bdi>{waiting.line.description}</bdi>],
      [details.orderReference, payment.reference ?? nothing],
      [common.order, <PaymentLink orderId={payment.orderId} />],
      [words.reason, reason === "" ? nothing : reason],
    ],
    effects: [effect, words.assignEffect],
    isDanger: isLess,
    back: linePath(context, waiting.line),
  };
}

function effectOf(
  { language }: MerchantContext,
  { waiting, payment }: Omit<WantedAssignment, "reason">,
) {
  const words = lineWords[language];
  const { remaining } = waiting;
  const { chargedAmount } = payment;
  const minor = remaining.minor - chargedAmount.minor;
  const difference = money(minor < 0n ? -minor : minor, remaining.currency);
  const text = formatMoney(difference, language);
  if (minor === 0n) return { effect: words.isExact, isLess: false };
  return minor < 0n
    ? { effect: words.isLess(text), isLess: true }
    : { effect: words.isMore(text), isLess: false };
}

async function assign(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope, language, signedIn } = context;
  const words = lineWords[language];
  const { line = "", accept = "" } = request.body;
  const read = await readWish(context);
  if (!read.ok) return read.refusal;
  const { waiting, payment, reason } = read.value;
  const { orderId } = payment;
  const used = usedOf(waiting, payment);
  await context.log.asked({
    after: {
      order: orderId,
      ...(used === undefined ? {} : { amount: Number(used.minor), currency: used.currency }),
      ...(reason === "" ? {} : { reason }),
    },
  });
  const { user } = signedIn;
  const command = { owner: scope, line, orderId, acceptsLess: accept === "less", user };
  const assigned = await assignLine(kit, command);
  const back = linePath(context, waiting.line);
  if (!assigned.ok) return redirect(back, refusal(words.refusals[assigned.refusal]));
  const flash = done(words.assigned(formatMoney(assigned.value.amount, language)));
  const isUsedUp = assigned.value.amount.minor === waiting.remaining.minor;
  return redirect(isUsedUp ? context.to("transfers") : back, flash);
}
