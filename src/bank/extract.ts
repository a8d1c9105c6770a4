import type { CalendarDay } from "../kernel/calendar-day.ts";
import { dayInTurkey } from "../kernel/calendar-day.ts";
import { decimalParts } from "../kernel/decimal.ts";
import type { Entry } from "./entry.ts";
import { payoutOf } from "./settlement.ts";

const HEADERS = [
  "Terminal No",
  "Grup No",
  "İşlem Tarihi",
  "İşlem",
  "Kart No",
  "Onay Kodu",
  "Sipariş No",
  "Taksit",
  "Brüt Tutar",
  "Komisyon Tutarı",
  "Net Tutar",
  "Para Birimi",
  "Ödeme Günü",
];

/** Days of payouts, both included. */
export type ExtractSpan = { readonly from: CalendarDay; readonly until: CalendarDay };

/**
 * The extract of a terminal in the form that banks write it: lines of the bank above the headers,
 * semicolons, decimal commas, the code page of Windows, refunds with a minus, and a total where
 * there is one currency. Undefined if nothing is paid out on these days.
 */
export function extractFile(entries: readonly Entry[], span: ExtractSpan): Uint8Array | undefined {
  const rows = entries.flatMap((entry) => rowOf(entry, span));
  const [currency, ...others] = new Set(rows.map((row) => row.currency));
  if (currency === undefined) return undefined;
  const totals = others.length === 0 ? [totalOf(rows, currency)] : [];
  const lines = [
    "TEST BANKASI A.Ş. ÜYE İŞYERİ EKSTRESİ",
    `Dönem: ${turkishDay(span.from)} - ${turkishDay(span.until)}`,
    "",
    HEADERS.join(";"),
    ...rows.map(({ cells }) => cells.join(";")),
    ...totals,
  ];
  return windows1254(`${lines.join("\r\n")}\r\n`);
}

type ExtractRow = {
  readonly currency: string;
  readonly gross: bigint;
  readonly commission: bigint;
  readonly cells: readonly string[];
};

function rowOf(entry: Entry, { from, until }: ExtractSpan): readonly ExtractRow[] {
  const payout = payoutOf(entry);
  if (payout === undefined || payout.paidOn < from || payout.paidOn > until) return [];
  const { kind, commission, paidOn } = payout;
  const { minor, currency } = entry.amount;
  const gross = kind === "sale" ? minor : -minor;
  const { terminal, bookedAt, card, authCode, requestId, installments } = entry;
  const sold = dayInTurkey(bookedAt);
  const cells = [
    terminal,
    sold.replaceAll("-", "").slice(2),
    turkishDay(sold),
    kind === "sale" ? "Satış" : "İade",
    card === undefined ? "" : `${card.bin.slice(0, 6)}******${card.lastFour}`,
    authCode,
    requestId,
    installments > 1 ? String(installments) : "",
    turkishAmount(gross),
    turkishAmount(commission),
    turkishAmount(gross - commission),
    currency,
    turkishDay(paidOn),
  ];
  return [{ currency, gross, commission, cells }];
}

function totalOf(rows: readonly ExtractRow[], currency: string): string {
  const gross = rows.reduce((sum, row) => sum + row.gross, 0n);
  const commission = rows.reduce((sum, row) => sum + row.commission, 0n);
  const sums = [gross, commission, gross - commission].map(turkishAmount);
  return ["GENEL TOPLAM", "", "", "", "", "", "", "", ...sums, currency, ""].join(";");
}

function turkishDay(day: string): string {
  return day.split("-").toReversed().join(".");
}

/** `-1.250,00`; every currency of the bank has two decimals. */
function turkishAmount(minor: bigint): string {
  const { whole, fraction } = decimalParts(minor < 0n ? -minor : minor, 2);
  const first = whole.length % 3;
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])];
  const grouped = groups.filter((group) => group !== "").join(".");
  return `${minor < 0n ? "-" : ""}${grouped},${fraction}`;
}

/** Letters of windows-1254 that Latin-1 has other letters for. */
const TURKISH: Readonly<Record<string, number>> = {
  ı: 0xfd,
  İ: 0xdd,
  Ş: 0xde,
  ş: 0xfe,
  Ğ: 0xd0,
  ğ: 0xf0,
};

function windows1254(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => TURKISH[letter] ?? letter.charCodeAt(0));
}
