import { planMove } from "../change.ts";
import type { Order } from "../find-order.ts";
import { adoptedAttempt, type Adoption } from "./adoption.ts";
import { next } from "../states.ts";
import { applyCaptureOrVoid, CAPTURE_OR_VOID_EVENTS } from "./capture-or-void.ts";
import { newModificationAttempt, type ModificationDeps } from "./modification.ts";
import type { Attempt, Payment } from "../payment.ts";

type CaptureOrVoidAdoption = Adoption & { readonly kind: "capture" | "void" };

/**
 * Captures or voids a payment in the books, because its bank has done so. Returns false if the
 * payment can't take it.
 */
export async function adoptCaptureOrVoid(
  deps: ModificationDeps,
  order: Order,
  adoption: CaptureOrVoidAdoption,
): Promise<boolean> {
  const { orderId } = order.payment;
  const { kind, approved, key } = adoption;
  const earlier = await deps.modifications.findByKey({ orderId, kind, idempotencyKey: key });
  if (earlier?.state === "approved") return true;
  const open =
    earlier === undefined
      ? await begin(deps, order, adoption)
      : { payment: order.payment, attempt: earlier };
  if (open === undefined) return false;
  const { session } = order;
  const applied = await applyCaptureOrVoid(deps, { ...open, session }, approved);
  const moved = next(open.payment.state, CAPTURE_OR_VOID_EVENTS[kind].done);
  return moved.ok && applied.payment.state === moved.value;
}

/** Claims the payment for the move; undefined if its state or amount does not allow it. */
async function begin(
  deps: ModificationDeps,
  { payment, session }: Order,
  { kind, booking, key }: CaptureOrVoidAdoption,
): Promise<{ readonly payment: Payment; readonly attempt: Attempt } | undefined> {
  const { begun } = CAPTURE_OR_VOID_EVENTS[kind];
  const { chargedAmount } = payment;
  const amount = kind === "capture" ? booking.amount : chargedAmount;
  const fits = amount.minor <= chargedAmount.minor && amount.currency === chargedAmount.currency;
  if (!fits || !next(payment.state, begun).ok) return undefined;
  const acquirer = await deps.acquirers.byName(payment.acquirer);
  const plain = newModificationAttempt(deps, payment, { kind, amount, acquirer });
  const attempt = await adoptedAttempt(deps, plain, booking);
  const claim = planMove(
    { payment, session, random: deps.random },
    { event: begun, at: attempt.createdAt, attempt },
  );
  const change = { ...claim.change, isAdopted: true };
  const claimed = await deps.modifications.begin(change, attempt, key);
  return claimed.kind === "superseded" ? undefined : { payment: claim.payment, attempt };
}
