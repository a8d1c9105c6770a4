import type { MovementList, MovementQuery, Unknown } from "../../domain/payment/acquirer.ts";
import { beginningInTurkey } from "../../kernel/calendar-day.ts";
import { DAY, later, MINUTE } from "../../kernel/clock.ts";
import { readMinorAmount } from "../kit/amounts.ts";
import { unknown } from "../kit/ask-bank.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import { resultOf } from "../kit/channel.ts";
import { formatIstanbul, readIstanbul } from "../../kernel/istanbul-time.ts";
import { type ListedBooking, listedBookings } from "../kit/listed-bookings.ts";
import { elementOf, elementsOf, textOf, type XmlElement } from "../kit/xml.ts";
import { type Answer, isRefusedWith } from "./answer.ts";
import { type Channel, send } from "./channel.ts";
import { NOT_FOUND_CODES } from "./codes.ts";
import { inquiryMessage } from "./request.ts";

const MINUTES = "dd/MM/yyyy HH:mm";
const TIME = "yyyy-MM-dd HH:mm:ss";
const PAGES_MAX = 10_000;

/** The bank's words, which it writes without Turkish letters. */
const KINDS: Readonly<Record<string, ListedBooking["kind"]>> = {
  Satis: "sale",
  "On Otorizasyon": "preauth",
  "On Otorizasyon Kapama": "capture",
  Iptal: "void",
  Iade: "refund",
};

/** A page of the terminal's transactions. The bank's span has no seconds and ends with a minute. */
export function listMovements(
  channel: Channel,
  { day, since, page = "1" }: MovementQuery,
): Promise<MovementList | Unknown> {
  const begin = beginningInTurkey(day);
  const message = inquiryMessage(channel.terminal, "orderlistinq", [
    ["Description", ""],
    ["StartDate", formatIstanbul(since === undefined || since < begin ? begin : since, MINUTES)],
    ["EndDate", formatIstanbul(later(begin, DAY - MINUTE), MINUTES)],
    ["ListPageNum", page],
  ]);
  return resultOf(send(channel, message, TIMEOUTS.inquiryMs), (answer) => {
    // A span without transactions counts as an unknown order.
    if (isRefusedWith(answer, NOT_FOUND_CODES)) return listedBookings([], readRow, {});
    return readPage(answer, { since, page });
  });
}

function readPage(
  { order, code, isSigned, reasonCode }: Answer,
  { since, page }: Pick<MovementQuery, "since"> & { readonly page: string },
): MovementList | Unknown {
  const list = elementOf(order, "OrderListInqResult", "OrderTxnList");
  if (!isSigned || code !== "00" || list === undefined) {
    return unknown(`no_list_${reasonCode.slice(0, 4)}`);
  }
  const pages = Number(textOf(list, "TotalPageCount") ?? "NaN");
  const isOurs = textOf(list, "ActPageNum") === page;
  if (!isOurs || !Number.isInteger(pages) || pages > PAGES_MAX) return unknown("other_page");
  const next = Number(page) < pages ? String(Number(page) + 1) : undefined;
  return listedBookings(elementsOf(list, "OrderTxn"), readRow, { since, next });
}

function readRow(row: XmlElement): ListedBooking | "no_booking" | undefined {
  const kind = KINDS[textOf(row, "TrxType") ?? ""];
  const status = textOf(row, "Status");
  if (status === "Basarisiz") return "no_booking";
  if (status !== "Basarili" || kind === undefined) return undefined;
  // Only the bank's word for lira is known.
  const isLira = textOf(row, "CurrencyCode") === "TL";
  return {
    reference: textOf(row, "OrderID") ?? "",
    kind,
    amount: isLira ? readMinorAmount(textOf(row, "AuthAmount") ?? "", "TRY") : undefined,
    bookedAt: readIstanbul((textOf(row, "LastTrxDate") ?? "").slice(0, TIME.length), TIME),
    bankReference: textOf(row, "RetrefNum") ?? "",
  };
}
