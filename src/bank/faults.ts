/** The operations of the bank's interface; also the last part of each address. */
export const OPERATIONS = [
  "authorize",
  "enroll",
  "initiate",
  "inquire",
  "capture",
  "void",
  "refund",
  "reverse",
  "feed",
] as const;

export type Operation = (typeof OPERATIONS)[number];

/** What can be made to go wrong with one request. Nothing in a message can cause these. */
export type FaultBehaviour =
  /** Refused with status 500, nothing booked. */
  | "status500"
  | "cutBeforeBooking"
  | "hangBeforeBooking"
  /** Booked and answered, but only after `ms`. */
  | "delay"
  /** Booked after `ms`: an inquiry meanwhile finds nothing. */
  | "delayBeforeBooking"
  /** Booked, then the connection is cut. */
  | "cut"
  /** Booked, then never answered. */
  | "hang"
  | "status500AfterBooking"
  /** Booked, then status 200 with a page of HTML. */
  | "garbage"
  /** Booked, then half of the answer and a cut. */
  | "halfAnswer"
  | "unsigned"
  | "forgedSignature"
  /** Booked, then a well-signed answer that belongs to another request. */
  | "foreignAnswer"
  | "unlistedCode"
  /** The message arrives twice, as a network may deliver it. */
  | "duplicate"
  /** Done and booked, but the answer says that nothing is known of it. */
  | "notFound"
  /** Done and booked, but the answer says that the bank has not decided. */
  | "pending";

export type Fault = {
  readonly operation: Operation;
  readonly behaviour: FaultBehaviour;
  /** Only this request; without it, the next one of the operation. */
  readonly requestId?: string;
  readonly ms?: number;
};

/** Faults to come, each for one request; scripted in the process, never over the network. */
export class FaultScript {
  #faults: Fault[] = [];

  next(fault: Fault): void {
    this.#faults.push(fault);
  }

  clear(): void {
    this.#faults = [];
  }

  /** Faults that no request has met yet. */
  get waiting(): number {
    return this.#faults.length;
  }

  take(operation: Operation, requestId: string): Fault | undefined {
    if (this.#faults.length === 0) return undefined;
    const index = this.#faults.findIndex(
      (fault) =>
        fault.operation === operation &&
        (fault.requestId === undefined || fault.requestId === requestId),
    );
    return index === -1 ? undefined : this.#faults.splice(index, 1)[0];
  }
}
