import { CURRENCY_CODES } from "../../src/kernel/currency.ts";
import { instant, MINUTE, SECOND, type Instant } from "../../src/kernel/clock.ts";
import { money, type Money } from "../../src/kernel/money.ts";
import type {
  Acquirer,
  AcquirerState,
  Approved,
  AttemptReference,
  AuthorizeRequest,
  Capabilities,
  ChallengedRequest,
  Declined,
  Inquiry,
  InquiryOutcome,
  ModificationOutcome,
  ModificationRequest,
  ReturnOutcome,
  Unknown,
  UndoOutcome,
} from "../../src/domain/payment/acquirer.ts";

const NONE: Capabilities = {
  withoutChallenge: true,
  challenge: "auth_then_charge",
  preauth: true,
  leastCapturePercent: 0,
  voidHold: true,
  refund: { partial: true, beforeDayEnd: "any" },
  repeatedAuthorize: "refused",
  repeatedModification: "executed",
  inquiry: { seesRefunds: "all", notFound: "never_arrived" },
  undo: { byReference: false, blocksLate: false },
  currencies: CURRENCY_CODES,
  installmentCounts: [1, 2, 3, 6],
  timeouts: { chargeMs: 60 * SECOND, inquiryMs: 30 * SECOND, settledMs: 90 * SECOND },
  dayEnd: "00:00",
};

/** The promises of the banks' protocols, as far as they differ. */
export const PROMISES = {
  sandbox: {
    ...NONE,
    repeatedAuthorize: "same_answer",
    repeatedModification: "same_answer",
    undo: { byReference: true, blocksLate: true },
  },
  nestpay: { ...NONE, refund: { partial: true, beforeDayEnd: "full_as_void" } },
  payflex: {
    ...NONE,
    repeatedModification: "refused",
    undo: { byReference: true, blocksLate: true },
  },
  posnet: { ...NONE, repeatedAuthorize: "same_answer", inquiry: seesNoRefunds() },
  kuveyt: { ...NONE, repeatedAuthorize: "executed", inquiry: seesNoRefunds() },
  threeDPay: { ...NONE, challenge: "charge_inside" },
} as const satisfies Record<string, Capabilities>;

function seesNoRefunds(): Capabilities["inquiry"] {
  return { seesRefunds: "none", notFound: "never_arrived" };
}

/** A fault of one request; an answer may be lost before or after the booking. */
type Fault =
  | "lost_after"
  | "lost_before"
  | { readonly answer: Declined | ModificationOutcome }
  | { readonly amount: Money }
  | { readonly until: Promise<void> };

type Booking = {
  readonly kind: "charge" | "capture" | "void" | "refund";
  readonly amount: Money;
  readonly of: string;
  isUndone: boolean;
};

/** A bank without a network: a book by reference, the promises of a row, and scripted faults. */
export class ScriptedAcquirer implements Acquirer {
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly bookings: (Booking & { readonly reference: string })[] = [];
  readonly #faults = new Map<string, Fault[]>();
  readonly #now: () => Instant;
  #hidden = 0;
  /** The outcome of the next returns, as the bank's page decides it. */
  returned: ReturnOutcome | undefined;

  constructor(name: string, capabilities: Capabilities, now: () => Instant) {
    this.name = name;
    this.capabilities = capabilities;
    this.#now = now;
  }

  next(method: string, fault: Fault): void {
    this.#faults.set(method, [...(this.#faults.get(method) ?? []), fault]);
  }

  /** The next inquiries do not find what is booked, as at banks that are slow to show it. */
  hide(inquiries: number): void {
    this.#hidden = inquiries;
  }

  /** Books a charge whose request arrived late. */
  book(reference: string, minor: bigint): void {
    const amount = money(minor, "TRY");
    this.bookings.push({ kind: "charge", reference, amount, of: reference, isUndone: false });
  }

  /** The number of charges of an attempt that stand. */
  standing(reference: string): number {
    return this.#of(reference).filter(({ isUndone }) => !isUndone).length;
  }

  refunded(reference: string): bigint {
    return this.bookings
      .filter(({ kind, of }) => kind === "refund" && of === reference)
      .reduce((sum, { amount }) => sum + amount.minor, 0n);
  }

  referenceOf(attemptId: string): string {
    return attemptId.slice(-19);
  }

  async authorize(request: AuthorizeRequest) {
    if (request.challenge !== undefined) {
      if (this.capabilities.challenge === "charge_inside") this.#charge(request);
      const show = { kind: "html", document: "<html><body>bank</body></html>" } as const;
      return { kind: "challenge", show, state: stateOf("challenge") } as const;
    }
    return this.#run("authorize", () => this.#charge(request));
  }

  readReturn(): Promise<ReturnOutcome> {
    return Promise.resolve(this.returned ?? { kind: "forged" });
  }

  async authorizeChallenged(request: ChallengedRequest) {
    return this.#run("authorizeChallenged", () => this.#charge(request));
  }

  capture(request: ModificationRequest): Promise<ModificationOutcome> {
    return this.#run<ModificationOutcome>("capture", () => this.#modify("capture", request));
  }

  void(request: ModificationRequest): Promise<ModificationOutcome> {
    return this.#run<ModificationOutcome>("void", () => this.#modify("void", request));
  }

  refund(request: ModificationRequest): Promise<ModificationOutcome> {
    return this.#run<ModificationOutcome>("refund", () => this.#modify("refund", request));
  }

  inquire(inquiry: Inquiry): Promise<InquiryOutcome> {
    if (this.#hidden > 0) {
      this.#hidden -= 1;
      return Promise.resolve({ kind: "not_found" });
    }
    const [found] = this.#of(inquiry.reference);
    if (found === undefined) return Promise.resolve({ kind: "not_found" });
    if (found.isUndone) return Promise.resolve({ kind: "undone" });
    return Promise.resolve(this.#approval(found.amount, inquiry.reference));
  }

  undo({ reference }: Inquiry): Promise<UndoOutcome> {
    const standing = this.#of(reference).filter(({ isUndone }) => !isUndone);
    if (standing.length === 0) return Promise.resolve({ kind: "nothing_there" });
    for (const booking of standing) booking.isUndone = true;
    return Promise.resolve({ kind: "undone" });
  }

  #of(reference: string) {
    return this.bookings.filter((booking) => booking.reference === reference);
  }

  #charge({ reference, amount }: AttemptReference & { readonly amount: Money }) {
    const [earlier] = this.#of(reference);
    const { repeatedAuthorize } = this.capabilities;
    if (earlier === undefined || repeatedAuthorize === "executed") {
      this.bookings.push({ kind: "charge", reference, amount, of: reference, isUndone: false });
      return this.#approval(amount, reference);
    }
    if (repeatedAuthorize === "same_answer") return this.#approval(earlier.amount, reference);
    return DUPLICATE;
  }

  #modify(kind: "capture" | "void" | "refund", request: ModificationRequest): ModificationOutcome {
    const { reference, amount, original } = request;
    const [earlier] = this.#of(reference);
    if (earlier === undefined || this.capabilities.repeatedModification === "executed") {
      this.bookings.push({ kind, reference, amount, of: original.reference, isUndone: false });
    } else if (this.capabilities.repeatedModification === "refused") {
      return DUPLICATE;
    }
    return this.#approval(amount, reference);
  }

  #approval(amount: Money, reference: string): Approved {
    return {
      kind: "approved",
      bankReference: `B${reference}`,
      authCode: "000001",
      bankCode: "00",
      amount,
      bookedAt: instant(this.#now()),
      state: stateOf(reference),
    };
  }

  async #run<Outcome>(method: string, book: () => Outcome): Promise<Outcome | Unknown> {
    const [fault, ...rest] = this.#faults.get(method) ?? [];
    this.#faults.set(method, rest);
    if (fault === undefined) return book();
    if (fault === "lost_before") return LOST;
    if (fault === "lost_after") {
      book();
      return LOST;
    }
    if ("until" in fault) {
      await fault.until;
      return book();
    }
    if ("amount" in fault) return { ...book(), amount: fault.amount };
    return fault.answer as Outcome;
  }
}

const LOST: Unknown = { kind: "unknown", cause: "lost" };

export const DUPLICATE: Declined = {
  kind: "declined",
  reason: "general_error",
  bankCode: "2507",
  bankMessage: "duplicate reference",
  duplicateReference: true,
};

function stateOf(text: string): AcquirerState {
  return JSON.stringify({ v: 1, text }) as AcquirerState;
}

export const OTHER_AMOUNT = money(1n, "TRY");
export const ROUND_MS = 3 * MINUTE;
