import { later, type Instant } from "../../../kernel/clock.ts";
import type { Acquirer, Inquiry, UndoOutcome } from "../acquirer.ts";
import type { ApplyOutcomeDeps } from "./apply-outcome.ts";
import type { Attempt, Payment } from "../payment.ts";
import { sendingWindow } from "./sending-window.ts";
import { undoAbandonedMs } from "../timing.ts";
import type { UndoLease } from "../unsettled-attempts.ts";

type Deps = Pick<ApplyOutcomeDeps, "clocks" | "payments">;

/** The attempt as it is leased during the undo, and the bank's answer. */
export type UndoResult = { readonly attempt: Attempt; readonly outcome: UndoOutcome };

/**
 * The note, at the payment or refund that an approval of the attempt would complete, that an undo
 * of the attempt was sent. While it stands, the approval completes nothing: the undo may still be
 * on its way, and would take back what was told to the merchant.
 */
export type UndoNote = {
  /** The moment of the undo before this one. */
  readonly sentAt: Instant | undefined;
  /** Writes the note together with the lease; undefined as `extendLease` of the attempts. */
  write(attempt: Attempt, lease: UndoLease): Promise<Attempt | undefined>;
  /** Removes the note, because the bank undoes nothing. */
  remove(): Promise<void>;
};

/** The note of a payment that is not decided; of a decided one, an approval completes nothing. */
export function undoNoteOf({ payments }: Pick<Deps, "payments">, payment: Payment): UndoNote {
  return {
    sentAt: payment.undoSentAt,
    write: (attempt, lease) => payments.leaseUndo(payment, attempt, lease),
    remove: () => payments.dropUndo(payment),
  };
}

type ToUndo = {
  readonly attempt: Attempt;
  readonly acquirer: Acquirer;
  readonly inquiry: Inquiry;
  /** Absent if no approval of the attempt can complete anything. */
  readonly note?: UndoNote;
};

/**
 * Undoes an attempt at the bank while no other process works on it: another one could find the
 * charge by its inquiry and complete the payment, and this one would then cancel it. The note is
 * committed before the undo is sent. Returns undefined, and asks nothing, if another process has
 * gone on with the attempt since it was read.
 */
export async function undoAlone(deps: Deps, undo: ToUndo): Promise<UndoResult | undefined> {
  const { attempt, acquirer, inquiry, note } = undo;
  const maySend = sendingWindow(deps, attempt);
  const { merchantId } = attempt;
  const sentAt = deps.clocks.now({ merchantId, mode: "live" });
  const until = later(sentAt, undoAbandonedMs(acquirer.capabilities));
  const leased =
    note === undefined
      ? await deps.payments.extendLease(attempt, until)
      : await note.write(attempt, { sentAt, until });
  if (leased === undefined || !maySend()) return undefined;
  const outcome = await acquirer.undo(inquiry);
  if (note === undefined) return { attempt: leased, outcome };
  const { settledMs } = acquirer.capabilities.timeouts;
  const isAlone = note.sentAt === undefined || sentAt >= later(note.sentAt, settledMs);
  return { attempt: leased, outcome: await told(note, outcome, isAlone) };
}

/**
 * Removes the note once the bank has answered that it undoes nothing. The bank may refuse this undo
 * and still carry out an earlier one that is on its way.
 */
async function told(note: UndoNote, outcome: UndoOutcome, isAlone: boolean): Promise<UndoOutcome> {
  if (outcome.kind === "unknown" || outcome.kind === "undone") return outcome;
  if (isAlone) await note.remove();
  else if (outcome.kind === "stands") return { kind: "unknown", cause: "earlier_undo_under_way" };
  return outcome;
}
