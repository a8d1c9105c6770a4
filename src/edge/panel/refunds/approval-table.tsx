import { may } from "../../../merchant/permission.ts";
import { reasonAgainstPair, type AccessGrant } from "../../../merchant/independence.ts";
import { notBefore } from "../parts/not-before.ts";
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
  /** The access that ties users together now. */
  readonly grants: readonly AccessGrant[];
};

export function ApprovalTable({ context, requests, label, grants }: TableProps) {
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
      cell: (request) => <Decision context={context} request={request} grants={grants} />,
    },
  ];
  return <Table label={label} columns={columns} rows={requests} />;
}

type RowProps = Pick<TableProps, "context" | "grants"> & { readonly request: RefundRequest };

const TONES = { waiting: "warn", approved: "good", rejected: "bad" } as const;

function Decision({ context, request, grants }: RowProps) {
  const { signedIn, language } = context;
  const words = approvalWords[language];
  const { state, decision, requestedBy, requestId } = request;
  const isOpen = state === "waiting" || isUnfinished(request);
  const pair = { requester: requestedBy, decider: signedIn.user };
  const against = reasonAgainstPair(pair, grants, context.kit.clock.now());
  const mayDecide = isOpen && may(signedIn.user, "refunds.approve");
  return (
    <>
      <span class={`badge ${TONES[state]}`}>
        {isUnfinished(request) ? words.unfinished : words.states[state]}
      </span>
      {decision !== undefined && <small class="below">{words.by(decision.decider)}</small>}
      {isOpen && against?.code === "own_request" && <small class="below">{words.own}</small>}
      {mayDecide && against?.code === "not_independent" && (
        <small class="below">{notBefore(context, against.from)}</small>
      )}
      {mayDecide && against === undefined && (
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
