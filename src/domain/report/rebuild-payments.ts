import { publicDeclineCode } from "../payment/decline.ts";
import { hasEndedUnpaid, PAYMENT_STATUSES, PUBLIC_STATUS } from "../payment/states.ts";
import { isReserved } from "../refund/states.ts";
import type { Difference } from "./books-reader.ts";
import type {
  BookedAmounts,
  PaymentTrail,
  PaymentTrails,
  StoredPayment,
  TrailEvent,
} from "./payment-trail.ts";

export type RebuiltPayments = {
  readonly payments: number;
  /** The first differences. */
  readonly differences: readonly Difference[];
};

/** Maximum number of differences that are reported. */
const SHOWN = 10;

/**
 * Rebuilds the state of each payment and refund from its events and postings alone, and compares it
 * with the tables. Reads only; it holds one batch of payments in memory.
 */
export async function rebuildPayments(deps: {
  readonly trails: PaymentTrails;
}): Promise<RebuiltPayments> {
  let payments = 0;
  const differences: Difference[] = [];
  for await (const trail of deps.trails.read()) {
    payments += 1;
    if (differences.length >= SHOWN) continue;
    for (const problem of problemsOf(trail)) {
      differences.push({ check: "rebuilt", subject: trail.payment.orderId, problem });
    }
  }
  return { payments, differences: differences.slice(0, SHOWN) };
}

/** The state that events and postings add up to. */
type RebuiltState = {
  readonly status: string;
  readonly code: string | undefined;
  readonly heldMinor: bigint;
  readonly capturedMinor: bigint;
  readonly refundedMinor: bigint;
  readonly refunds: ReadonlyMap<string, RebuiltRefund>;
};

type RebuiltRefund = { readonly status: string; readonly amountMinor: bigint };

function rebuild(events: readonly TrailEvent[], booked: BookedAmounts): RebuiltState {
  let status = "processing";
  let code: string | undefined;
  const refunds = new Map<string, RebuiltRefund>();
  for (const event of events) {
    const [subject, result = ""] = event.type.split(".");
    if (subject === "refund") {
      const { amountMinor } = event;
      refunds.set(event.refundId ?? "", { status: result, amountMinor });
    } else if (PAYMENT_STATUSES.some((known) => known === result)) {
      status = result;
      code = event.code;
    }
  }
  const refundedMinor = sumOf([...refunds.values()].filter(({ status: is }) => is === "succeeded"));
  const isReturned = refundedMinor > 0n && refundedMinor === booked.capturedMinor;
  return {
    status: status === "completed" && isReturned ? "refunded" : status,
    code,
    heldMinor: booked.heldMinor,
    capturedMinor: booked.capturedMinor,
    refundedMinor,
    refunds,
  };
}

function sumOf(refunds: readonly { readonly amountMinor: bigint }[]): bigint {
  return refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

function problemsOf({ payment, refunds, events, booked }: PaymentTrail): readonly string[] {
  const rebuilt = rebuild(events, booked);
  const isHeld = PUBLIC_STATUS[payment.state] === "authorized";
  const reserved = sumOf(refunds.filter(({ state }) => isReserved(state)));
  return [
    ...difference("status", PUBLIC_STATUS[payment.state], rebuilt.status),
    ...difference("captured amount", payment.capturedMinor, rebuilt.capturedMinor),
    ...difference("refunded amount", payment.refundedMinor, rebuilt.refundedMinor),
    ...difference("refunded amount in the books", payment.refundedMinor, booked.refundedMinor),
    ...difference("held amount", isHeld ? payment.chargedMinor : 0n, rebuilt.heldMinor),
    ...difference("reserved amount", payment.reservedMinor, reserved),
    ...(hasEndedUnpaid(payment.state)
      ? difference("decline code", codeOf(payment), rebuilt.code)
      : []),
    ...refunds.flatMap(({ refundId, state, amountMinor }) => {
      const found = rebuilt.refunds.get(refundId);
      const status = isReserved(state) ? "pending" : state;
      return [
        ...difference(`status of ${refundId}`, status, found?.status ?? "pending"),
        ...difference(`amount of ${refundId}`, amountMinor, found?.amountMinor ?? amountMinor),
      ];
    }),
    ...[...rebuilt.refunds.keys()]
      .filter((refundId) => !refunds.some((refund) => refund.refundId === refundId))
      .map((refundId) => `its events have ${refundId}, and there is no such refund`),
  ];
}

function codeOf({ declineReason }: StoredPayment): string | undefined {
  return declineReason === undefined ? undefined : publicDeclineCode(declineReason);
}

function difference(name: string, stored: unknown, rebuilt: unknown): readonly string[] {
  if (stored === rebuilt) return [];
  return [`its ${name} is ${String(stored)}, and its events and postings make ${String(rebuilt)}`];
}
