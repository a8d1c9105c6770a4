import { Readable } from "node:stream";
import type { Language } from "../../kernel/language.ts";
import { fullName, type Customer } from "../../domain/session/session.ts";
import { CURRENCIES, type Currency } from "../../kernel/currency.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { STATUS_RESULT } from "../../domain/payment/states.ts";
import type { PaymentSearch } from "../../domain/report/find-payments.ts";
import {
  movedMoney,
  PaymentTotals,
  sumOf,
  type MovedMoney,
  type PaymentTotal,
} from "../../domain/report/payment-totals.ts";
import {
  numberCell,
  textCell,
  type Cell,
  type Row,
  type Table,
} from "../../file/spreadsheet/cell.ts";
import { separatedFile } from "../../file/spreadsheet/separated-file.ts";
import { workbook } from "../../file/spreadsheet/workbook.ts";
import type { MerchantContext } from "../kit/context.ts";
import { acquirerName, connectionsOf } from "../settlement/connections.tsx";
import { instrumentOf, statusOf } from "../parts/status.tsx";
import { paymentWords } from "../words/payment.ts";
import { sheetWords } from "./sheet-words.ts";

/** The payments of one block; each block is a page of the search. */
const BLOCK = 500;

export const SHEET_FORMATS = ["xlsx", "excel_csv"] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

/** The list as it is shown, with its search, as a file for people. */
export function openSheet(
  context: MerchantContext,
  search: PaymentSearch,
  format: SheetFormat,
): Result<Readable, never> {
  const { language, merchant } = context;
  const { timeZone } = merchant.settings;
  const words = sheetWords[language];
  const totals = new PaymentTotals();
  const payments: Table = {
    name: words.sheet,
    heads: words.heads,
    blocks: blocksOf(context, search, totals),
  };
  const sums: Table = {
    name: words.totals,
    heads: words.totalHeads,
    blocks: totalRows(totals, language),
  };
  return ok(
    Readable.from(
      format === "xlsx"
        ? workbook([payments, sums], { timeZone })
        : separatedFile(payments, { language, timeZone }),
    ),
  );
}

/** Reads the search page by page, so that a file of any length needs constant memory. */
async function* blocksOf(
  context: MerchantContext,
  search: PaymentSearch,
  totals: PaymentTotals,
): AsyncGenerator<readonly Row[]> {
  const { kit, scope } = context;
  const connections = await connectionsOf(context);
  let after: PaymentSearch["after"];
  for (;;) {
    const page = { ...search, after, before: undefined, limit: BLOCK };
    const found = await kit.finder.find(scope, page);
    if (found === "too_slow") throw new Error("a page of the export took too long");
    for (const payment of found.payments) totals.add(payment);
    yield found.payments.map((payment) =>
      rowOf(context, {
        payment,
        customer: found.customers.get(payment.sessionId) ?? {},
        acquirer: acquirerName(context, connections, payment),
      }),
    );
    after = found.leftOffAt?.orderId ?? found.payments.at(-1)?.orderId;
    if (!found.hasOlder || after === undefined) return;
  }
}

/** The totals of the rows above, once these have been written; in the order of the headings. */
async function* totalRows(
  totals: PaymentTotals,
  language: Language,
): AsyncGenerator<readonly Row[]> {
  const all = totals.all();
  const currencies = new Set(all.map(({ currency }) => currency));
  yield await Promise.resolve(
    [...currencies].flatMap((currency) => {
      const own = all.filter((total) => total.currency === currency);
      const successful = own.filter(({ status }) => STATUS_RESULT[status] === "successful");
      return [
        ...own.map((total) => totalRow(paymentWords[language].statuses[total.status], total)),
        totalRow(sheetWords[language].successful, { ...sumOf(successful), currency }),
      ];
    }),
  );
}

function totalRow(name: string, total: Omit<PaymentTotal, "status">): Row {
  const { currency, payments } = total;
  const sums = moneyCells(total, currency);
  return [textCell(name), textCell(currency), numberCell(payments), ...sums];
}

function moneyCells(moved: MovedMoney, currency: Currency): readonly Cell[] {
  const { exponent } = CURRENCIES[currency];
  const { amountMinor, takenMinor, heldMinor, refundedMinor } = moved;
  return [amountMinor, takenMinor, heldMinor, refundedMinor].map((minor) => ({
    kind: "amount",
    minor,
    exponent,
  }));
}

type SheetRow = {
  readonly payment: Payment;
  readonly customer: Customer;
  /** The name of the connection that took the payment, as the panel shows it. */
  readonly acquirer: string;
};

/** The cells of a payment, in the order of `sheetWords.heads`. */
function rowOf({ language }: MerchantContext, { payment, customer, acquirer }: SheetRow): Row {
  const names = paymentWords[language];
  const { declineReason } = payment;
  const { currency } = payment.amount;
  return [
    { kind: "moment", at: payment.createdAt },
    textCell(payment.orderId),
    textCell(payment.reference),
    textCell(names.statuses[statusOf(payment)]),
    textCell(declineReason === undefined ? "" : names.declines[declineReason]),
    textCell(instrumentOf(payment, language)),
    ...moneyCells(movedMoney(payment), currency),
    textCell(currency),
    payment.paymentType === "bank_transfer" ? textCell("") : numberCell(payment.installmentCount),
    textCell(fullName(customer)),
    textCell(customer.email),
    textCell(customer.phone),
    textCell(payment.customerId),
    textCell(acquirer),
  ];
}
