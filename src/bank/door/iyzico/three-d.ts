import type { Challenge } from "../../challenge.ts";
import { keptFields, type PostedForm } from "../kit/door-challenge.ts";
import type { Account } from "./accounts.ts";
import { paymentOfChallenge } from "./payment.ts";
import { signAnswer } from "./signature.ts";

/** The company charges after a full authentication only. */
export const CHARGED_MD_STATUS: readonly string[] = ["1"];

/** The form that the browser posts to the merchant; the amount is not in it. */
export function returnForm(account: Account, challenge: Challenge): PostedForm {
  const { callbackUrl = "" } = keptFields(challenge);
  const { paymentId, conversationId } = paymentOfChallenge(challenge);
  const mdStatus = challenge.decision?.mdStatus ?? "0";
  const isPassed = CHARGED_MD_STATUS.includes(mdStatus);
  const status = isPassed ? "success" : "failure";
  const conversationData = "";
  const parts = [conversationData, conversationId, mdStatus, paymentId, status];
  return {
    url: callbackUrl,
    fields: {
      status,
      paymentId,
      conversationData,
      conversationId,
      mdStatus,
      signature: signAnswer(account, parts),
    },
  };
}
