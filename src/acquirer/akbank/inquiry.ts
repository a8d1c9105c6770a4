import { CURRENCY_CODES, type Currency } from "../../kernel/currency.ts";
import { MINUTE } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";
import type {
  Approved,
  ConnectionCheck,
  Inquiry,
  InquiryOutcome,
  Unknown,
} from "../../domain/payment/acquirer.ts";
import { currencyNumber, readDecimalAmount } from "../kit/amounts.ts";
import { unknown } from "../kit/ask-bank.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import { type BankAnswer, resultOf } from "../kit/channel.ts";
import { orderOf } from "../kit/original.ts";
import { ownBooking } from "../kit/own-booking.ts";
import { ownRefund } from "../kit/own-refund.ts";
import { readIstanbul } from "../../kernel/istanbul-time.ts";
import { asVoid } from "../kit/refund-ways.ts";
import { type Answer, approvalOf, DATE_TIME, refusalOf, type Row, stateOf } from "./answer.ts";
import { type Channel, send } from "./channel.ts";
import { APPROVED, DUPLICATE_ORDER, NO_TRANSACTION } from "./codes.ts";
import { inquiryMessage } from "./request.ts";

/** The codes of authorizations: direct, and by the form of the 3-D Secure page. */
const SALES: readonly string[] = ["1000", "3000"];
const HOLDS: readonly string[] = ["1004", "3004"];
const CAPTURE = "1005";
const REFUND = "1002";

/** The difference of the clocks that the bank accepts, and a margin. */
const CLOCK_DIFFERENCE_MS = 3 * MINUTE;

/** An order id that no attempt has. */
const CHECK_ORDER = "vezne-check";

export async function inquire(channel: Channel, inquiry: Inquiry): Promise<InquiryOutcome> {
  const { kind, original, reference } = inquiry;
  if (kind !== "authorize" && original === undefined) return unknown("no_original");
  const order = original === undefined ? reference : orderOf(original);
  return resultOf(ask(channel, order), (answer) => readInquiry(answer, inquiry, order));
}

export async function check(channel: Channel): Promise<ConnectionCheck> {
  const result = await ask(channel, CHECK_ORDER);
  if (result.kind === "refused" && result.declined.bankCode !== "") {
    const { bankCode: code, bankMessage: message } = result.declined;
    return { kind: "refused", code, message };
  }
  return resultOf(
    Promise.resolve(result),
    ({ responseCode: code, responseMessage: message = "" }) =>
      code === NO_TRANSACTION ? { kind: "ready" } : { kind: "refused", code, message },
  );
}

function ask(channel: Channel, order: string): Promise<BankAnswer<Answer>> {
  return send(channel, (moment) => inquiryMessage(moment, order), TIMEOUTS.inquiryMs);
}

/** Reads the rows of an order. `order` is the reference of the authorization. */
export function readInquiry(answer: Answer, inquiry: Inquiry, order: string): InquiryOutcome {
  if (answer.responseCode === NO_TRANSACTION) return { kind: "not_found" };
  if (answer.responseCode !== APPROVED) return unknown(`inquiry_${answer.responseCode}`);
  const rows = answer.txnDetailList ?? [];
  if (!rows.every((row) => row.orderId === order || row.orgOrderId === order)) {
    return unknown("foreign_order");
  }
  switch (inquiry.kind) {
    case "authorize":
      return readAuthorization(rows, order);
    case "capture":
      return readCapture(rows, inquiry, order);
    case "void":
      return readVoid(rows, inquiry);
    case "refund":
      return readRefund(rows, inquiry);
    default:
      return unknown("no_card_payment");
  }
}

/**
 * The response code comes first: a declined row has the status of a valid transaction, too.
 */
function readAuthorization(rows: readonly Row[], order: string): InquiryOutcome {
  const tried = rows.filter((row) => kindOf(row) !== undefined && row.orderId === order);
  const approved = tried.filter((row) => row.responseCode === APPROVED);
  const [row] = approved;
  if (approved.length > 1) return unknown("several_authorizations");
  if (row !== undefined) return readApproved(row, order);
  const refused = tried.map(readRefused);
  const undecided = refused.find(({ kind }) => kind === "unknown");
  const declined = refused.find(({ kind }) => kind === "declined");
  return undecided ?? declined ?? { kind: "not_found" };
}

const FAILED = "S";

/**
 * Reads a row that is not approved. One that the bank reversed itself has failed and has no code;
 * the core believes `not_found` only later and asks once more before the payment fails.
 */
function readRefused(row: Row): InquiryOutcome {
  const { responseCode, txnStatus } = row;
  if (responseCode === undefined) {
    return txnStatus === FAILED ? { kind: "not_found" } : unknown("row_without_code");
  }
  // The number belongs to an earlier message, which is another row.
  if (responseCode === DUPLICATE_ORDER) return unknown(`row_${responseCode}`);
  return refusalOf({ ...row, responseCode }, { about: "authorization" });
}

function readApproved(row: Row, order: string): InquiryOutcome {
  switch (row.txnStatus) {
    case "V":
      return { kind: "undone" };
    case "N":
    case "R":
      return withAmount(row, approvalOf(row), stateOf(kindOf(row) ?? "sale", order));
    default:
      return unknown(`status_${row.txnStatus ?? "without"}`);
  }
}

function readCapture(rows: readonly Row[], inquiry: Inquiry, order: string): InquiryOutcome {
  const captures = rows.filter(isApproved(CAPTURE));
  const [capture] = captures;
  if (captures.length > 1) return unknown("several_captures");
  if (capture === undefined) return { kind: "not_found" };
  if (capture.txnStatus === "V") return { kind: "undone" };
  const approved = withAmount(capture, approvalOf(capture), stateOf("capture", order));
  return ownBooking(inquiry, approved);
}

/** The row of a voided hold has the status V; there is no row for the void itself. */
function readVoid(rows: readonly Row[], inquiry: Inquiry): InquiryOutcome {
  const holds = rows.filter(isApproved(...HOLDS));
  const [hold] = holds;
  if (hold === undefined || holds.length > 1) return unknown("no_single_hold");
  if (hold.txnStatus !== "V") return { kind: "not_found" };
  return ownBooking(inquiry, voided(hold));
}

/** A refund is a row of its own, or the void of the whole sale. The bank gives it no id of ours. */
function readRefund(rows: readonly Row[], inquiry: Inquiry): InquiryOutcome {
  const sales = rows.filter(isApproved(...SALES));
  const [sale] = sales;
  if (sales.length > 1) return unknown("several_authorizations");
  if (sale?.txnStatus === "V") {
    const isWhole = amountOf(sale)?.minor === inquiry.amount.minor;
    if (!isWhole) return unknown("voided_with_another_amount");
    return ownBooking(inquiry, asVoid(voided(sale)));
  }
  const refunds = rows.filter(isApproved(REFUND)).filter((row) => isAlike(row, inquiry));
  const own = ownRefund(
    refunds.map((row) => ({
      row,
      bankReference: row.rrn ?? "",
      bookedAt: readIstanbul(row.txnDateTime ?? "", DATE_TIME),
    })),
    inquiry,
    CLOCK_DIFFERENCE_MS,
  );
  return own.kind === "own" ? withAmount(own.row, approvalOf(own.row), undefined) : own;
}

function isAlike(row: Row, { amount }: Inquiry): boolean {
  const refunded = amountOf(row);
  return refunded?.minor === amount.minor && refunded.currency === amount.currency;
}

function kindOf({ txnCode }: Row): "sale" | "preauth" | undefined {
  if (SALES.includes(txnCode)) return "sale";
  return HOLDS.includes(txnCode) ? "preauth" : undefined;
}

function isApproved(...codes: readonly string[]): (row: Row) => boolean {
  return (row) => codes.includes(row.txnCode) && row.responseCode === APPROVED;
}

function voided(row: Row): Approved | Unknown {
  return approvalOf(row) ?? unknown("incomplete_approval");
}

function withAmount(
  row: Row,
  approval: Approved | undefined,
  state: Approved["state"],
): Approved | Unknown {
  const amount = amountOf(row);
  if (approval === undefined || amount === undefined) return unknown("incomplete_approval");
  return { ...approval, amount, state };
}

function amountOf(row: Row): Money | undefined {
  const currency = currencyOf(row.currencyCode);
  if (currency === undefined) return undefined;
  return readDecimalAmount(String(row.amount ?? ""), currency);
}

function currencyOf(number: string | number | undefined): Currency | undefined {
  return CURRENCY_CODES.find((currency) => currencyNumber(currency) === String(number));
}
