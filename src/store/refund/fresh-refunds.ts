import type { RefundId } from "../../kernel/ids.ts";
import { RecentMap } from "../../kernel/recent-map.ts";
import type { RefundIntent } from "../../domain/refund/ports.ts";
import type { FoundRefund } from "./refund-reads.ts";
import type { PlannedWrite } from "./refund-statements.ts";

/** More than one process has under way at its banks. */
const KEPT = 1_000;

/**
 * The refunds that this process has begun, with their payments, so that the outcome of a refund is
 * planned without reading both again. If the payment has changed since, the outcome is not written,
 * and its next try reads them.
 */
export class FreshRefunds {
  readonly #refunds = new RecentMap<RefundId, FoundRefund>(KEPT);

  /** `version` is that of the payment's row after the refund has been written. */
  add({ read, write: { refund } }: PlannedWrite<RefundIntent>, version: string): void {
    const reservedMinor = read.reservedMinor + refund.amount.minor;
    this.#refunds.set(refund.refundId, { read: { ...read, reservedMinor, version }, refund });
  }

  /** Removes the refund: a second try must read it. */
  take(refundId: RefundId): FoundRefund | undefined {
    const found = this.#refunds.get(refundId);
    this.#refunds.delete(refundId);
    return found;
  }
}
