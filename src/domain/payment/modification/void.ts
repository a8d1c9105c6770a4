import { ok, refused, type Result } from "../../../kernel/result.ts";
import type { Order } from "../find-order.ts";
import { captureOrVoid, type ModificationResult } from "./capture-or-void.ts";
import type { ModificationDeps } from "./modification.ts";
import type { PaymentState } from "../states.ts";

export type VoidRefusal = { readonly code: "not_voidable"; readonly state: PaymentState };

export type VoidCommand = Order & { readonly idempotencyKey: string | undefined };

/** Voids a preauthorised payment that was not captured (spec 4.9). */
export async function voidPayment(
  deps: ModificationDeps,
  command: VoidCommand,
): Promise<Result<ModificationResult, VoidRefusal>> {
  const { payment, idempotencyKey } = command;
  const move = { kind: "void", amount: payment.chargedAmount, idempotencyKey } as const;
  const result = await captureOrVoid(deps, command, move);
  if (result.ok) return ok(result.value);
  const current = (await deps.payments.findPayment(payment.orderId)) ?? payment;
  return refused({ code: "not_voidable", state: current.state });
}
