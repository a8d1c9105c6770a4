import { reasonAgainstDecider } from "../../domain/merchant/independence.ts";
import type { RefundLimitRaise } from "../../domain/merchant/merchant.ts";
import {
  changeOfLimit,
  pendingRaise,
  refundLimit,
  textOfRaise,
  type RefundLimits,
} from "../../domain/merchant/refund-limit.ts";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { notBefore } from "../parts/not-before.ts";
import { COMMON_EXPONENT, parseAmount } from "../../page/parts/amount-text.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { approvalWords } from "./approval-words.ts";
import { approvalsPage } from "./approvals-page.tsx";

const AUDIT = { action: "settings.changed", kind: "merchant" } as const;

/** Changing the limit above which refunds need a second person. */
export const limitRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "POST",
    path: "approvals/limit",
    permission: "refunds.limit",
    audit: AUDIT,
    run: setLimit,
  }),
  merchantRoute({
    method: "POST",
    path: "approvals/limit/confirm",
    permission: "refunds.limit",
    audit: AUDIT,
    run: confirmRaise,
  }),
  merchantRoute({
    method: "POST",
    path: "approvals/limit/cancel",
    permission: "refunds.approve",
    audit: AUDIT,
    run: cancelRaise,
  }),
];

async function setLimit(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, merchant, request, signedIn, language } = context;
  const text = (request.body["limit"] ?? "").trim();
  const minor = text === "" ? null : parseAmount(text, COMMON_EXPONENT);
  if (minor === undefined) return approvalsPage(context, true);
  const above = minor === null ? null : Number(minor);
  const now = kit.clock.now();
  const { userId, email } = signedIn.user;
  const requester = { id: userId, name: email };
  const change = changeOfLimit(merchant.settings, above, { requester, now });
  const words = approvalWords[language];
  const isLater = change.refundLimitRaise !== null;
  return save(context, change, isLater ? words.raiseWaits : words.limitSaved);
}

/** Puts a higher limit in force before its time, by an owner other than the requester. */
async function confirmRaise(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, merchant, signedIn, language } = context;
  const words = approvalWords[language];
  const to = context.to("approvals");
  const raise = pendingRaise(merchant.settings, kit.clock.now());
  if (raise === undefined) return redirect(to, refusal(words.noRaise));
  const pair = { requester: raise.requestedBy, decider: signedIn.user };
  const against = await reasonAgainstDecider(kit, pair, kit.clock.now());
  if (against !== undefined) {
    const isOwn = against.code === "own_request";
    return redirect(to, refusal(isOwn ? words.raiseByOther : notBefore(context, against.from)));
  }
  if (!isSeen(context, raise)) return redirect(to, refusal(words.limitChanged));
  const change = { refundApprovalAbove: raise.above, refundLimitRaise: null };
  return save(context, change, words.limitSaved);
}

async function cancelRaise(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, merchant, language } = context;
  const now = kit.clock.now();
  const words = approvalWords[language];
  const to = context.to("approvals");
  const raise = pendingRaise(merchant.settings, now);
  if (raise === undefined) return redirect(to, refusal(words.noRaise));
  if (!isSeen(context, raise)) return redirect(to, refusal(words.limitChanged));
  const refundApprovalAbove = refundLimit(merchant.settings, now);
  return save(context, { refundApprovalAbove, refundLimitRaise: null }, words.raiseCancelled);
}

/** True if the form was sent from a page that showed this raise. */
function isSeen({ request }: MerchantContext, raise: RefundLimitRaise): boolean {
  return request.body["raise"] === textOfRaise(raise);
}

/** Saves limits, unless others were saved since the merchant was read, and says what it did. */
async function save(
  context: MerchantContext,
  change: RefundLimits,
  saved: string,
): Promise<PanelAnswer> {
  const { kit, scope, merchant, language } = context;
  const { refundApprovalAbove, refundLimitRaise } = merchant.settings;
  const to = context.to("approvals");
  const isSaved = await kit.merchants.changeSeenLimits(scope.merchantId, merchant.settings, change);
  if (!isSaved) return redirect(to, refusal(approvalWords[language].limitChanged));
  const before = { refundApprovalAbove, refundLimitRaise };
  await context.log.done({ before, after: { ...change } });
  return redirect(to, done(saved));
}
