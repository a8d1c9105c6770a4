import { parseCalendarDay } from "../../kernel/calendar-day.ts";
import { isCurrency, type Currency } from "../../kernel/currency.ts";
import { money } from "../../kernel/money.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { MappedFields } from "../table/column-mapping.ts";
import { matching, oneOf, RowReader } from "../table/row-reader.ts";
import type { RowProblem, TableRow } from "../table/table-row.ts";
import { ROUNDING } from "./settlement-part.ts";
import { EXTRACT_KINDS, type ExtractKind, type ExtractRow } from "./extract-row.ts";

/** The fields that a mapping of an extract may give columns to; amounts are in minor units. */
export const EXTRACT_FIELDS = {
  gross: { kind: "amount", isRequired: true },
  paid_on: { kind: "day", isRequired: true },
  commission: { kind: "amount" },
  reward: { kind: "amount" },
  service_fee: { kind: "amount" },
  net: { kind: "amount" },
  kind: { kind: "text", meanings: EXTRACT_KINDS },
  currency: { kind: "text", mayBeFixed: true },
  sold_on: { kind: "day" },
  terminal: { kind: "text" },
  batch: { kind: "text" },
  auth_code: { kind: "text" },
  card: { kind: "text" },
  reference: { kind: "text" },
  installment: { kind: "text" },
  installment_count: { kind: "text" },
} as const satisfies MappedFields;

type Column = keyof typeof EXTRACT_FIELDS;
type Fields = RowReader<Column>;

/** Words of Turkish extracts for the kinds; a mapping adds those of its bank. */
const KINDS: Readonly<Record<string, ExtractKind>> = {
  satış: "sale",
  "peşin satış": "sale",
  "taksitli satış": "sale",
  iade: "refund",
  "ters ibraz": "chargeback",
};

/** Reads the rows of an extract, or returns all problems of the rows. */
export function checkExtractRows(
  rows: readonly TableRow[],
): Result<readonly ExtractRow[], readonly RowProblem[]> {
  const read: ExtractRow[] = [];
  const problems: RowProblem[] = [];
  for (const row of rows) {
    const one = readExtractRow(row);
    if (one.ok) read.push(one.value);
    else problems.push(...one.refusal);
  }
  return problems.length > 0 ? refused(problems) : ok(read);
}

function readExtractRow(row: TableRow): Result<ExtractRow, readonly RowProblem[]> {
  const fields: Fields = new RowReader<Column>(row);
  const paidOn = fields.required("paid_on", parseCalendarDay, "must be the day of the payout");
  const authCode = fields.optional("auth_code", codeOf, "must be an authorization code");
  const card = fields.optional("card", cardOf, "must be a masked card number");
  const reference = fields.optional("reference", matching(/^[\x21-\x7e]{1,64}$/), "is too long");
  if (authCode === undefined && card === undefined && reference === undefined) {
    fields.refuse("auth_code", "is empty, and so are card and reference: the row names no payment");
  }
  const kind = kindOf(fields);
  const currency = currencyOf(fields);
  const gross = fields.required("gross", minor, "must be an amount");
  const part = partOf(fields);
  const commission = gross === undefined ? undefined : deductions(fields, gross);
  if (
    fields.problems.length > 0 ||
    paidOn === undefined ||
    kind === undefined ||
    currency === undefined ||
    gross === undefined ||
    commission === undefined
  ) {
    return refused(fields.problems);
  }
  const sign = gross < 0n ? -1n : 1n;
  return ok({
    line: row.line,
    terminal: textOf(fields, "terminal"),
    batch: textOf(fields, "batch"),
    authCode,
    card,
    reference,
    soldOn: parseCalendarDay(fields.text("sold_on")),
    kind: kind === "sale" && gross < 0n ? "refund" : kind,
    gross: money(sign * gross, currency),
    commission: money(sign * commission, currency),
    part,
    paidOn,
  });
}

/**
 * The bank keeps commission, share of the reward program and fee, or without these columns
 * the difference of gross and net. Where there is a net amount as well, it must agree.
 */
function deductions(fields: Fields, gross: bigint): bigint | undefined {
  const sign = gross < 0n ? -1n : 1n;
  const parts = (["commission", "reward", "service_fee"] as const).map((column) =>
    fields.optional(column, minor, "must be an amount"),
  );
  const net = fields.optional("net", minor, "must be an amount");
  if (parts.every((part) => part === undefined)) {
    return net === undefined ? fields.refuse("commission", "is empty, and so is net") : gross - net;
  }
  // Banks write what they keep of a sale with either sign.
  const kept = sign * parts.reduce<bigint>((sum, part = 0n) => sum + absolute(part), 0n);
  const away = net === undefined ? 0n : gross - kept - net;
  if (absolute(away) <= ROUNDING) return kept;
  return fields.refuse("net", `is not gross less commission: ${away} apart, in minor units`);
}

function kindOf(fields: Fields): ExtractKind | undefined {
  const text = fields.text("kind");
  if (text === "") return "sale";
  const known = KINDS[text.toLocaleLowerCase("tr")] ?? oneOf(EXTRACT_KINDS)(text);
  return known ?? fields.refuse("kind", "is a word that the mapping has no meaning for");
}

function currencyOf(fields: Fields): Currency | undefined {
  const text = fields.text("currency").toUpperCase();
  if (text === "" || text === "TL") return "TRY";
  return isCurrency(text) ? text : fields.refuse("currency", "must be a currency such as TRY");
}

/** `2/3`, or number and count in two columns. A single charge has no parts. */
function partOf(fields: Fields): ExtractRow["part"] {
  const count = fields.text("installment_count");
  const text = fields.text("installment") + (count === "" ? "" : `/${count}`);
  if (/^[-\s0]*$|^\s*(?:peşin|tek çekim)\s*$/i.test(text)) return undefined;
  const [, number = "", of = ""] = /^\s*(\d{1,2})\s*\/\s*(\d{1,2})\s*$/.exec(text) ?? [];
  const part = { number: Number(number), count: Number(of) };
  if (part.count === 1 && part.number === 1) return undefined;
  if (part.count === 0 && part.number === 0) return undefined;
  if (part.number >= 1 && part.number <= part.count) return part;
  return fields.refuse("installment", "must be a number and a count, such as 2/3");
}

/** Spreadsheets drop the zeros in front of a code. */
function codeOf(text: string): string | undefined {
  return /^[0-9A-Za-z]{1,12}$/.test(text) ? text.toUpperCase().padStart(6, "0") : undefined;
}

function cardOf(text: string): ExtractRow["card"] {
  const digits = text.replace(/[\s-]/g, "");
  // A whole number has no place in an extract, and none here: only its ends are kept.
  const [, bin, lastFour] = /^(\d{6})?.*?(\d{4})$/.exec(digits) ?? [];
  return lastFour === undefined || digits.length > 24 ? undefined : { bin, lastFour };
}

function minor(text: string): bigint | undefined {
  return /^-?\d{1,15}$/.test(text) ? BigInt(text) : undefined;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function textOf(fields: Fields, column: Column): string | undefined {
  const text = fields.text(column).slice(0, 64);
  return text === "" ? undefined : text;
}
