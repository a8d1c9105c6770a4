/** A payment as a reader would note it on paper; amounts in minor units. */
export type ModelOrder = {
  readonly id: string;
  readonly session: string;
  readonly kind: "card" | "transfer";
  readonly amount: number;
  readonly begunAt: number;
  /** The bank refuses every refund. */
  readonly refusesRefunds: boolean;
  /** Of a hold: the time at which it ends, and how. */
  hold?: { readonly before: number; readonly end: HoldEnd } | undefined;
  status: string;
  captured: number;
  refunded: number;
  /** Refunds that are pending: of a transfer, or with a lost answer. */
  reserved: number;
  /** The bank's decision, or its lack of the request, while the answer is missing. */
  lost?: { readonly status: string; readonly captured: number } | undefined;
};

export type HoldEnd = "void" | "capture" | "keep";

const HOUR = 60 * 60 * 1_000;
const TRANSFER_DEADLINE = 72 * HOUR;
/** A session's hour, and the grace period in which a customer may return. */
export const CHALLENGE_DEADLINE = 1.25 * HOUR;

/** The behaviours of a card; the amount of a `held` one is preauthorised. */
export type CardKind =
  | "approved"
  | "held"
  | "declined"
  | "answerLost"
  | "neverArrived"
  | "refusesRefunds";

const PAID: Readonly<Record<CardKind, string>> = {
  approved: "completed",
  held: "authorized",
  declined: "failed",
  answerLost: "processing",
  neverArrived: "processing",
  refusesRefunds: "completed",
};

type Begun = Pick<ModelOrder, "id" | "session" | "amount">;

/**
 * One merchant's payments under every possible step: plain sums, without a table of transitions.
 * The reasons are in docs/decisions/random-histories.md.
 */
export class HistoryModel {
  readonly orders: ModelOrder[] = [];
  suspense = 0;
  now = 0;

  pay(begun: Begun, card: CardKind): ModelOrder {
    const order = this.#begin(begun, { kind: "card", status: PAID[card], refuses: card });
    if (order.status === "completed") order.captured = order.amount;
    if (card === "answerLost") order.lost = { status: "completed", captured: order.amount };
    if (card === "neverArrived") order.lost = { status: "failed", captured: 0 };
    return order;
  }

  /** 3-D Secure sends the customer to the bank. */
  challenge(begun: Begun): ModelOrder {
    return this.#begin(begun, { kind: "card", status: "processing" });
  }

  transfer(begun: Begun): ModelOrder {
    return this.#begin(begun, { kind: "transfer", status: "pending" });
  }

  /** The HTTP status that a capture answers with. */
  capture(order: ModelOrder, amount: number, isLost: boolean): 200 | 409 {
    if (order.status !== "authorized" || order.lost || amount > order.amount) return 409;
    // The bank refuses it, and nothing changes.
    if (this.now > (order.hold?.before ?? this.now)) return 200;
    this.#become(order, { status: "completed", captured: amount }, isLost);
    return 200;
  }

  void(order: ModelOrder, isLost: boolean): 200 | 409 {
    if (order.status !== "authorized" || order.lost) return 409;
    this.#become(order, { status: "cancelled", captured: 0 }, isLost);
    return 200;
  }

  /** The customer decides at the bank. */
  decide(order: ModelOrder, decision: "approve" | "decline" | "cancel"): void {
    order.status = { approve: "completed", decline: "failed", cancel: "cancelled" }[decision];
    if (decision === "approve") order.captured = order.amount;
  }

  refund(order: ModelOrder, amount: number, isLost: boolean): 200 | 409 {
    if (order.status !== "completed" && order.status !== "refunded") return 409;
    if (amount > this.left(order)) return 409;
    if (order.refusesRefunds) return 200;
    if (order.kind === "transfer" || isLost) order.reserved += amount;
    else this.#giveBack(order, amount);
    return 200;
  }

  /** A person sent the money of a refund transfer, or gave it up. */
  payOut(order: ModelOrder, amount: number, isSent: boolean): void {
    order.reserved -= amount;
    if (isSent) this.#giveBack(order, amount);
  }

  /** Money arrives with the order's code; returns the result of its match. */
  arrive(order: ModelOrder, minor: number): string {
    const reason = this.#reasonAgainst(order, minor);
    if (reason === "matched") {
      order.status = "completed";
      order.captured = order.amount;
    } else this.suspense += minor;
    return reason;
  }

  /** Lets time pass; returns the ends of the holds that ended meanwhile. */
  pass(ms: number): readonly HoldEnd[] {
    this.now += ms;
    return this.orders.flatMap((order) => this.#grow(order));
  }

  #grow(order: ModelOrder): readonly HoldEnd[] {
    const age = this.now - order.begunAt;
    if (order.lost !== undefined) {
      const { lost } = order;
      order.lost = undefined;
      this.#become(order, lost, false);
    } else if (order.status === "processing" && age > CHALLENGE_DEADLINE) order.status = "failed";
    const before = order.status;
    this.#endHold(order);
    if (order.status === "pending" && age >= TRANSFER_DEADLINE) order.status = "cancelled";
    if (order.kind === "card" && order.reserved > 0) {
      this.#giveBack(order, order.reserved);
      order.reserved = 0;
    }
    const isEnded = before === "authorized" && order.status !== before;
    return isEnded && order.hold !== undefined ? [order.hold.end] : [];
  }

  /** Whether the hold may end, or be refused, before this time from now has passed. */
  endsWithin(ms: number, { hold }: ModelOrder): boolean {
    return hold !== undefined && Math.abs(this.now - hold.before) < ms;
  }

  /** In its last hour a hold is voided or captured; once it is over, nothing can be captured. */
  #endHold(order: ModelOrder): void {
    const { status, hold, amount } = order;
    if (status !== "authorized" || hold === undefined || this.now < hold.before - HOUR) return;
    if (hold.end === "void") order.status = "cancelled";
    if (hold.end !== "capture" || this.now > hold.before) return;
    Object.assign(order, { status: "completed", captured: amount });
  }

  left({ captured, refunded, reserved }: ModelOrder): number {
    return captured - refunded - reserved;
  }

  balances(): Readonly<Record<string, number>> {
    const sum = (of: (order: ModelOrder) => number): number =>
      this.orders.reduce((total, order) => total + of(order), 0);
    const kept = ({ captured, refunded }: ModelOrder): number => captured - refunded;
    const held = sum(({ status, amount }) => (status === "authorized" ? amount : 0));
    const all = {
      acquirer_receivable: sum((order) => (order.kind === "card" ? kept(order) : 0)),
      bank_account: sum((order) => (order.kind === "transfer" ? kept(order) : 0)) + this.suspense,
      card_holds: held,
      hold_obligations: -held,
      merchant_payable: -sum(kept),
      suspense: -this.suspense,
    };
    return Object.fromEntries(Object.entries(all).filter(([, balance]) => balance !== 0));
  }

  summary() {
    const paid = this.orders.filter(({ status }) =>
      ["completed", "authorized", "refunded"].includes(status),
    );
    return {
      total_transactions: this.orders.length,
      total_amount: paid.reduce((sum, { amount }) => sum + amount, 0),
      successful: paid.length,
      failed: this.orders.filter(({ status }) => status === "failed").length,
      refunded: this.orders.filter(({ refunded }) => refunded > 0).length,
    };
  }

  #begin(
    begun: Begun,
    { kind, status, refuses }: Pick<ModelOrder, "kind" | "status"> & { refuses?: CardKind },
  ): ModelOrder {
    const nothing = { captured: 0, refunded: 0, reserved: 0 };
    const refusesRefunds = refuses === "refusesRefunds";
    const order = { ...begun, kind, status, begunAt: this.now, refusesRefunds, ...nothing };
    this.orders.push(order);
    return order;
  }

  #reasonAgainst(order: ModelOrder, minor: number): string {
    if (order.status === "cancelled") return "late";
    if (order.status !== "pending") return "already_paid";
    if (minor === order.amount) return "matched";
    return minor < order.amount ? "too_little" : "too_much";
  }

  #become(
    order: ModelOrder,
    outcome: { readonly status: string; readonly captured: number },
    isLost: boolean,
  ): void {
    if (isLost) order.lost = outcome;
    else Object.assign(order, outcome);
  }

  #giveBack(order: ModelOrder, amount: number): void {
    order.refunded += amount;
    if (order.refunded === order.captured) order.status = "refunded";
  }
}
