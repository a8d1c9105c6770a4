import {
  approveRequest,
  rejectRequest,
  type DecideCommand,
  type DecideRefusal,
} from "../../domain/refund/decide-request.ts";
import type { RefundRequest } from "../../domain/refund/approval.ts";
import { recentGrants } from "../../domain/merchant/independence.ts";
import { done, NOT_FOUND, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { FormFacts, MerchantContext } from "../kit/context.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { isOpen } from "./decision.tsx";
import { ApprovalTable } from "./approval-table.tsx";
import { approvalWords } from "./approval-words.ts";
import { notBefore } from "../parts/not-before.ts";
import { askDecision, requestPage } from "./request-page.tsx";
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
    audit: { action: "refund.approved", kind: "payment", id: "" },
    run: approve,
    ask: (context) => askDecision(context, true),
  }),
  merchantRoute({
    method: "POST",
    path: "approvals/reject",
    permission: "refunds.approve",
    audit: { action: "refund.rejected", kind: "payment", id: "" },
    run: reject,
    ask: (context) => askDecision(context, false),
  }),
  merchantRoute({
    method: "GET",
    path: "approvals/:approval",
    permission: "payments.see",
    run: requestPage,
  }),
];

async function approve(context: MerchantContext): Promise<PanelAnswer> {
  const request = await named(context);
  if (request === undefined) return NOT_FOUND;
  const facts = factsOf(request);
  const decided = await approveRequest(context.kit, commandOf(context, request, facts));
  const to = context.to("approvals");
  // The entry of the approval is committed with it; the answer tells of the refund.
  if (decided.ok || decided.refusal.code === "not_refunded") {
    context.log.about({ ...facts, action: "refund.made" });
  }
  if (decided.ok) return redirect(to, messageOf(context, decided.value));
  const { refusal: why } = decided;
  if (why.code === "not_refunded") return redirect(to, refusal(refusalText(context, why.refusal)));
  return redirect(to, refusal(wordOf(context, why)));
}

async function reject(context: MerchantContext): Promise<PanelAnswer> {
  const request = await named(context);
  if (request === undefined) return NOT_FOUND;
  const command = commandOf(context, request, factsOf(request));
  const decided = await rejectRequest(context.kit, command);
  const to = context.to("approvals");
  if (!decided.ok) return redirect(to, refusal(wordOf(context, decided.refusal)));
  return redirect(to, done(approvalWords[context.language].rejected));
}

function named({ kit, scope, request }: MerchantContext): Promise<RefundRequest | undefined> {
  return kit.approvals.find(scope, request.body["request"] ?? "");
}

function wordOf(context: MerchantContext, why: Exclude<DecideRefusal, { code: "not_refunded" }>) {
  const words = approvalWords[context.language];
  if (why.code === "own_request") return words.own;
  if (why.code === "not_independent") return notBefore(context, why.from);
  return words.decided;
}

function factsOf({ orderId, requestId, amount, requester }: RefundRequest): FormFacts {
  return {
    object: { kind: "payment", id: orderId },
    after: {
      request_id: requestId,
      amount: Number(amount.minor),
      currency: amount.currency,
      requested_by: requester,
    },
  };
}

function commandOf(
  { log, scope, signedIn }: MerchantContext,
  { requestId }: RefundRequest,
  facts: FormFacts,
): DecideCommand {
  return { scope, user: signedIn.user, requestId, entry: log.entryOf(facts) };
}

export async function approvalsPage(
  context: MerchantContext,
  isWrong: boolean,
): Promise<PanelAnswer> {
  const { kit, scope, language } = context;
  const words = approvalWords[language];
  const requests = await kit.approvals.list(scope, LISTED);
  const grants = await recentGrants(kit, kit.clock.now());
  const keys = await kit.merchants.listKeys(scope.merchantId);
  const open = requests.filter(isOpen);
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
          <ApprovalTable requests={open} label={words.states.waiting} />
        )}
        {decided.length > 0 && <ApprovalTable requests={decided} label={words.state} />}
        <LimitSection isWrong={isWrong} keys={keys} grants={grants} />
      </>
    ),
  };
}
