import { money, type Money } from "../../../kernel/money.ts";
import { ok, refused, type Result } from "../../../kernel/result.ts";
import type { Order } from "../find-order.ts";
import { captureOrVoid, type ModificationResult } from "./capture-or-void.ts";
import type { ModificationDeps } from "./modification.ts";
import type { PaymentState } from "../states.ts";

export type CaptureRefusal =
  | { readonly code: "not_capturable"; readonly state: PaymentState }
  | { readonly code: "capture_exceeds_amount"; readonly held: Money }
  /** The bank that holds the amount captures no smaller part of it. */
  | { readonly code: "capture_below_least"; readonly least: Money; readonly held: Money }
  | { readonly code: "idempotency_key_reused" };

export type CaptureCommand = Order & {
  /** In minor units; absent: the whole preauthorised amount. */
  readonly amountMinor: bigint | undefined;
  readonly idempotencyKey: string | undefined;
};

/**
 * Captures a preauthorised payment (contract C4): all of it, or a lower amount, which releases the
 * rest. Only one of a capture and a void of the same payment succeeds.
 */
export async function capturePayment(
  deps: ModificationDeps,
  command: CaptureCommand,
): Promise<Result<ModificationResult, CaptureRefusal>> {
  const { payment, amountMinor, idempotencyKey } = command;
  const held = payment.chargedAmount;
  const amount = amountMinor === undefined ? held : money(amountMinor, held.currency);
  if (payment.state === "authorized" && amount.minor > held.minor) {
    return refused({ code: "capture_exceeds_amount", held });
  }
  const { capabilities } = await deps.acquirers.byName(payment.acquirer);
  const least = leastCapture(held, capabilities.leastCapturePercent);
  if (payment.state === "authorized" && amount.minor < least.minor) {
    return refused({ code: "capture_below_least", least, held });
  }
  const result = await captureOrVoid(deps, command, { kind: "capture", amount, idempotencyKey });
  if (result.ok) return ok(result.value);
  if (result.refusal === "idempotency_key_reused") return refused({ code: result.refusal });
  const current = (await deps.payments.findPayment(payment.orderId)) ?? payment;
  return refused({ code: "not_capturable", state: current.state });
}

/** The smallest part of a held amount that a bank captures, rounded up to the minor unit. */
function leastCapture({ minor, currency }: Money, percent: number): Money {
  return money((minor * BigInt(percent) + 99n) / 100n, currency);
}
