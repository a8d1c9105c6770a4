import { may } from "../../../merchant/permission.ts";
import { PaymentLink } from "../parts/payment-link.tsx";
import type { RefundRequest } from "../../../refund/approval.ts";
import { isUnfinished } from "../../../refund/decide-request.ts";
import { formatMoney } from "../../page/format.ts";
import type { MerchantContext } from "../kit/context.ts";
import { Button, Form } from "../parts/form.tsx";
import { When } from "../parts/when.tsx";
import { approvalWords } from "./approval-words.ts";

type TableProps = {
  readonly context: MerchantContext;
  readonly requests: readonly RefundRequest[];
  readonly label: string;
};

export function ApprovalTable({ context, requests, label }: TableProps) {
  const words = approvalWords[context.language];
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.asked}</th>
            <th scope="col" class="number">
              {words.amount}
            </th>
            <th scope="col">{words.requester}</th>
            <th scope="col">{words.reason}</th>
            <th scope="col">{words.order}</th>
            <th scope="col">{words.state}</th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <ApprovalRow context={context} request={request} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = { readonly context: MerchantContext; readonly request: RefundRequest };

function ApprovalRow({ context, request }: RowProps) {
  const { language, merchant } = context;
  const { requestedAt, amount, requester, reason, orderId } = request;
  return (
    <tr>
      <td>
        <When at={requestedAt} language={language} timeZone={merchant.settings.timeZone} />
      </td>
      <td class="number">
        <strong>{formatMoney(amount, language)}</strong>
      </td>
      <td>{requester}</td>
      <td>{reason}</td>
      <td>
        <PaymentLink context={context} orderId={orderId} />
      </td>
      <td>
        <Decision context={context} request={request} />
      </td>
    </tr>
  );
}

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
