import { Readable } from "node:stream";
import { fullName, type Customer } from "../../../checkout/session.ts";
import { CURRENCIES } from "../../../kernel/currency.ts";
import { ok, type Result } from "../../../kernel/result.ts";
import type { Payment } from "../../../payment/payment.ts";
import type { FoundPayments, PaymentSearch } from "../../../report/find-payments.ts";
import { numberCell, textCell, type Cell, type Row, type Table } from "../../spreadsheet/cell.ts";
import { separatedFile } from "../../spreadsheet/separated-file.ts";
import { workbook } from "../../spreadsheet/workbook.ts";
import type { MerchantContext } from "../kit/context.ts";
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
  const table: Table = {
    name: words.sheet,
    heads: words.heads,
    blocks: blocksOf(context, search),
  };
  return ok(
    Readable.from(
      format === "xlsx"
        ? workbook(table, { timeZone })
        : separatedFile(table, { language, timeZone }),
    ),
  );
}

/** Reads the search page by page, so that a file of any length needs constant memory. */
async function* blocksOf(
  { kit, scope, language }: MerchantContext,
  search: PaymentSearch,
): AsyncGenerator<readonly Row[]> {
  let after: PaymentSearch["after"];
  for (;;) {
    const page = { ...search, after, before: undefined, limit: BLOCK };
    const found = await kit.finder.find(scope, page);
    if (found === "too_slow") throw new Error("a page of the export took too long");
    yield found.payments.map((payment) => rowOf(payment, found.customers, language));
    after = found.leftOffAt?.orderId ?? found.payments.at(-1)?.orderId;
    if (!found.hasOlder || after === undefined) return;
  }
}

/** The cells of a payment, in the order of `sheetWords.heads`. */
function rowOf(
  payment: Payment,
  customers: FoundPayments["customers"],
  language: MerchantContext["language"],
): Row {
  const names = paymentWords[language];
  const { amount, chargedAmount, refundedMinor, declineReason } = payment;
  const customer: Customer = customers.get(payment.sessionId) ?? {};
  const { exponent } = CURRENCIES[amount.currency];
  const amountCell = (minor: bigint): Cell => ({ kind: "amount", minor, exponent });
  return [
    { kind: "moment", at: payment.createdAt },
    textCell(payment.orderId),
    textCell(payment.reference),
    textCell(names.statuses[statusOf(payment)]),
    textCell(declineReason === undefined ? "" : names.declines[declineReason]),
    textCell(instrumentOf(payment, language)),
    amountCell(amount.minor),
    amountCell(chargedAmount.minor),
    amountCell(refundedMinor),
    textCell(amount.currency),
    numberCell(payment.installmentCount),
    textCell(fullName(customer)),
    textCell(customer.email),
    textCell(customer.phone),
    textCell(payment.customerId),
    textCell(payment.acquirer),
  ];
}
