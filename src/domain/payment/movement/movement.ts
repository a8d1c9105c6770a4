import type { Instant } from "../../../kernel/clock.ts";
import { groupsOf } from "../../../kernel/groups.ts";
import type { OrderId } from "../../../kernel/ids.ts";
import type { Place } from "../../merchant/clocks.ts";
import type { Movement } from "../acquirer.ts";
import type { Attempt, AttemptKind } from "../payment.ts";

/** A merchant's connection whose bank is asked what it has booked. */
export type MovementSource = Place & { readonly acquirer: string };

/** A connection that is due, and how far it was compared. */
export type DueSource = MovementSource & {
  /** The time of its clock when the days before were last compared. */
  readonly daysComparedAt: Instant | undefined;
  /** The time of the newest booking that was compared, by the bank's clock. */
  readonly listedTo: Instant | undefined;
};

/** A booking at a bank that no attempt explains. */
export type UnknownMovement = MovementSource &
  Omit<Movement, "original"> & {
    /** The order whose attempt has the same reference, or is the changed authorization. */
    readonly orderId: OrderId | undefined;
    readonly foundAt: Instant;
  };

/** The columns that name an unknown movement within its merchant. */
export type MovementKey = Pick<UnknownMovement, "acquirer" | "reference" | "kind"> &
  Pick<Movement, "bankReference">;

export type MovementClaim = {
  readonly now: Instant;
  /** The time at which a claimed connection is due again. */
  readonly nextAt: Instant;
  readonly limit: number;
  /** The restore since which each connection has to be compared, while one is open. */
  readonly restoredAt: Instant | undefined;
};

export type ComparedList = {
  readonly at: Instant;
  readonly hasList: boolean;
  /** The time of the connection's clock, if the days before were compared as well. */
  readonly daysAt?: Instant | undefined;
  /**
   * The time of the newest booking up to which all are compared; without it the next comparison
   * reads the whole day.
   */
  readonly listedTo?: Instant | undefined;
};

/** The comparison of the banks' bookings with the attempts. */
export interface MovementStore {
  /** Claims connections whose banks are due to be asked. */
  claim(claim: MovementClaim): Promise<readonly DueSource[]>;
  /**
   * Drops the movements of which an approved attempt has reference, kind, amount and the bank's
   * number: `explain` knows all of them, at the price of reading their orders.
   */
  unmatched(source: MovementSource, movements: readonly Movement[]): Promise<readonly Movement[]>;
  /** Finds, by reference, the attempt that it names and all other attempts of the same order. */
  named(
    source: MovementSource,
    references: readonly string[],
  ): Promise<ReadonlyMap<string, readonly Attempt[]>>;
  /** Lists the approved captures and refunds of a connection that were requested in a span. */
  approved(
    source: MovementSource,
    span: { readonly from: Instant; readonly until: Instant },
  ): Promise<readonly Attempt[]>;
  /**
   * Lists, by the name at the bank, the charges and holds of a connection that were requested in a
   * span and stand in the books with no part refunded.
   */
  standingCharges(
    source: MovementSource,
    span: { readonly from: Instant; readonly until: Instant },
  ): Promise<readonly string[]>;
  /** Finds the approved charges of these names whose orders have no unknown movement. */
  unexplained(source: MovementSource, references: readonly string[]): Promise<readonly Attempt[]>;
  /** Notes when the bank first did not find an approved attempt, or that it has found it. */
  noteNotFound(attempt: Attempt, at: Instant | undefined): Promise<void>;
  /** Notes that a connection was compared, or that its bank lists no bookings. */
  noteCompared(source: MovementSource, compared: ComparedList): Promise<void>;
  /** Keeps a movement for a person; returns false if it is kept already. */
  keep(movement: UnknownMovement): Promise<boolean>;
}

/** The result of looking for the attempt behind a movement. */
export type Explanation =
  | { readonly kind: "known" }
  /** The attempt had failed; its bank is asked about it. */
  | { readonly kind: "failed"; readonly attempt: Attempt }
  | { readonly kind: "unknown"; readonly orderId: OrderId | undefined };

export const ATTEMPT_KINDS = {
  sale: "authorize",
  preauth: "authorize",
  capture: "capture",
  void: "void",
  refund: "refund",
} as const satisfies Record<Movement["kind"], AttemptKind>;

/**
 * Looks for the attempt that made a movement, among the attempts of the order that the movement's
 * reference names. An open attempt explains its movement too: recovery finds its outcome. Some
 * banks name captures, voids and refunds by the reference of the authorization; then the bank's own
 * number tells them apart.
 */
export function explain(movement: Movement, order: readonly Attempt[]): Explanation {
  const unknown = { kind: "unknown", orderId: order[0]?.orderId } as const;
  const attempt = attemptOf(movement, order);
  if (attempt === undefined) return isUndo(movement, order) ? { kind: "known" } : unknown;
  if (attempt.state === "approved") {
    const isAlike = attempt.kind === ATTEMPT_KINDS[movement.kind];
    return isAlike && attempt.amount.minor !== movement.amount.minor ? unknown : { kind: "known" };
  }
  const isTakenBack = order.some((one) => one.originalAttemptId === attempt.attemptId);
  const hasFailed = attempt.state === "declined" || attempt.state === "abandoned";
  return hasFailed && !isTakenBack ? { kind: "failed", attempt } : { kind: "known" };
}

function attemptOf(movement: Movement, order: readonly Attempt[]): Attempt | undefined {
  const alike = order.filter(({ kind }) => kind === ATTEMPT_KINDS[movement.kind]);
  return (
    order.find(({ bankReference }) => bankReference === movement.bankReference) ??
    alike.find((one) => referenceAt(one) === movement.reference && !isSecond(movement, one)) ??
    alike.find(({ state, bankReference }) => state !== "approved" && bankReference === undefined)
  );
}

/** True for a refund that the bank has made again: it has another number of the bank. */
function isSecond({ kind, bankReference }: Movement, { state, ...one }: Attempt): boolean {
  const isNumbered = one.bankReference !== undefined && one.bankReference !== bankReference;
  return kind === "refund" && state === "approved" && isNumbered;
}

/** True for the end of a charge that the service undid itself. */
function isUndo({ kind }: Movement, order: readonly Attempt[]): boolean {
  const isEnd = kind === "void" || kind === "refund";
  const isUndone = order.some(
    (one) => one.kind === "undo" || (one.kind === "authorize" && one.state !== "approved"),
  );
  return isEnd && isUndone;
}

/** The name of an attempt at its bank. */
export function referenceAt({ acquirerReference, attemptId }: Attempt): string {
  return acquirerReference ?? attemptId;
}

/** Approved attempts, of which those are struck off that the bank's list has. */
export class UnlistedAttempts {
  readonly #attempts: Set<Attempt>;
  readonly #byNumber: ReadonlyMap<string | undefined, readonly Attempt[]>;
  readonly #byName: ReadonlyMap<string, readonly Attempt[]>;

  constructor(approved: readonly Attempt[]) {
    this.#attempts = new Set(approved);
    this.#byNumber = groupsOf(approved.map((one) => [one.bankReference, one]));
    this.#byName = groupsOf(approved.map((one) => [`${one.kind} ${referenceAt(one)}`, one]));
  }

  strike({ kind, reference, bankReference }: Movement): void {
    const named = this.#byName.get(`${ATTEMPT_KINDS[kind]} ${reference}`) ?? [];
    for (const one of named) this.#attempts.delete(one);
    for (const one of this.#byNumber.get(bankReference) ?? []) this.#attempts.delete(one);
  }

  /** The attempts that none of the movements stood for. */
  get left(): readonly Attempt[] {
    return [...this.#attempts];
  }
}
