import type { Session } from "../session/session.ts";
import { assert } from "../../kernel/assert.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { OrderId } from "../../kernel/ids.ts";
import type { ApplyOutcomeDeps } from "../payment/outcome/apply-outcome.ts";
import { planMove } from "../payment/change.ts";
import type { OpenSessionDeps } from "../payment/open-session.ts";
import type { Attempt, Payment } from "../payment/payment.ts";
import { wasTaken } from "../payment/states.ts";
import { findPayees, unmatched, type Claim } from "./find-payees.ts";
import { uploaderAboveLimit } from "./second-person.ts";
import { isSpentBefore } from "./line-entry.ts";
import type { StatementStore, TransferStore } from "./ports.ts";
import {
  lineId,
  type JudgedLine,
  type LineOwner,
  type LineVerdict,
  type StatementLine,
  type UnmatchedReason,
} from "./statement-line.ts";

export type MatchDeps = ApplyOutcomeDeps &
  OpenSessionDeps & {
    readonly transfers: TransferStore;
    readonly statements: Pick<StatementStore, "copiesOf">;
    readonly clock: Clock;
  };

type Verdicts = Map<Claim, LineVerdict>;
type Order = { readonly payment: Payment; readonly attempt: Attempt };
type Move = Order & { readonly claim: Claim };

/**
 * Finds the payments that lines pay, completes them, and returns a verdict for each line. Code,
 * amount and currency must be exactly those of the request, and the account must be the merchant's.
 * Every other line gets the reason why it matches no payment; a match is never guessed. Of several
 * lines with one code, an earlier one is judged before a later one. A repeated call for a line
 * returns the same verdict and moves nothing again.
 */
export async function matchLines(
  deps: MatchDeps,
  lines: readonly StatementLine[],
): Promise<readonly JudgedLine[]> {
  const payees = await findPayees(deps.transfers, lines);
  const claims = payees.flatMap((payee) => ("request" in payee ? [payee] : []));
  const spent = await spentAmong(deps, claims);
  const verdicts = await payClaims(
    deps,
    claims.filter((claim) => !spent.has(claim)),
  );
  for (const claim of spent) verdicts.set(claim, refusedTo("already_paid", claim.request));
  return payees.map((payee) => {
    if ("verdict" in payee) return payee;
    const verdict = verdicts.get(payee);
    assert(verdict !== undefined, "each line gets a verdict");
    return { line: payee.line, verdict };
  });
}

/** The lines whose money was sent back or assigned in another copy; they must not pay again. */
async function spentAmong(
  { statements }: MatchDeps,
  claims: readonly Claim[],
): Promise<ReadonlySet<Claim>> {
  if (claims.length === 0) return new Set();
  const copies = await statements.copiesOf(claims.map(({ line }) => line));
  return new Set(
    claims.filter(({ line, request }) =>
      isSpentBefore(line, ownerOf(request), copies.get(lineId(line)) ?? []),
    ),
  );
}

/**
 * Each turn judges the lines of all payments up to the first line that pays, and completes these
 * payments together. The lines after it are judged in the next turn, by the payment's new state. So
 * there are few turns, however many lines have the same code.
 */
async function payClaims(deps: MatchDeps, claims: readonly Claim[]): Promise<Verdicts> {
  const verdicts: Verdicts = new Map();
  const held = await heldAmong(deps, claims);
  let open = claims;
  while (open.length > 0) {
    const orders = await readOrders(deps, open);
    const moves = new Map<OrderId, Move>();
    for (const claim of open) {
      const { orderId } = claim.request;
      if (moves.has(orderId)) continue;
      const order = orders.get(orderId);
      assert(order !== undefined, "a transfer request has its payment");
      const verdict = verdictOn(claim, order, held.has(claim));
      if (verdict === undefined) moves.set(orderId, { ...order, claim });
      else verdicts.set(claim, verdict);
    }
    for (const claim of await complete(deps, [...moves.values()])) {
      verdicts.set(claim, matched(claim));
    }
    // Where the deadline or another line was faster, the payment's current state decides.
    open = open.filter((claim) => !verdicts.has(claim));
  }
  return verdicts;
}

/**
 * Reads the attempts after the payments. The other way round, a line could be judged by an attempt
 * from before and a payment from after its completion with this very line, and be called a second
 * transfer for a paid payment.
 */
async function readOrders(
  { payments }: MatchDeps,
  claims: readonly Claim[],
): Promise<ReadonlyMap<OrderId, Order>> {
  const ids = [...new Set(claims.map(({ request }) => request.orderId))];
  const found = await Promise.all(ids.map((orderId) => payments.findPayment(orderId)));
  const attempts = await Promise.all(ids.map((orderId) => payments.findAuthorization(orderId)));
  const orders = new Map<OrderId, Order>();
  ids.forEach((orderId, index) => {
    const [payment, attempt] = [found[index], attempts[index]];
    if (payment !== undefined && attempt !== undefined) orders.set(orderId, { payment, attempt });
  });
  return orders;
}

/** The lines that a user uploaded and that a second person must assign. */
async function heldAmong(deps: MatchDeps, claims: readonly Claim[]): Promise<ReadonlySet<Claim>> {
  const uploaders = await Promise.all(
    claims.map(({ line, request }) =>
      uploaderAboveLimit(deps, line, { owner: request, amount: request.amount }),
    ),
  );
  return new Set(claims.filter((_, index) => uploaders[index] !== undefined));
}

/** The verdict on a line, or undefined if the line pays the payment. */
function verdictOn(
  claim: Claim,
  { payment, attempt }: Order,
  isHeld: boolean,
): LineVerdict | undefined {
  const { line, request } = claim;
  // The process that completed the payment with this line may have ended before it wrote the
  // verdict.
  if (attempt.bankReference === lineId(line)) return matched(claim);
  const reason = reasonAgainst(payment, line) ?? (isHeld ? "second_person" : undefined);
  if (reason === undefined) return undefined;
  return refusedTo(reason, request);
}

function refusedTo(reason: UnmatchedReason, request: Claim["request"]): LineVerdict {
  return unmatched(reason, ownerOf(request), request.orderId);
}

function reasonAgainst(payment: Payment, line: StatementLine): UnmatchedReason | undefined {
  if (wasTaken(payment.state)) return "already_paid";
  if (payment.state !== "awaiting_transfer") return "late";
  const { minor, currency } = payment.chargedAmount;
  if (line.amount.currency !== currency) return "wrong_currency";
  if (line.amount.minor < minor) return "too_little";
  return line.amount.minor > minor ? "too_much" : undefined;
}

/** Completes payments, and returns the lines by which they were completed. */
async function complete(deps: MatchDeps, moves: readonly Move[]): Promise<readonly Claim[]> {
  // Two processes that complete the same payments in one batch each must lock them in one order.
  const ordered = moves.toSorted((left, right) =>
    left.payment.orderId < right.payment.orderId ? -1 : 1,
  );
  const sessions = await Promise.all(
    ordered.map(({ payment }) => deps.sessions.find(payment.sessionId)),
  );
  const changes = ordered.map((move, index) => changeOf(deps, move, sessions[index]));
  const results = await Promise.all(changes.map((change) => deps.payments.applyChange(change)));
  return ordered.flatMap(({ claim }, index) => (results[index]?.kind === "applied" ? [claim] : []));
}

function changeOf(
  { random, clocks }: MatchDeps,
  { payment, attempt, claim }: Move,
  session: Session | undefined,
) {
  assert(session !== undefined, "a payment's session exists");
  const bankReference = lineId(claim.line);
  const { change } = planMove(
    { payment, session, random },
    {
      event: "transfer_matched",
      at: clocks.now(payment),
      attempt: { ...attempt, state: "approved", bankReference, dueAt: undefined },
    },
  );
  return change;
}

function matched({ request }: Claim): LineVerdict {
  return { kind: "matched", owner: ownerOf(request), orderId: request.orderId };
}

function ownerOf({ merchantId, mode }: LineOwner): LineOwner {
  return { merchantId, mode };
}
