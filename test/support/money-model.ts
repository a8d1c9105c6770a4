/** A model of one preauthorised payment that is small enough to be verified by reading it. */
export class MoneyModel {
  readonly held: number;
  captured = 0;
  refunded = 0;
  /** Refunds whose outcome at the bank is still unknown. */
  pending = 0;
  status: "authorized" | "completed" | "cancelled" | "refunded" = "authorized";
  undecided: { readonly kind: "capture" | "void"; readonly amount: number } | undefined;

  constructor(held: number) {
    this.held = held;
  }

  /** Returns the HTTP status of the interface's answer. */
  capture(amount: number | undefined, answerIsLost: boolean): 200 | 409 {
    const taken = amount ?? this.held;
    if (this.status !== "authorized" || this.undecided || taken > this.held) return 409;
    this.undecided = { kind: "capture", amount: taken };
    if (!answerIsLost) this.decide();
    return 200;
  }

  void(answerIsLost: boolean): 200 | 409 {
    if (this.status !== "authorized" || this.undecided) return 409;
    this.undecided = { kind: "void", amount: this.held };
    if (!answerIsLost) this.decide();
    return 200;
  }

  refund(amount: number | undefined, answerIsLost: boolean): 200 | 409 {
    if (this.status !== "completed" && this.status !== "refunded") return 409;
    const left = this.captured - this.refunded - this.pending;
    const returned = amount ?? left;
    if (returned > left || left === 0) return 409;
    if (answerIsLost) this.pending += returned;
    else this.giveBack(returned);
    return 200;
  }

  /** The bank has answered every request. */
  recover(): void {
    this.decide();
    this.giveBack(this.pending);
    this.pending = 0;
  }

  balances(): Readonly<Record<string, number>> {
    const held = this.status === "authorized" ? this.held : 0;
    const kept = this.captured - this.refunded;
    const all = {
      acquirer_receivable: kept,
      card_holds: held,
      hold_obligations: -held,
      merchant_payable: -kept,
    };
    return Object.fromEntries(Object.entries(all).filter(([, balance]) => balance !== 0));
  }

  private decide(): void {
    if (this.undecided?.kind === "capture") {
      this.captured = this.undecided.amount;
      this.status = "completed";
    }
    if (this.undecided?.kind === "void") this.status = "cancelled";
    this.undecided = undefined;
  }

  private giveBack(amount: number): void {
    this.refunded += amount;
    if (this.status === "completed" && this.refunded === this.captured) this.status = "refunded";
  }
}
