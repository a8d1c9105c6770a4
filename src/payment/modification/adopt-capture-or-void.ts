import { planMove } from "../change.ts";
import type { Order } from "../find-order.ts";
import { adoptedAttempt, type Adoption } from "./adoption.ts";
import { next } from "../states.ts";
import { applyCaptureOrVoid, CAPTURE_OR_VOID_EVENTS } from "./capture-or-void.ts";
import { newModificationAttempt, type ModificationDeps } from "./modification.ts";

/**
 * Captures or voids a payment in the books, because its bank has done so. Returns false if the
 * payment can't take it.
 */
export async function adoptCaptureOrVoid(
  deps: ModificationDeps,
  { payment, session }: Order,
  { kind, booking, approved, key }: Adoption & { readonly kind: "capture" | "void" },
): Promise<boolean> {
  const { begun, done } = CAPTURE_OR_VOID_EVENTS[kind];
  const { orderId, chargedAmount } = payment;
  const earlier = await deps.modifications.findByKey({ orderId, kind, idempotencyKey: key });
  if (earlier?.state === "approved") return true;
  let open = { payment, attempt: earlier };
  if (open.attempt === undefined) {
    const amount = kind === "capture" ? booking.amount : chargedAmount;
    const fits = amount.minor <= chargedAmount.minor && amount.currency === chargedAmount.currency;
    if (!fits || !next(payment.state, begun).ok) return false;
    const acquirer = await deps.acquirers.byName(payment.acquirer);
    const plain = newModificationAttempt(deps, payment, { kind, amount, acquirer });
    const attempt = await adoptedAttempt(deps, plain, booking);
    const claim = planMove(
      { payment, session, random: deps.random },
      { event: begun, at: attempt.createdAt, attempt },
    );
    const change = { ...claim.change, isAdopted: true };
    const claimed = await deps.modifications.begin(change, attempt, key);
    if (claimed.kind === "superseded") return false;
    open = { payment: claim.payment, attempt };
  }
  if (open.attempt === undefined) return false;
  const attempt = open.attempt;
  const applied = await applyCaptureOrVoid(deps, { ...open, session, attempt }, approved);
  const moved = next(open.payment.state, done);
  return moved.ok && applied.payment.state === moved.value;
}
