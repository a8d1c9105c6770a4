import { may } from "../../../merchant/permission.ts";
import { PaymentLink } from "../parts/payment-link.tsx";
import type { RefundRequest } from "../../../refund/approval.ts";
import { isUnfinished } from "../../../refund/decide-request.ts";
import { formatMoney } from "../../page/format.ts";
import type { MerchantContext } from "../kit/context.ts";
import { Button, Form } from "../parts/form.tsx";
import { Table, type Column } from "../parts/table.tsx";
import { When } from "../parts/when.tsx";
import { approvalWords } from "./approval-words.ts";

type TableProps = {
  readonly context: MerchantContext;
  readonly requests: readonly RefundRequest[];
  readonly label: string;
};

export function ApprovalTable({ context, requests, label }: TableProps) {
  const { language, merchant } = context;
  const words = approvalWords[language];
  const { timeZone } = merchant.settings;
  const columns: readonly Column<RefundRequest>[] = [
    {
      head: words.amount,
      isNumber: true,
      isRowHead: true,
      cell: ({ amount }) => formatMoney(amount, language),
    },
    {
      head: words.asked,
      cell: ({ requestedAt }) => <When at={requestedAt} language={language} timeZone={timeZone} />,
    },
    { head: words.requester, cell: ({ requester }) => requester },
    { head: words.reason, cell: ({ reason }) => reason },
    {
      head: words.order,
      cell: ({ orderId }) => <PaymentLink context={context} orderId={orderId} />,
    },
    {
      head: words.state,
      cellClass: "wide",
      cell: (request) => <Decision context={context} request={request} />,
    },
  ];
  return <Table label={label} columns={columns} rows={requests} />;
}

type RowProps = { readonly context: MerchantContext; readonly request: RefundRequest };

const TONES = { waiting: "warn", approved: "good", rejected: "bad" } as const;

function Decision({ context, request }: RowProps) {
  const { signedIn, language } = context;
  const words = approvalWords[language];
  const { state, decision, requestedBy, requestId } = request;
  const isOpen = state === "waiting" || isUnfinished(request);
  const isOwn = requestedBy === signedIn.user.userId;
  return (
    <>
      <span class={`badge ${TONES[state]}`}>
        {isUnfinished(request) ? words.unfinished : words.states[state]}
      </span>
      {decision !== undefined && <small class="below">{words.by(decision.decider)}</small>}
      {isOpen && isOwn && <small class="below">{words.own}</small>}
      {isOpen && !isOwn && may(signedIn.user, "refunds.approve") && (
        <div class="buttons decide">
          <Form context={context} action={context.to("approvals/approve")}>
            <Button name="request" value={requestId}>
              {state === "waiting" ? words.approve : words.finish}
            </Button>
          </Form>
          {state === "waiting" && (
            <Form context={context} action={context.to("approvals/reject")}>
              <Button kind="danger" name="request" value={requestId}>
                {words.reject}
              </Button>
            </Form>
          )}
        </div>
      )}
    </>
  );
}
