import type { FailedItems } from "../job/ports.ts";
import { tryItem, type TryDeps } from "../job/try-item.ts";
import { assert } from "../../kernel/assert.ts";
import type { OrderId } from "../../kernel/ids.ts";
import { money, type Money } from "../../kernel/money.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { planMove } from "../payment/change.ts";
import { openSession, type OpenSessionDeps } from "../payment/open-session.ts";
import type { ApplyOutcomeDeps } from "../payment/outcome/apply-outcome.ts";
import type { Payment } from "../payment/payment.ts";
import { reasonAgainstUser, type SecondPersonDeps } from "./second-person.ts";
import type { User } from "../merchant/user.ts";
import { takesTransfer } from "./order-of-line.ts";
import type {
  Assignment,
  LineRefusal,
  StatementStore,
  TransferStore,
  WaitingLine,
} from "./ports.ts";
import { lineId, lineReference, type LineOwner } from "./statement-line.ts";

export type AssignDeps = FinishDeps & SecondPersonDeps & { readonly transfers: FindRequest };

type FindRequest = Pick<TransferStore, "findRequest">;

export type FinishDeps = ApplyOutcomeDeps &
  OpenSessionDeps & {
    readonly statements: Pick<
      StatementStore,
      "findWaiting" | "beginAssignment" | "endAssignment" | "openAssignments"
    >;
  };

export type AssignCommand = {
  readonly owner: LineOwner;
  /** The `lineId` of an unmatched line of this owner. */
  readonly line: string;
  readonly orderId: OrderId;
  /** True if the payment is completed although less than its amount arrived. */
  readonly acceptsLess: boolean;
  readonly user: Pick<User, "userId" | "merchantId">;
};

export type AssignRefusal =
  | LineRefusal
  | "payment_not_waiting"
  /** The payment was cancelled, and its session has been paid or is being paid since. */
  | "session_taken"
  /** The user uploaded the line, or may be the user who did. */
  | "not_second_person"
  | "wrong_currency"
  /** Less arrived than the payment asks for, and the command does not accept that. */
  | "too_little";

/**
 * Completes a payment with the money of an unmatched line, because a person says that they belong
 * together; also one that was cancelled before its money came. At most the payment's amount is
 * used; the rest of the line stays unmatched, for another payment or to be sent back. If less is
 * accepted, the payment is completed with that amount.
 *
 * The assignment is stored before the payment moves: from then on the money can be neither assigned
 * elsewhere nor returned, and a job completes a move that was interrupted.
 */
export async function assignLine(
  deps: AssignDeps,
  { owner, line: name, orderId, acceptsLess, user }: AssignCommand,
): Promise<Result<Assignment, AssignRefusal>> {
  const waiting = await deps.statements.findWaiting(owner, name);
  if (waiting === undefined || waiting.remaining.minor === 0n) return refused("line_not_waiting");
  const payment = await deps.payments.findPayment(orderId);
  const isOwn = payment?.merchantId === owner.merchantId && payment.mode === owner.mode;
  if (!isOwn || !(await takesMoney(deps, payment))) return refused("payment_not_waiting");
  const amount = usedOf(waiting, payment);
  if (amount === undefined) return refused("wrong_currency");
  if (amount.minor < payment.chargedAmount.minor && !acceptsLess) return refused("too_little");
  const paid = { owner, amount: payment.chargedAmount };
  if ((await reasonAgainstUser(deps, user, { line: waiting.line, paid })) !== undefined) {
    return refused("not_second_person");
  }
  const assignment: Assignment = { owner, line: waiting.line, orderId, amount };
  const begun = await deps.statements.beginAssignment(assignment);
  if (!begun.ok) return begun;
  const finished = await finish(deps, assignment);
  return finished === "paid" ? ok(assignment) : refused(finished);
}

/** True for a payment that awaits a transfer, or was cancelled while it did. */
async function takesMoney(
  { transfers }: { readonly transfers: FindRequest },
  payment: Payment,
): Promise<boolean> {
  return takesTransfer(payment) && (await transfers.findRequest(payment.orderId)) !== undefined;
}

/** The amount of a line that a payment uses; undefined if the currencies differ. */
export function usedOf(
  { remaining }: Pick<WaitingLine, "remaining">,
  { chargedAmount }: Pick<Payment, "chargedAmount">,
): Money | undefined {
  if (remaining.currency !== chargedAmount.currency) return undefined;
  return remaining.minor < chargedAmount.minor ? remaining : chargedAmount;
}

/** Completes the assignments of an owner that a fault interrupted after they were stored. */
export async function finishAssignments(deps: FinishDeps, owner: LineOwner): Promise<void> {
  for (const assignment of await deps.statements.openAssignments({ owner })) {
    await finish(deps, assignment);
  }
}

/** Finishes the interrupted assignments of all owners; one that fails does not delay the others. */
export async function finishAllAssignments(
  deps: FinishDeps & Omit<TryDeps, "failedItems"> & { readonly failedItems: FailedItems },
): Promise<void> {
  const open = await deps.statements.openAssignments({});
  if (open.length === 0) return;
  const failed = new Map(
    (await deps.failedItems.of("transfer_line")).map(({ item }) => [item.itemId, item.dueAt]),
  );
  for (const assignment of open) {
    const { merchantId } = assignment.owner;
    const itemId = lineReference(assignment.line);
    const dueAt = failed.get(itemId);
    if (dueAt !== undefined && dueAt > deps.clock.now()) continue;
    await tryItem(deps, {
      key: { kind: "transfer_line", merchantId, itemId },
      hasFailed: dueAt !== undefined,
      work: () => finish(deps, assignment),
    });
  }
}

/** Finishes the interrupted assignment of a payment; true if the payment is completed by it. */
export async function finishAssignmentOf(deps: FinishDeps, orderId: OrderId): Promise<boolean> {
  const [assignment] = await deps.statements.openAssignments({ orderId });
  return assignment !== undefined && (await finish(deps, assignment)) === "paid";
}

/** `paid`: the payment is completed by the assignment, now or by an earlier call. */
async function finish(
  deps: FinishDeps,
  assignment: Assignment,
): Promise<"paid" | "payment_not_waiting" | "session_taken"> {
  const { orderId, line } = assignment;
  for (;;) {
    const payment = await deps.payments.findPayment(orderId);
    const attempt = await deps.payments.findAuthorization(orderId);
    assert(payment !== undefined && attempt !== undefined, "an assignment has its payment");
    const isPaid = attempt.bankReference === lineId(line);
    if (isPaid || !takesTransfer(payment)) {
      await deps.statements.endAssignment(assignment, { isApplied: isPaid });
      return isPaid ? "paid" : "payment_not_waiting";
    }
    // A payment that ended has freed its session, which buys one thing.
    if (payment.state === "cancelled" && !(await deps.payments.regainSession(payment))) {
      await deps.statements.endAssignment(assignment, { isApplied: false });
      return "session_taken";
    }
    const context = await openSession(deps, payment.sessionId);
    assert(context.ok, "a payment's session exists");
    const { change } = planMove(
      { payment, session: context.value.session, random: deps.random },
      {
        event: "transfer_assigned",
        at: deps.clocks.now(payment),
        captured: money(assignment.amount.minor, assignment.amount.currency),
        attempt: { ...attempt, state: "approved", bankReference: lineId(line), dueAt: undefined },
      },
    );
    // If the change is not applied, another process was faster, and the next turn sees its result.
    await deps.payments.applyChange(change);
  }
}
