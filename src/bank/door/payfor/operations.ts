import { DAY } from "../../../kernel/clock.ts";
import type { Entry } from "../../entry.ts";
import type { FaultOperation } from "../../faults.ts";
import { type ChangeRefusal, changeOrder, changesOf } from "../kit/door-changes.ts";
import {
  chargeCard,
  chargeChallenged,
  type Charged,
  type Door,
  type DoorCaller,
  findEntry,
} from "../kit/door.ts";
import { localTime } from "../kit/door-time.ts";
import { type Answered, BATCH_NO, booked, record, refusal, type Step, textOf } from "./answers.ts";
import { type Fields, isRefusal, readAmount, readCard, readOrder } from "./messages.ts";
import type { Terminal } from "./terminals.ts";
import { CHARGED_STATUS, openRecord, requestGuid } from "./three-d.ts";

/** An answer: its fields, and the authorization whose card may lose it. */
export type Performed = { readonly fields: Answered; readonly about?: Entry };

export type Work = {
  readonly door: Door;
  readonly caller: DoorCaller;
  readonly terminal: Terminal;
  readonly fields: Fields;
};

export function operationOf({ TxnType = "", SecureType }: Fields): FaultOperation {
  if (SecureType === "3DModelPayment") return "authorize";
  const operations: Readonly<Record<string, FaultOperation>> = {
    PostAuth: "capture",
    Void: "void",
    Refund: "refund",
    OrderInquiry: "inquire",
    TxnHistory: "inquire",
  };
  return operations[TxnType] ?? "authorize";
}

/** Refunds before the day end are refused with V014. */
const RULES = { refundBeforeDayEnd: "none" } as const;

const CHANGES = { PostAuth: "capture", Void: "void", Refund: "refund" } as const;

const REFUSALS: Readonly<Record<ChangeRefusal, string>> = {
  not_found: "V013",
  not_approved: "V020",
  voided: "V017",
  not_held: "V025",
  not_captured: "V020",
  other_currency: "M002",
  too_much: "V015",
  nothing_left: "V037",
  settled: "V018",
  not_settled: "V014",
  refused: "57",
  duplicate: "V029",
};

/** Performs a message whose account was checked. */
export function perform(work: Work): Promise<Performed> {
  const { SecureType, TxnType = "" } = work.fields;
  if (SecureType === "3DModelPayment") return chargeAuthenticated(work);
  if (SecureType === "Inquiry" && TxnType === "OrderInquiry") return inquire(work);
  if (SecureType === "Report" && TxnType === "TxnHistory") return history(work);
  if (SecureType !== "NonSecure") return refused(work, "M014");
  if (TxnType === "Auth" || TxnType === "PreAuth") return charge(work);
  if (TxnType !== "PostAuth" && TxnType !== "Void" && TxnType !== "Refund") {
    return refused(work, "M015");
  }
  return change(work, TxnType);
}

async function charge(work: Work): Promise<Performed> {
  const { door, caller, terminal, fields } = work;
  if (terminal.needsThreeD) return refused(work, "V010");
  const order = readOrder(fields);
  if (isRefusal(order)) return refused(work, order.refusal);
  if (!/^[01]?$/.test(fields["MOTO"] ?? "")) return refused(work, "M025");
  const card = readCard(fields, caller.now);
  if (isRefusal(card)) return refused(work, card.refusal);
  return charged(work, await chargeCard(door, caller, { order, card }));
}

/** The second step of `3DModel`: the order has its amount and card from the form. */
async function chargeAuthenticated(work: Work): Promise<Performed> {
  const { door, caller, fields } = work;
  const { OrderId: requestId = "", RequestGuid } = fields;
  const challenge = await door.deps.book.findChallengeOf({ terminal: caller.terminal, requestId });
  if (challenge === undefined || RequestGuid !== requestGuid(challenge)) {
    return refused(work, "V036");
  }
  const { type, amount, installments } = challenge;
  const order = { reference: requestId, type, amount, installments };
  const accepted = CHARGED_STATUS;
  return charged(work, await chargeChallenged(door, caller, { order, challenge, accepted }));
}

function charged(work: Work, result: Charged): Promise<Performed> {
  if (result.kind === "no_challenge") return refused(work, "V034");
  if (result.kind === "duplicate") return refused(work, "V029");
  const { entry } = result;
  return Promise.resolve({ fields: booked(entry.requestId, entry), about: entry });
}

/** Captures, voids and refunds name the order in `OrgOrderId`; some clients write `OrderId`. */
function orderOf({ OrgOrderId, OrderId = "" }: Fields): string {
  return OrgOrderId ?? OrderId;
}

/** The bank names the code and no number of days; NestPay's are taken. */
const CAPTURE_DAYS = 15;

function isTooLate(original: Entry | undefined, now: number): boolean {
  return original !== undefined && now > original.bookedAt + CAPTURE_DAYS * DAY;
}

async function change(work: Work, txnType: keyof typeof CHANGES): Promise<Performed> {
  const { door, caller, fields } = work;
  const type = CHANGES[txnType];
  const reference = orderOf(fields);
  const amount = type === "void" ? undefined : readAmount(fields);
  if (amount !== undefined && isRefusal(amount)) return refused(work, amount.refusal);
  if (type === "void" && fields["PurchAmount"] !== undefined) return refused(work, "V019");
  const original = await findEntry(door, caller, reference);
  if (type === "capture" && original?.type === "sale") return refused(work, "V016");
  if (type === "capture" && isTooLate(original, caller.now)) return refused(work, "V026");
  if (type === "capture" && amount !== undefined && original !== undefined) {
    // A capture may differ from its preauthorization by 15 %.
    const least = (original.amount.minor * 85n) / 100n;
    if (amount.minor < least || amount.minor > original.amount.minor) return refused(work, "V027");
  }
  const wish = { reference, type, ...(amount === undefined ? {} : { amount }) };
  const changed = await changeOrder(door, caller, { change: wish, rules: RULES });
  if (changed.kind === "refused") return refused(work, REFUSALS[changed.refusal]);
  return { fields: booked(reference, changed.entry), about: changed.entry };
}

async function inquire(work: Work): Promise<Performed> {
  const { door, caller, terminal, fields } = work;
  const reference = orderOf(fields);
  const order = await findOrder(work, reference);
  if (order !== undefined) {
    const changes = await changesOf(door, caller, order);
    const capture = changes.find(({ type }) => type === "capture");
    return { fields: recordOf(work, { entry: capture ?? order, order, changes }) };
  }
  const key = { terminal: caller.terminal, requestId: reference };
  const challenge = await door.deps.book.findChallengeOf(key);
  const found = challenge === undefined ? notFound(fields) : openRecord(challenge, terminal);
  return { fields: found };
}

type Found = Pick<Step, "entry" | "order"> & { readonly changes: readonly Entry[] };

function recordOf({ terminal }: Work, { entry, order, changes }: Found): Answered {
  const voidedAt = changes.find(({ type }) => type === "void")?.bookedAt;
  return record({ entry, order, merchantId: terminal.merchantId, voidedAt });
}

/** The answer about an unknown order: it repeats the fields of the inquiry. */
export function notFound(fields: Fields): Answered {
  return Object.entries({
    RequestGuid: "0",
    InsertDatetime: "01.01.0001 00:00:00",
    MbrId: fields["MbrId"] ?? "",
    MerchantID: fields["MerchantId"] ?? fields["MerchantID"] ?? "",
    OrderId: "",
    OrgOrderId: orderOf(fields),
    SecureType: fields["SecureType"] ?? "",
    TxnType: fields["TxnType"] ?? "",
    Currency: "949",
    InstallmentCount: "0",
    BatchNo: BATCH_NO,
    IrcCode: "99961",
    TxnStatus: "P",
    TxnResult: "Failed",
    ProcReturnCode: "V013",
    ErrMsg: textOf("V013"),
  });
}

/** The steps of an order, or those of all orders of a day. */
async function history(work: Work): Promise<Performed> {
  const { door, caller, fields } = work;
  const reference = orderOf(fields);
  const order = await findOrder(work, reference);
  if (order !== undefined) {
    const changes = await changesOf(door, caller, order);
    const steps = [order, ...changes].map((entry) => recordOf(work, { entry, order, changes }));
    return { fields: listed(steps) };
  }
  const entries = reference === "" ? await door.deps.book.list(caller.terminal) : [];
  const ofDay = entries.filter((entry) => dayOf(entry.bookedAt) === fields["ReqDate"]);
  const steps = ofDay.map((entry) => {
    const original = entries.find(({ requestId }) => requestId === entry.originalRequestId);
    const own = original ?? entry;
    const changes = entries.filter((one) => one.originalRequestId === own.requestId);
    return recordOf(work, { entry, order: own, changes });
  });
  return { fields: listed(steps.length === 0 ? [notFound(fields)] : steps) };
}

function listed(steps: readonly Answered[]): Answered {
  return steps.map((step) => ["PaymentRequestExtended", [["PaymentRequest", step]]]);
}

/** `20261129`, in Istanbul. */
function dayOf(at: Entry["bookedAt"]): string {
  const { year, month, day } = localTime(at);
  return `${year}${month}${day}`;
}

async function findOrder({ door, caller }: Work, reference: string): Promise<Entry | undefined> {
  const found = await findEntry(door, caller, reference);
  return found?.type === "sale" || found?.type === "preauth" ? found : undefined;
}

function refused({ fields }: Work, code: string): Promise<Performed> {
  return Promise.resolve({ fields: refusal(orderOf(fields), code) });
}
