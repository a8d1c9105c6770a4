import { fullName } from "../../domain/session/session.ts";
import { money } from "../../kernel/money.ts";
import { recentGrants } from "../../domain/merchant/independence.ts";
import type { RefundRequest } from "../../domain/refund/approval.ts";
import { refundable, type Refund } from "../../domain/refund/refund.ts";
import type { PaymentHistory } from "../../domain/report/history.ts";
import { formatMoney } from "../../page/format.ts";
import { NOT_FOUND, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import type { Question } from "../kit/question.ts";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { PaymentLink } from "../parts/payment-link.tsx";
import { PersonalText } from "../../page/parts/personal-text.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { detailWords } from "../payments/payment-words.ts";
import { paymentWords } from "../words/payment.ts";
import { shell } from "../words/shell.ts";
import { approvalWords } from "./approval-words.ts";
import { Decision, isOpen } from "./decision.tsx";
import { limitOf } from "./refund-views.tsx";
import { modificationWords } from "./words.ts";

/** A refund request with the payment's facts by which it is decided. */
export async function requestPage(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, language, request } = context;
  const words = approvalWords[language];
  const asked = await kit.approvals.find(scope, request.params["approval"] ?? "");
  const history = asked && (await kit.history.find(scope, asked.orderId));
  if (asked === undefined || history === undefined) return NOT_FOUND;
  const grants = await recentGrants(kit, kit.clock.now());
  return {
    kind: "page",
    nav: "approvals",
    title: words.requestTitle(formatMoney(asked.amount, language)),
    crumbs: [{ label: words.title, href: context.to("approvals") }],
    body: (
      <>
        <section class="card">
          <Facts>
            {factsOf(context, asked, history).map(([name, value]) => (
              <Fact name={name}>{value}</Fact>
            ))}
          </Facts>
          <Decision request={asked} grants={grants} />
        </section>
        <Refunds refunds={history.refunds} />
      </>
    ),
  };
}

/** Asks before a request is decided; undefined if it can't be decided any more. */
export async function askDecision(
  context: MerchantContext,
  isApproval: boolean,
): Promise<Question | undefined> {
  const { kit, scope, language, request } = context;
  const words = approvalWords[language];
  const asked = await kit.approvals.find(scope, request.body["request"] ?? "");
  if (asked === undefined || !isOpen(asked)) return undefined;
  const history = await kit.history.find(scope, asked.orderId);
  if (history === undefined) return undefined;
  const { undone } = modificationWords[language];
  return {
    title: isApproval ? words.approve : words.reject,
    facts: factsOf(context, asked, history),
    effects: isApproval ? [words.approveEffect, undone] : [words.rejectEffect],
    isDanger: !isApproval,
    back: context.to(`approvals/${asked.requestId}`),
  };
}

function factsOf(
  context: MerchantContext,
  asked: RefundRequest,
  { payment, session, reservedMinor }: PaymentHistory,
): Question["facts"] {
  const { language } = context;
  const words = approvalWords[language];
  const details = detailWords[language];
  const { nothing } = shell[language];
  const { currency } = payment.chargedAmount;
  const amount = (minor: bigint): string => formatMoney(money(minor, currency), language);
  const limit = limitOf(context);
  const customer = fullName(session.customer);
  return [
    [words.amount, <strong>{formatMoney(asked.amount, language)}</strong>],
    [words.reason, asked.reason === "" ? nothing : <q>{asked.reason}</q>],
    [details.customer, customer === "" ? nothing : <PersonalText text={customer} />],
    [details.orderReference, payment.reference ?? nothing],
    [words.order, <PaymentLink orderId={asked.orderId} />],
    [
      payment.card === undefined ? details.received : details.captured,
      amount(payment.capturedMinor),
    ],
    [details.refunded, amount(payment.refundedMinor)],
    [details.left, formatMoney(refundable(payment, reservedMinor), language)],
    [words.limitTitle, limit === null ? words.noLimit : amount(BigInt(limit))],
    [words.requester, <PersonalText text={asked.requester} />],
    [words.asked, <When at={asked.requestedAt} />],
  ];
}

/** The payment's refunds so far. */
function Refunds({ refunds }: { readonly refunds: readonly Refund[] }) {
  const { language } = useMerchant();
  const words = useWords(approvalWords);
  if (refunds.length === 0) return null;
  const columns: readonly Column<Refund>[] = [
    {
      head: words.made,
      isRowHead: true,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    { head: words.amount, isNumber: true, cell: ({ amount }) => formatMoney(amount, language) },
    { head: words.state, cell: ({ state }) => paymentWords[language].refundStates[state] },
  ];
  return (
    <>
      <h2>{words.earlier}</h2>
      <Table label={words.earlier} columns={columns} rows={refunds} />
    </>
  );
}
