/** The operations of the bank's interface; each name is also the last part of the path. */
export const OPERATIONS = [
  "authorize",
  "enroll",
  "initiate",
  "inquire",
  "capture",
  "void",
  "refund",
  "reverse",
  "movements",
] as const;

export type Operation = (typeof OPERATIONS)[number];

/**
 * `return` is the browser's way back from a 3-D Secure page of a door, `feed` the list of what
 * arrived at the accounts.
 */
export const FAULT_OPERATIONS = [...OPERATIONS, "feed", "return"] as const;

export type FaultOperation = (typeof FAULT_OPERATIONS)[number];

/** The faults that a request can meet. No content of a message can cause one. */
export const FAULT_BEHAVIOURS = [
  /** Refused with status 500; nothing is booked. */
  "status500",
  "cutBeforeBooking",
  "hangBeforeBooking",
  /** Booked at once and answered after `ms` milliseconds. */
  "delay",
  /** Booked after `ms` milliseconds; an inquiry before that finds nothing. */
  "delayBeforeBooking",
  /** Booked, then the connection is cut. */
  "cut",
  /** Booked, then never answered. */
  "hang",
  "status500AfterBooking",
  /** Booked, then status 200 with a page of HTML. */
  "garbage",
  /** Booked, then half of the answer and a cut. */
  "halfAnswer",
  "unsigned",
  "forgedSignature",
  /** Booked, then a well-signed answer that belongs to another request. */
  "foreignAnswer",
  "unlistedCode",
  /** The message arrives twice, as a network may deliver it. */
  "duplicate",
  /** Booked, but the answer says that the request is unknown. */
  "notFound",
  /** Booked, but the answer says that the bank has not decided. */
  "pending",
  /** In the bank's own interface: a capture or refund is approved and then taken back. */
  "takenBack",
  /** At a door: the bank refuses the caller's network address, and books nothing. */
  "ipRefused",
  /** At a return of a door: the browser brings the fields twice. */
  "doubleReturn",
  /** At a return of a door: the amount is another one, under the signature of the right one. */
  "changedAmount",
] as const;

export type FaultBehaviour = (typeof FAULT_BEHAVIOURS)[number];

export type Fault = {
  readonly operation: FaultOperation;
  readonly behaviour: FaultBehaviour;
  /** The request that meets the fault; if absent, the next request of the operation. */
  readonly requestId?: string;
  readonly ms?: number;
};

/** Faults for coming requests, one each; scripted within the process, never over the network. */
export class FaultScript {
  #faults: Fault[] = [];

  next(fault: Fault): void {
    this.#faults.push(fault);
  }

  clear(): void {
    this.#faults = [];
  }

  /** The number of faults that no request has met yet. */
  get waiting(): number {
    return this.#faults.length;
  }

  take(operation: FaultOperation, requestId: string): Fault | undefined {
    if (this.#faults.length === 0) return undefined;
    const index = this.#faults.findIndex(
      (fault) =>
        fault.operation === operation &&
        (fault.requestId === undefined || fault.requestId === requestId),
    );
    return index === -1 ? undefined : this.#faults.splice(index, 1)[0];
  }
}
