import type { Session } from "../session/session.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { OrderId } from "../../kernel/ids.ts";

/** A restore of the database from a backup. */
export type Restoration = {
  readonly restoredAt: Instant;
  /** The moment of the backup: later bookings of the banks are missing in the data. */
  readonly dataUntil: Instant;
  /** The time at which an operator ended the comparison with the banks; undefined until then. */
  readonly endedAt: Instant | undefined;
  /** The orders of which a bank has bookings that no person has cleared yet. */
  readonly heldOrders: ReadonlySet<OrderId | undefined>;
};

/** Money would be moved on the basis of restored data that lack what the banks have booked. */
export class Restore extends Error {
  /** Absent if nothing may begin at all. */
  readonly orderId: OrderId | undefined;

  constructor(orderId?: OrderId) {
    super(
      orderId === undefined
        ? "the restored data were not compared with the banks yet"
        : `a bank has a booking of ${orderId} that is missing in the restored data`,
    );
    this.orderId = orderId;
  }
}

export type RestoredDeps = { readonly restored: RestorationGuard };

/**
 * Knows in memory whether the data were restored, so that no payment asks the database for it. The
 * reasons are in docs/decisions/restored-data.md.
 */
export class RestorationGuard {
  #last: Restoration | undefined;

  get last(): Restoration | undefined {
    return this.#last;
  }

  learn(last: Restoration | undefined): void {
    this.#last = last;
  }

  get isOpen(): boolean {
    return this.#last !== undefined && this.#last.endedAt === undefined;
  }

  /**
   * To be called before each intent to move money, with the order if it exists already.
   * @throws Restore
   */
  check(orderId?: OrderId): void {
    if (this.isOpen) throw new Restore();
    if (orderId !== undefined && this.#last?.heldOrders.has(orderId) === true) {
      throw new Restore(orderId);
    }
  }

  /** True if a session may have been paid in the part of the history that the data lack. */
  hasClosed({ createdAt }: Pick<Session, "createdAt">): boolean {
    return this.#last !== undefined && createdAt < this.#last.restoredAt;
  }

  /** True if a record is older than the restore, so that it may lack a later request to a bank. */
  isBehind(updatedAt: Instant): boolean {
    return this.#last !== undefined && updatedAt < this.#last.restoredAt;
  }
}
