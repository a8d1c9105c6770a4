import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Type } from "typebox";
import { Compile } from "typebox/compile";

import type { MovementList, MovementQuery, Unknown } from "../../domain/payment/acquirer.ts";
import { beginningInTurkey } from "../../kernel/calendar-day.ts";
import { DAY, later, MINUTE } from "../../kernel/clock.ts";
import { CURRENCY_CODES } from "../../kernel/currency.ts";
import { parseJson } from "../../kernel/json.ts";
import { currencyNumber, readDecimalAmount } from "../kit/amounts.ts";
import { unknown } from "../kit/ask-bank.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import { formatIstanbul, readIstanbul } from "../../kernel/istanbul-time.ts";
import { type ListedBooking, listedBookings } from "../kit/listed-bookings.ts";
import { DATE_TIME } from "./answer.ts";
import { type Channel, sendReport } from "./channel.ts";
import { APPROVED } from "./codes.ts";
import { reportMessage } from "./request.ts";

const unpack = promisify(gunzip);

/**
 * The most bytes of an unpacked report. A small answer may unpack to a very large one, and a large
 * one keeps the process from its other work; the bank is then asked for half the time.
 */
const UNPACKED_BYTES_MAX = 4 * 1_024 * 1_024;

const Text = Type.Union([Type.String({ maxLength: 512 }), Type.Null()]);
const Number_ = Type.Union([Type.Number(), Text]);

const ReportRow = Type.Object({
  txnCode: Type.String({ maxLength: 8 }),
  txnStatus: Type.String({ maxLength: 64 }),
  responseCode: Type.Optional(Text),
  orderId: Type.Optional(Text),
  orgOrderId: Type.Optional(Text),
  amount: Type.Optional(Number_),
  currencyCode: Type.Optional(Number_),
  rrn: Type.Optional(Text),
  txnDateTime: Type.Optional(Text),
});
type ReportRow = Type.Static<typeof ReportRow>;

const reports = Compile(Type.Object({ txnDetailList: Type.Array(ReportRow) }));

const KINDS: Readonly<Record<string, ListedBooking["kind"]>> = {
  "1000": "sale",
  "3000": "sale",
  "1004": "preauth",
  "3004": "preauth",
  "1005": "capture",
  "1002": "refund",
};

/** The words of rows that moved nothing, or that were cancelled. */
const NO_BOOKING = new Set(["Başarısız", "İptal", "Teknik İptal"]);
const BOOKED = "Başarılı";

/** A span of minutes of a day; its end does not belong to it. */
type Span = { readonly from: number; readonly until: number };

const WHOLE_DAY: Span = { from: 0, until: DAY / MINUTE };

/**
 * The report of a span of the day. Its void is no row of its own: a cancelled sale is missing, so
 * that the comparison asks about it.
 */
export async function listMovements(
  channel: Channel,
  { day, since, page }: MovementQuery,
): Promise<MovementList | Unknown> {
  const begin = beginningInTurkey(day);
  const [span, ...rest] = page === undefined ? [spanSince(begin, since)] : spansIn(page);
  if (span === undefined) return unknown("unreadable_page");
  const message = (minute: number, ms: number) =>
    formatIstanbul(later(begin, minute * MINUTE + ms), DATE_TIME);
  const from = message(span.from, 0);
  const until = message(span.until, -1);
  const sent = await sendReport(
    channel,
    (moment) => reportMessage(moment, { from, until }),
    TIMEOUTS.inquiryMs,
  );
  if (sent.kind === "unknown") return sent;
  const { responseCode, data } = sent;
  if (responseCode !== APPROVED || data === undefined) return unknown(`report_${responseCode}`);
  const report = await unpacked(data);
  if (report === "too_large") {
    const halves = halvesOf(span);
    if (halves === undefined) return unknown("report_too_large");
    return { kind: "movements", movements: [], next: pageOf([...halves, ...rest]) };
  }
  if (!reports.Check(report)) return unknown("unreadable_report");
  const next = rest.length === 0 ? undefined : pageOf(rest);
  return listedBookings(report.txnDetailList, readRow, { since, next });
}

async function unpacked(data: string): Promise<unknown> {
  try {
    const bytes = await unpack(Buffer.from(data, "base64"), {
      maxOutputLength: UNPACKED_BYTES_MAX,
    });
    return parseJson(bytes.toString());
  } catch (error) {
    const isLarge = error instanceof RangeError;
    return isLarge ? "too_large" : undefined;
  }
}

function spanSince(begin: number, since: number | undefined): Span {
  const from = since === undefined ? 0 : Math.floor((since - begin) / MINUTE);
  return { ...WHOLE_DAY, from: Math.min(Math.max(from, 0), WHOLE_DAY.until - 1) };
}

function halvesOf({ from, until }: Span): readonly Span[] | undefined {
  const middle = Math.floor((from + until) / 2);
  if (middle === from) return undefined;
  return [
    { from, until: middle },
    { from: middle, until },
  ];
}

function pageOf(spans: readonly Span[]): string {
  return spans.map(({ from, until }) => `${from}-${until}`).join(",");
}

function spansIn(page: string): readonly Span[] {
  return [...page.matchAll(/(\d{1,4})-(\d{1,4})/g)].map(([, from, until]) => ({
    from: Number(from),
    until: Number(until),
  }));
}

function readRow(row: ReportRow): ListedBooking | "no_booking" | undefined {
  const { txnCode, txnStatus, responseCode, orderId, orgOrderId } = row;
  if (NO_BOOKING.has(txnStatus)) return "no_booking";
  const kind = KINDS[txnCode];
  if (txnStatus !== BOOKED || responseCode !== APPROVED || kind === undefined) return undefined;
  const number = String(row.currencyCode ?? "");
  const currency = CURRENCY_CODES.find((one) => currencyNumber(one) === number);
  // A capture or refund has an id of the bank, and our order beside it.
  const reference =
    orgOrderId === undefined || orgOrderId === null || orgOrderId === "" ? orderId : orgOrderId;
  return {
    reference: reference ?? "",
    kind,
    amount:
      currency === undefined ? undefined : readDecimalAmount(amountText(row.amount), currency),
    bookedAt: readIstanbul(row.txnDateTime ?? "", DATE_TIME),
    bankReference: row.rrn ?? "",
  };
}

function amountText(amount: ReportRow["amount"]): string {
  return typeof amount === "number" ? String(amount) : (amount ?? "");
}
