import type { RefundRequest } from "../../domain/refund/approval.ts";
import { isBeyondWithdrawal, WITHDRAWAL } from "../../domain/law/withdrawal.ts";
import { lawWords } from "../../page/law-words.ts";
import { formatMoney } from "../../page/format.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { PaymentLink } from "../parts/payment-link.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { approvalWords } from "./approval-words.ts";
import { isOpen, RequestState } from "./decision.tsx";

type TableProps = { readonly requests: readonly RefundRequest[]; readonly label: string };

/** Refund requests; each row leads to the page with the facts by which it is decided. */
export function ApprovalTable({ requests, label }: TableProps) {
  const { kit, language, to } = useMerchant();
  const words = useWords(approvalWords);
  const law = useWords(lawWords);
  const columns: readonly Column<RefundRequest>[] = [
    {
      head: words.amount,
      isRowHead: true,
      cellClass: "whole",
      cell: ({ amount, requestId }) => (
        <a href={to(`approvals/${requestId}`)}>{formatMoney(amount, language)}</a>
      ),
    },
    {
      head: words.asked,
      cell: (request) => (
        <>
          <When at={request.requestedAt} />
          {isOpen(request) && isBeyondWithdrawal(request.requestedAt, kit.clock.now()) && (
            <small class="below">
              <span class="badge warn">{law.lateRefund(WITHDRAWAL.days)}</span>
            </small>
          )}
        </>
      ),
    },
    { head: words.requester, cellClass: "long", cell: ({ requester }) => requester },
    { head: words.reason, cellClass: "long", cell: ({ reason }) => reason },
    {
      head: words.order,
      cell: ({ orderId }) => <PaymentLink orderId={orderId} isShort />,
    },
    {
      head: words.state,
      cell: (request) => <RequestState request={request} />,
    },
  ];
  return <Table label={label} columns={columns} rows={requests} isLinked />;
}
