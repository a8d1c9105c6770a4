import { may } from "../../../merchant/permission.ts";
import { approveRequest, isUnfinished, rejectRequest } from "../../../refund/decide-request.ts";
import type { RefundRequest } from "../../../refund/approval.ts";
import { done, NOT_FOUND, redirect, refusal, type PanelAnswer } from "../answer.ts";
import type { MerchantContext } from "../context.ts";
import { amountText, parseAmount } from "../parts/amount-text.ts";
import { Button, Field, Form } from "../parts/form.tsx";
import { merchantRoute, type PanelRoute } from "../route.ts";
import { shell } from "../words/shell.ts";
import { ApprovalTable } from "./approval-table.tsx";
import { approvalWords } from "./approval-words.ts";
import { noticeOf, refusalText } from "./refund-views.tsx";

const LISTED = 100;

/** Refunds above the limit: who asks for one, and who else decides. */
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
  merchantRoute({
    method: "POST",
    path: "approvals/limit",
    permission: "refunds.limit",
    run: setLimit,
  }),
];

async function approve(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, merchant, signedIn } = context;
  const request = await named(context);
  if (request === undefined) return NOT_FOUND;
  const { user } = signedIn;
  const isOpen = request.state === "waiting" || isUnfinished(request);
  if (isOpen && request.requestedBy !== user.userId) {
    await note(context, request, "refund.approved");
  }
  const { requestId } = request;
  const decided = await approveRequest(kit, { scope, merchant, user, requestId });
  const to = context.to("approvals");
  if (decided.ok) return redirect(to, noticeOf(context, decided.value));
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
    after: { request_id: requestId, amount: Number(amount.minor), requested_by: requester },
  });
}

async function setLimit(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, merchant, request, language } = context;
  const text = (request.body["limit"] ?? "").trim();
  const minor = text === "" ? null : parseAmount(text);
  if (minor === undefined) return approvalsPage(context, true);
  const before = merchant.settings.refundApprovalAbove;
  const refundApprovalAbove = minor === null ? null : Number(minor);
  await kit.merchants.changeSettings(scope.merchantId, { refundApprovalAbove });
  await context.record({
    action: "settings.changed",
    object: { kind: "merchant", id: scope.merchantId },
    before: { refundApprovalAbove: before },
    after: { refundApprovalAbove },
  });
  return redirect(context.to("approvals"), done(approvalWords[language].limitSaved));
}

async function approvalsPage(context: MerchantContext, isWrong: boolean): Promise<PanelAnswer> {
  const { kit, scope, language, signedIn } = context;
  const words = approvalWords[language];
  const requests = await kit.approvals.list(scope, LISTED);
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
        <Limit
          context={context}
          isWrong={isWrong}
          mayChange={may(signedIn.user, "refunds.limit")}
        />
      </>
    ),
  };
}

type LimitProps = {
  readonly context: MerchantContext;
  readonly isWrong: boolean;
  readonly mayChange: boolean;
};

function Limit({ context, isWrong, mayChange }: LimitProps) {
  const { language, merchant, request } = context;
  const words = approvalWords[language];
  const limit = merchant.settings.refundApprovalAbove;
  const text = limit === null ? "" : amountText(BigInt(limit), language);
  return (
    <section class="card narrow">
      <h2>{words.limitTitle}</h2>
      <p>{limit === null ? words.off : words.on(text)}</p>
      {mayChange && (
        <Form context={context} action={context.to("approvals/limit")}>
          <Field
            name="limit"
            label={words.limit}
            hint={words.limitHint}
            inputMode="decimal"
            maxLength={20}
            value={isWrong ? request.body["limit"] : text}
            error={isWrong ? words.limitWrong : ""}
            hasFocus={isWrong}
          />
          <Button kind="plain">{shell[language].save}</Button>
        </Form>
      )}
    </section>
  );
}
