import type { MovementList, MovementQuery, Unknown } from "../../domain/payment/acquirer.ts";
import { CURRENCY_CODES } from "../../kernel/currency.ts";
import { currencyNumber, readDecimalAmount } from "../kit/amounts.ts";
import { unknown } from "../kit/ask-bank.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import { resultOf } from "../kit/channel.ts";
import { type ListedBooking, listedBookings } from "../kit/listed-bookings.ts";
import { type Answer, fieldOf } from "./answer.ts";
import { type Channel, send } from "./channel.ts";
import { APPROVED, NOT_FOUND } from "./codes.ts";
import { isVoided, rowsOf, timeOf } from "./inquiry.ts";
import { dayMessage } from "./request.ts";

const KINDS: Readonly<Record<string, ListedBooking["kind"]>> = {
  Auth: "sale",
  PreAuth: "preauth",
  PostAuth: "capture",
  Void: "void",
  Refund: "refund",
};

/** The history of a day; the bank answers with all its rows at once. */
export function listMovements(
  { terminal, ...channel }: Channel,
  { day, since }: MovementQuery,
): Promise<MovementList | Unknown> {
  const message = dayMessage(terminal, day);
  return resultOf(send({ terminal, ...channel }, message, TIMEOUTS.inquiryMs), (answer) => {
    const code = fieldOf(answer, "ProcReturnCode");
    if (code === NOT_FOUND) return listedBookings([], readRow, {});
    if (code !== "" && code !== APPROVED) return unknown(`history_${code.slice(0, 8)}`);
    const rows = rowsOf(answer);
    return rows.length === 0 ? unknown("empty_history") : listedBookings(rows, readRow, { since });
  });
}

function readRow(row: Answer): ListedBooking | "no_booking" | undefined {
  const kind = KINDS[fieldOf(row, "TxnType")];
  if (fieldOf(row, "ProcReturnCode") !== APPROVED) return "no_booking";
  if (kind === undefined) return undefined;
  // A cancelled authorization or capture does not stand; its void is a row of its own.
  if (kind !== "void" && kind !== "refund" && isVoided(row)) return "no_booking";
  const number = fieldOf(row, "Currency");
  const currency = CURRENCY_CODES.find((one) => currencyNumber(one) === number);
  return {
    reference: fieldOf(row, "OrderId"),
    kind,
    amount:
      currency === undefined ? undefined : readDecimalAmount(fieldOf(row, "PurchAmount"), currency),
    bookedAt: timeOf(row),
    bankReference: fieldOf(row, "F37"),
  };
}
