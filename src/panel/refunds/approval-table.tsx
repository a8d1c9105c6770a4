import type { RefundRequest } from "../../domain/refund/approval.ts";
import { formatMoney } from "../../page/format.ts";
import type { MerchantContext } from "../kit/context.ts";
import { PaymentLink } from "../parts/payment-link.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { approvalWords } from "./approval-words.ts";
import { RequestState } from "./decision.tsx";

type TableProps = {
  readonly context: MerchantContext;
  readonly requests: readonly RefundRequest[];
  readonly label: string;
};

/** Refund requests; each row leads to the page with the facts by which it is decided. */
export function ApprovalTable({ context, requests, label }: TableProps) {
  const { language, merchant } = context;
  const words = approvalWords[language];
  const { timeZone } = merchant.settings;
  const columns: readonly Column<RefundRequest>[] = [
    {
      head: words.amount,
      isRowHead: true,
      cellClass: "whole",
      cell: ({ amount, requestId }) => (
        <a href={context.to(`approvals/${requestId}`)}>{formatMoney(amount, language)}</a>
      ),
    },
    {
      head: words.asked,
      cell: ({ requestedAt }) => <When at={requestedAt} language={language} timeZone={timeZone} />,
    },
    { head: words.requester, cellClass: "long", cell: ({ requester }) => requester },
    { head: words.reason, cellClass: "long", cell: ({ reason }) => reason },
    {
      head: words.order,
      cell: ({ orderId }) => <PaymentLink context={context} orderId={orderId} isShort />,
    },
    {
      head: words.state,
      cell: (request) => <RequestState context={context} request={request} />,
    },
  ];
  return <Table label={label} columns={columns} rows={requests} isLinked />;
}
