import { DAY } from "../../../kernel/clock.ts";
import type { Entry } from "../../entry.ts";
import { isSettled, localTime } from "../kit/door-time.ts";
import type { Door, DoorCaller } from "../kit/door.ts";
import type { DoorContent } from "../kit/door-xml.ts";
import { gatewayRefusal, hostCode, maskOf, pairs, type Result } from "./answer.ts";
import { found } from "./inquiry.ts";
import type { GarantiRequest } from "./request.ts";

const PAGE_ROWS = 20;
const SPAN_DAYS = 30;

const TYPES: Readonly<Record<Entry["type"], string>> = {
  sale: "Satis",
  preauth: "On Otorizasyon",
  capture: "On Otorizasyon Kapama",
  refund: "Iade",
  void: "Iptal",
  reverse: "Iptal",
};

/** `orderlistinq`: the transactions of at most 30 days, page by page. */
export async function listOf(
  door: Door,
  { terminal, now }: DoorCaller,
  span: GarantiRequest["span"],
): Promise<Result> {
  const [from, until] = [timeOf(span.from), timeOf(span.until)];
  if (!(until >= from && until - from <= SPAN_DAYS * DAY)) {
    return gatewayRefusal("0002", "Order.StartDate veya Order.EndDate hatali");
  }
  const entries = await door.deps.book.list(terminal);
  // The bank's times have no seconds: the last minute of a span belongs to it.
  const inside = entries.filter(({ bookedAt }) => from <= bookedAt && bookedAt < until + 60_000);
  const page = /^[1-9]\d{0,4}$/.test(span.page) ? Number(span.page) : 1;
  const start = (page - 1) * PAGE_ROWS;
  const rows = inside.slice(start, start + PAGE_ROWS).map((entry, index) => {
    const original = entries.find(({ requestId }) => requestId === entry.originalRequestId);
    const settlement = isSettled(entry.bookedAt, now) ? "Y" : "N";
    return ["OrderTxn", rowOf(entry, { id: start + index + 1, original, settlement })] as const;
  });
  const list: DoorContent = [
    ["TotalTxnCount", String(inside.length)],
    ["TotalPageCount", String(Math.ceil(inside.length / PAGE_ROWS))],
    ["ActPageNum", String(page)],
    ...rows,
  ];
  return found("OrderListInqResult", [["OrderTxnList", list]]);
}

type RowFacts = {
  readonly id: number;
  readonly original: Entry | undefined;
  readonly settlement: string;
};

function rowOf(entry: Entry, { id, original, settlement }: RowFacts): DoorContent {
  const { year, month, day, hour, minute, second } = localTime(entry.bookedAt);
  const isApproved = entry.code === "00";
  const [code, detail] = isApproved ? ["00", ""] : hostCode(entry.code);
  return pairs({
    Id: String(id),
    LastTrxDate: `${year}-${month}-${day} ${hour}:${minute}:${second}`,
    TrxType: TYPES[entry.type],
    OrderID: entry.orderId,
    CardNumberMasked: maskOf(original ?? entry),
    BatchNum: "005546",
    AuthCode: entry.authCode,
    RetrefNum: entry.reference,
    OrigRetrefNum: original?.reference ?? "",
    InstallmentCnt: entry.installments === 1 ? "Pesin" : String(entry.installments),
    Status: isApproved ? "Basarili" : "Basarisiz",
    AuthAmount: entry.amount.minor.toString(),
    CurrencyCode: entry.amount.currency === "TRY" ? "TL" : entry.amount.currency,
    SafeType: entry.challengeId === undefined ? "" : "3D",
    UserId: entry.type === "refund" || entry.type === "void" ? "PROVRFN" : "PROVAUT",
    Settlement: isApproved ? settlement : "E",
    ResponseCode: code,
    SysErrMsg: detail,
  });
}

/** `dd/MM/yyyy HH:mm` in Istanbul; NaN for another form. */
function timeOf(text: string): number {
  const [, day = "", month = "", year = "", time = ""] =
    /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d)$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${time}:00+03:00`);
}
