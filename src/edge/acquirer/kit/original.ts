import type { Declined, OriginalAttempt } from "../../../payment/acquirer-port.ts";
import { unpackState } from "./state.ts";

/**
 * The order that the bank knows: banks that give a capture, void or refund no id of ours find all
 * of them by the reference of the authorization, which the state of a capture repeats as `order`.
 */
export function orderOf(original: Pick<OriginalAttempt, "reference" | "state">): string {
  return unpackState(original.state)?.["order"] ?? original.reference;
}

/** The refusal of a request that the adapter does not send, because the bank's answer is a guess. */
export function notSupported(sentence: string): Declined {
  return {
    kind: "declined",
    reason: "general_error",
    retry: "no",
    bankCode: "not_supported",
    bankMessage: sentence,
  };
}
