import { approveRequest, isUnfinished, rejectRequest } from "../../../refund/decide-request.ts";
import type { RefundRequest } from "../../../refund/approval.ts";
import { done, NOT_FOUND, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { ApprovalTable } from "./approval-table.tsx";
import { approvalWords } from "./approval-words.ts";
import { LimitSection } from "./limit-section.tsx";
import { messageOf, refusalText } from "./refund-views.tsx";

const LISTED = 100;

/** Refunds above the limit: the requests, and the decision of another user. */
export const approvalRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: "approvals",
    permission: "payments.see",
    run: (context) => approvalsPage(context, false),
  }),
  merchantRoute({
    method: "POST",
    path: "approvals/approve",
    permission: "refunds.approve",
    run: approve,
  }),
  merchantRoute({
    method: "POST",
    path: "approvals/reject",
    permission: "refunds.approve",
    run: reject,
  }),
];

async function approve(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, signedIn } = context;
  const request = await named(context);
  if (request === undefined) return NOT_FOUND;
  const { user } = signedIn;
  const isOpen = request.state === "waiting" || isUnfinished(request);
  if (isOpen && request.requestedBy !== user.userId) {
    await note(context, request, "refund.approved");
  }
  const { requestId } = request;
  const decided = await approveRequest(kit, { scope, user, requestId });
  const to = context.to("approvals");
  if (decided.ok) return redirect(to, messageOf(context, decided.value));
  const { refusal: why } = decided;
  if (why.code === "not_refunded") return redirect(to, refusal(refusalText(context, why.refusal)));
  return redirect(to, refusal(wordOf(context, why.code)));
}

async function reject(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, signedIn, language } = context;
  const request = await named(context);
  if (request === undefined) return NOT_FOUND;
  const command = { scope, user: signedIn.user, requestId: request.requestId };
  const decided = await rejectRequest(kit, command);
  const to = context.to("approvals");
  if (!decided.ok) return redirect(to, refusal(wordOf(context, decided.refusal.code)));
  await note(context, request, "refund.rejected");
  return redirect(to, done(approvalWords[language].rejected));
}

function named({ kit, scope, request }: MerchantContext): Promise<RefundRequest | undefined> {
  return kit.approvals.find(scope, request.body["request"] ?? "");
}

function wordOf(
  { language }: MerchantContext,
  code: "unknown" | "own_request" | "already_decided",
) {
  const words = approvalWords[language];
  return code === "own_request" ? words.own : words.decided;
}

function note(
  context: MerchantContext,
  { orderId, requestId, amount, requester }: RefundRequest,
  action: "refund.approved" | "refund.rejected",
): Promise<void> {
  return context.record({
    action,
    object: { kind: "payment", id: orderId },
    after: {
      request_id: requestId,
      amount: Number(amount.minor),
      currency: amount.currency,
      requested_by: requester,
    },
  });
}

export async function approvalsPage(
  context: MerchantContext,
  isWrong: boolean,
): Promise<PanelAnswer> {
  const { kit, scope, language } = context;
  const words = approvalWords[language];
  const requests = await kit.approvals.list(scope, LISTED);
  const keys = await kit.merchants.listKeys(scope.merchantId);
  const open = requests.filter((one) => one.state === "waiting" || isUnfinished(one));
  const decided = requests.filter((one) => !open.includes(one));
  return {
    kind: "page",
    status: isWrong ? 422 : 200,
    nav: "approvals",
    title: words.title,
    body: (
      <>
        <p class="lead">{words.intro}</p>
        {open.length === 0 ? (
          <p class="empty">{words.none}</p>
        ) : (
          <ApprovalTable context={context} requests={open} label={words.states.waiting} />
        )}
        {decided.length > 0 && (
          <ApprovalTable context={context} requests={decided} label={words.state} />
        )}
        <LimitSection context={context} isWrong={isWrong} keys={keys} />
      </>
    ),
  };
}
