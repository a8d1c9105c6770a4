import { ok, refused, type Result } from "../kernel/result.ts";
import type { Order } from "./find-order.ts";
import { followHold, type FollowUpDeps, type FollowUpResult } from "./follow-up.ts";
import type { PaymentState } from "./states.ts";

export type VoidRefusal = { readonly code: "not_voidable"; readonly state: PaymentState };

/** Releases a hold that was not captured (spec 4.9). */
export async function voidPayment(
  deps: FollowUpDeps,
  order: Order,
): Promise<Result<FollowUpResult, VoidRefusal>> {
  const { payment } = order;
  const followed = await followHold(deps, order, { kind: "void", amount: payment.chargedAmount });
  if (followed.ok) return ok(followed.value);
  const current = (await deps.payments.findPayment(payment.orderId)) ?? payment;
  return refused({ code: "not_voidable", state: current.state });
}
