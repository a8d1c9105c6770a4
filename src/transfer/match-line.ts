import { assert } from "../kernel/assert.ts";
import { planMove } from "../payment/change.ts";
import { openSession, type OpenSessionDeps } from "../payment/open-session.ts";
import type { Attempt, Payment } from "../payment/payment.ts";
import type { ApplyOutcomeDeps } from "../payment/apply-outcome.ts";
import { wasTaken } from "../payment/states.ts";
import type { TransferStore } from "./ports.ts";
import { findCutCodes, findReferenceCodes } from "./reference-code.ts";
import {
  lineId,
  type LineOwner,
  type LineVerdict,
  type StatementLine,
  type UnmatchedReason,
} from "./statement-line.ts";
import type { TransferRequest } from "./transfer-request.ts";

export type MatchDeps = ApplyOutcomeDeps & OpenSessionDeps & { readonly transfers: TransferStore };

/**
 * Finds the payment that a line pays and completes it. Code, amount and currency must be exactly
 * those of the request, and the account must be the merchant's. Every other line gets the reason
 * why it matches no payment; a match is never guessed. A repeated call for one line returns the
 * same verdict and moves nothing again.
 */
export async function matchLine(deps: MatchDeps, line: StatementLine): Promise<LineVerdict> {
  const owners = await deps.transfers.someOwnersOf(line.account);
  const requests = await requestsOf(deps, line);
  const [request] = requests;
  const sole = line.scope ?? (owners.length === 1 ? owners[0] : undefined);
  if (request === undefined) return unmatched("unknown_reference", sole);
  if (requests.length > 1) return unmatched("ambiguous_reference", sole);
  // If no merchant is known to receive transfers at the account, the source of the statement is
  // trusted and the account is not checked.
  const isForeign = owners.length > 0 && !(await deps.transfers.isAccountOf(request, line.account));
  if (isForeign) return unmatched("wrong_account", sole);
  return payRequest(deps, line, request);
}

async function requestsOf(
  deps: MatchDeps,
  line: StatementLine,
): Promise<readonly TransferRequest[]> {
  const { scope } = line;
  // Text with the form of a code may be another number that the bank wrote, so only codes that were
  // given out count.
  const codes = [...findReferenceCodes(line.description), ...findCutCodes(line.description)];
  if (codes.length === 0) return [];
  const found = await deps.transfers.findByReference(codes);
  return scope === undefined ? found : found.filter((request) => isSameOwner(scope, request));
}

async function payRequest(
  deps: MatchDeps,
  line: StatementLine,
  request: TransferRequest,
): Promise<LineVerdict> {
  const { orderId } = request;
  const owner = { merchantId: request.merchantId, mode: request.mode };
  for (;;) {
    const payment = await deps.payments.findPayment(orderId);
    const attempt = await deps.payments.findAuthorization(orderId);
    assert(payment !== undefined && attempt !== undefined, "a transfer request has its payment");
    // The process that completed the payment with this line may have ended before it wrote the
    // verdict.
    if (attempt.bankReference === lineId(line)) return { kind: "matched", owner, orderId };
    const reason = reasonAgainst(payment, line);
    if (reason !== undefined) return { kind: "unmatched", reason, owner, orderId };
    const applied = await complete(deps, line, { payment, attempt });
    if (applied) return { kind: "matched", owner, orderId };
    // The deadline or another line was faster, so the payment's current state decides.
  }
}

function reasonAgainst(payment: Payment, line: StatementLine): UnmatchedReason | undefined {
  if (wasTaken(payment.state)) return "already_paid";
  if (payment.state !== "awaiting_transfer") return "late";
  const { minor, currency } = payment.chargedAmount;
  if (line.amount.currency !== currency) return "wrong_currency";
  if (line.amount.minor < minor) return "too_little";
  return line.amount.minor > minor ? "too_much" : undefined;
}

async function complete(
  deps: MatchDeps,
  line: StatementLine,
  { payment, attempt }: { readonly payment: Payment; readonly attempt: Attempt },
): Promise<boolean> {
  const context = await openSession(deps, payment.sessionId);
  assert(context.ok, "a payment's session exists");
  const { session } = context.value;
  const move = planMove(
    { payment, session, random: deps.random },
    {
      event: "transfer_matched",
      at: deps.clocks.now(payment),
      attempt: { ...attempt, state: "approved", bankReference: lineId(line), dueAt: undefined },
    },
  );
  const result = await deps.payments.applyChange(move.change);
  return result.kind === "applied";
}

function unmatched(reason: UnmatchedReason, owner: LineOwner | undefined): LineVerdict {
  return { kind: "unmatched", reason, owner, orderId: undefined };
}

function isSameOwner(left: LineOwner, right: LineOwner): boolean {
  return left.merchantId === right.merchantId && left.mode === right.mode;
}
