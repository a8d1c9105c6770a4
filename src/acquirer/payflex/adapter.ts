import type {
  Acquirer,
  AuthorizeOutcome,
  AuthorizeRequest,
  Challenge,
  ChallengedRequest,
  ConnectionCheck,
  Declined,
  FinalOutcome,
  Inquiry,
  InquiryOutcome,
  ModificationOutcome,
  ModificationRequest,
  RefundRequest,
  UndoOutcome,
  Unknown,
} from "../../domain/payment/acquirer.ts";
import { isAlreadyDone } from "../kit/already-done.ts";
import { askBank, type BankText, unknown, unreachable } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { notOpened } from "../kit/challenge-terms.ts";
import { afterDayEnd, hasDayEnded } from "../kit/istanbul-time.ts";
import { referenceOf } from "../kit/reference.ts";
import { asVoid } from "../kit/refund-ways.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import { type Expected, isSale, readResultCode, readVpos, type TransactionType } from "./answer.ts";
import { dialectOf, type PayflexDialect } from "./banks.ts";
import { capabilitiesOf, DAY_END, INQUIRY_MS } from "./capabilities.ts";
import { ALREADY_UNDONE, BATCH_CLOSED, DAY_END_RUNNING, ORIGINAL_MISSING } from "./codes.ts";
import { readEnrolment } from "./enrolment.ts";
import {
  authorizeBody,
  brandCode,
  challengedBody,
  enrolmentBody,
  modificationBody,
  reversalBody,
  searchBody,
  type Terminal,
  terminalOf,
} from "./request.ts";
import { readProof, readReturn } from "./return.ts";
import { outcomeOf, readSearch } from "./search.ts";

type Open = {
  readonly connection: OpenConnection;
  readonly transport: BankTransport;
  readonly terminal: Terminal;
  readonly dialect: PayflexDialect;
};

export function openPayflex(connection: OpenConnection, transport: BankTransport): Acquirer {
  const dialect = dialectOf(connection.bank);
  const open = { connection, transport, terminal: terminalOf(connection), dialect };
  const returnRules = {
    terminal: open.terminal,
    acceptedMdStatus: connection.acceptedMdStatus,
  };
  return {
    name: connection.connectionId,
    capabilities: capabilitiesOf(connection, dialect),
    referenceOf,
    authorize: (request) => authorize(open, request),
    readReturn: (request) => Promise.resolve(readReturn(returnRules, request)),
    authorizeChallenged: (request) => authorizeChallenged(open, request),
    capture: (request) => modify(open, "Capture", request),
    void: (request) => modify(open, "Cancel", request),
    refund: (request) => refund(open, request),
    inquire: (inquiry) => inquire(open, inquiry),
    undo: (inquiry) => undo(open, inquiry),
    check: () => check(open),
  };
}

async function authorize(open: Open, request: AuthorizeRequest): Promise<AuthorizeOutcome> {
  const { terminal } = open;
  if (request.challenge !== undefined) return enrol(open, request, request.challenge.returnUrl);
  const type = request.kind === "sale" ? "Sale" : "Auth";
  const answered = await ask(open, "vpos", authorizeBody(terminal, request));
  return read(answered, (text) => readVpos(text, expected(open, type, request)));
}

async function enrol(
  open: Open,
  request: AuthorizeRequest,
  returnUrl: string,
): Promise<Challenge | Declined> {
  const brand = brandCode(request.card.number);
  if (brand === undefined) return unavailable("this bank has no 3-D Secure for the card's scheme");
  const body = enrolmentBody(open.terminal, request, { brand, returnUrl });
  const enrolled = read(await ask(open, "mpi", body), (text) => readEnrolment(text, request));
  return enrolled.kind === "unknown" ? notOpened(enrolled) : enrolled;
}

async function authorizeChallenged(open: Open, request: ChallengedRequest): Promise<FinalOutcome> {
  const proof = readProof(request.proof.state);
  if (proof === undefined) return unavailable("the values of 3-D Secure are missing");
  const type = request.kind === "sale" ? "Sale" : "Auth";
  const answered = await ask(open, "vpos", challengedBody(open.terminal, request, proof));
  return read(answered, (text) => readVpos(text, expected(open, type, request)));
}

/** The kind of the attempt for each message; a refund may be made by a cancellation. */
const KINDS = { Capture: "capture", Cancel: "void", Refund: "refund" } as const;

type Refused = {
  readonly kind: Inquiry["kind"];
  readonly request: ModificationRequest;
  readonly outcome: ModificationOutcome;
};

async function modify(
  open: Open,
  type: "Capture" | "Cancel" | "Refund",
  request: ModificationRequest,
): Promise<ModificationOutcome> {
  const answered = await ask(open, "vpos", modificationBody(open.terminal, type, request));
  // The bank has booked nothing, and refuses the number if it should have.
  if (answered.kind === "text" && readResultCode(answered.text) === DAY_END_RUNNING) {
    return {
      kind: "pending",
      until: "day_end",
      askAt: afterDayEnd(open.transport.clock.now(), DAY_END),
    };
  }
  const outcome = read(answered, (text) => readVpos(text, expected(open, type, request)));
  const kind = KINDS[type];
  return isAlreadyDone(outcome) ? askIfRefused(open, { kind, request, outcome }) : outcome;
}

/**
 * Asks at once about a message that was refused for the state of its original. Its rows tell
 * whether an earlier delivery of it was carried out; without rows it stays unknown.
 */
async function askIfRefused(
  open: Open,
  { kind, request, outcome }: Refused,
): Promise<ModificationOutcome> {
  const createdAt = open.transport.clock.now();
  const listed = await inquire(open, { ...request, kind, state: undefined, createdAt });
  return listed.kind === "approved" || listed.kind === "declined" ? listed : outcome;
}

/**
 * Returns the whole amount of an open day by cancelling the sale, which leaves no trace on the
 * card's statement, and every other amount by a refund. Both messages bear the number of the
 * refund, which the bank takes once; so a refund after a refused cancellation is not a second one.
 */
async function refund(open: Open, request: RefundRequest): Promise<ModificationOutcome> {
  const { original, amount, captured, refundedBefore } = request;
  const now = open.transport.clock.now();
  const isWhole = refundedBefore.minor === 0n && amount.minor === captured.minor;
  const isOpenDay = !hasDayEnded(original.bookedAt, DAY_END, now);
  if (!isOpenDay) return modify(open, "Refund", request);
  if (isWhole && isSale(original.state)) {
    const cancelled = asVoid(await modify(open, "Cancel", request));
    const isTooLate = cancelled.kind === "declined" && BATCH_CLOSED.has(cancelled.bankCode);
    return isTooLate ? modify(open, "Refund", request) : cancelled;
  }
  if (open.dialect.refundBeforeDayEnd === "any") return modify(open, "Refund", request);
  return { kind: "pending", until: "day_end", askAt: afterDayEnd(now, DAY_END) };
}

async function inquire(open: Open, inquiry: Inquiry): Promise<InquiryOutcome> {
  const answered = await ask(open, "search", searchBody(open.terminal, inquiry.reference));
  if (answered.kind !== "text") return unknown(answered.cause);
  return outcomeOf(readSearch(answered.text), inquiry);
}

async function undo(open: Open, inquiry: Inquiry): Promise<UndoOutcome> {
  const answered = await ask(open, "vpos", reversalBody(open.terminal, inquiry.reference));
  if (answered.kind !== "text") return unknown(answered.cause);
  const code = readResultCode(answered.text);
  if (code === undefined) return unknown("unreadable_answer");
  if (code === "0000" || ALREADY_UNDONE.has(code)) return { kind: "undone" };
  if (ORIGINAL_MISSING.has(code)) return { kind: "nothing_there" };
  return found(await inquire(open, inquiry));
}

/** The result of an undo that the bank refused, by the bank's own list. */
function found(outcome: InquiryOutcome): UndoOutcome {
  switch (outcome.kind) {
    case "approved":
      return { kind: "stands", approved: outcome };
    case "undone":
      return { kind: "undone" };
    case "declined":
    case "not_found":
      return { kind: "nothing_there" };
    default:
      return unknown("not_undone");
  }
}

/** Searches for a number that no attempt has; the bank answers an empty list. */
async function check(open: Open): Promise<ConnectionCheck> {
  const answered = await ask(open, "search", searchBody(open.terminal, "00000000000000000000"));
  if (answered.kind !== "text") return unknown(answered.cause);
  const result = readSearch(answered.text);
  return result.kind === "rows" ? { kind: "ready" } : result;
}

async function ask(open: Open, host: "vpos" | "mpi" | "search", body: string): Promise<BankText> {
  const { connection, dialect, transport } = open;
  const url = connection.hosts[host];
  if (url === undefined) return { kind: "unreachable", cause: "no_address" };
  return askBank(transport, {
    url,
    contentType: "application/x-www-form-urlencoded; charset=utf-8",
    body,
    charset: "utf-8",
    timeoutMs: host === "search" ? INQUIRY_MS : dialect.chargeMs,
  });
}

function read<Outcome>(
  answered: BankText,
  readText: (text: string) => Outcome,
): Outcome | Declined | Unknown {
  if (answered.kind === "unreachable") return unreachable(answered.cause);
  return answered.kind === "text" ? readText(answered.text) : answered;
}

function expected(
  { terminal }: Open,
  type: TransactionType,
  { reference, amount }: Pick<Inquiry, "reference" | "amount">,
): Expected {
  return { type, merchantId: terminal.merchantId, reference, amount };
}

function unavailable(bankMessage: string): Declined {
  return {
    kind: "declined",
    reason: "three_d_secure_unavailable",
    bankCode: "",
    bankMessage,
    retry: "no",
  };
}
