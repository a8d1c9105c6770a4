import { money, type Money } from "../kernel/money.ts";
import { ok, refused, type Result } from "../kernel/result.ts";
import type { Order } from "./find-order.ts";
import { followHold, type FollowUpDeps, type FollowUpResult } from "./follow-up.ts";
import type { PaymentState } from "./states.ts";

export type CaptureRefusal =
  | { readonly code: "not_capturable"; readonly state: PaymentState }
  | { readonly code: "capture_exceeds_amount"; readonly held: Money };

/**
 * Takes a held payment (contract 4): all of it, or a lower amount, which releases the rest. Capture
 * and void of one payment have one winner.
 */
export async function capturePayment(
  deps: FollowUpDeps,
  command: Order & { readonly amountMinor: bigint | undefined },
): Promise<Result<FollowUpResult, CaptureRefusal>> {
  const { payment, amountMinor } = command;
  const held = payment.chargedAmount;
  const amount = amountMinor === undefined ? held : money(amountMinor, held.currency);
  if (payment.state === "authorized" && amount.minor > held.minor) {
    return refused({ code: "capture_exceeds_amount", held });
  }
  const followed = await followHold(deps, command, { kind: "capture", amount });
  if (followed.ok) return ok(followed.value);
  const current = (await deps.payments.findPayment(payment.orderId)) ?? payment;
  return refused({ code: "not_capturable", state: current.state });
}
