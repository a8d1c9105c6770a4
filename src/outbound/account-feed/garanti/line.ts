import { isCurrency, type Currency } from "../../../kernel/currency.ts";
import { isRecord, type JsonRecord } from "../../../kernel/json.ts";
import { ok, refused, type Result } from "../../../kernel/result.ts";
import { normalizeIban } from "../../../domain/transfer/iban.ts";
import type { SetAside } from "../../../domain/account-feed/ports.ts";
import type { StatementLine } from "../../../domain/transfer/statement-line.ts";
import { cleanText, readDay } from "../../../file/statement/statement-entry.ts";
import { readNumberAmount } from "../kit/number-amount.ts";

/** The letters of `txnCreditDebitIndicator`: alacak, money in, and borç, money out. */
const IN = "A";
const OUT = "B";
/** The kinds of additional information that name the other side of a transfer. */
const OTHER_SIDE = new Set(["MUS", "CORRACNT"]);

/** The part of a number that a key has; an index allows no longer ones. */
const NUMBER_MAX = 255;

/**
 * Reads a row of the bank's answer, whose numbers are texts: the money that came in, or undefined
 * for a row that brings none. A row that is not understood is refused, never guessed.
 */
export function readLine(
  row: unknown,
  currencyIfAbsent: Currency | undefined,
): Result<StatementLine | undefined, SetAside> {
  if (!isRecord(row)) return refused({ name: "?", reason: "is no object" });
  const bankKey = textOf(row, "transactionInstanceId");
  const name = bankKey ?? "without transactionInstanceId";
  const not = (reason: string) => refused({ name, reason });
  const direction = textOf(row, "txnCreditDebitIndicator");
  if (direction === OUT) return ok(undefined);
  if (direction !== IN) return not("has an unknown txnCreditDebitIndicator");
  if (bankKey === undefined || bankKey.length > NUMBER_MAX) return not("has no usable number");
  const account = normalizeIban(textOf(row, "IBAN") ?? "");
  if (account === "") return not("has no IBAN");
  const currency = currencyOf(textOf(row, "currencyCode"), currencyIfAbsent);
  if (currency === undefined) return not("has no known currencyCode");
  const amount = readNumberAmount(textOf(row, "amount") ?? "", currency);
  if (amount === undefined) return not("has an unreadable amount");
  const bookedAt = readDay((textOf(row, "activityDate") ?? "").slice(0, 10));
  if (bookedAt === undefined) return not("has an unreadable activityDate");
  if (amount.minor === 0n) return ok(undefined);
  const description = cleanText(textOf(row, "explanation")) ?? "";
  return ok({ account, bankKey, source: "feed", amount, description, bookedAt, ...senderOf(row) });
}

/** The name `TL`, and a blank behind it, are the bank's; some rows have none. */
function currencyOf(
  code: string | undefined,
  ifAbsent: Currency | undefined,
): Currency | undefined {
  if (code === undefined) return ifAbsent;
  if (code === "TL") return "TRY";
  return isCurrency(code) ? code : undefined;
}

/** `nameSurnameText` is the account's own holder; the sender is in the fields with `corr`. */
function senderOf(row: JsonRecord): Pick<StatementLine, "senderName" | "senderIban"> {
  const list = row["enrichmentInformation"];
  const known = (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
    if (!isRecord(item) || !OTHER_SIDE.has(textOf(item, "enrichmentCode") ?? "")) return [];
    const value = item["enrichmentValue"];
    return isRecord(value) ? [value] : [];
  });
  const find = (field: string): string | undefined =>
    known.map((value) => cleanText(textOf(value, field))).find((text) => text !== undefined);
  const iban = normalizeIban(find("corrIBAN") ?? "");
  return { senderName: find("corrNameSurnameText"), senderIban: iban === "" ? undefined : iban };
}

/** A field without blanks around it; undefined if it is absent, null or empty. */
function textOf(record: JsonRecord, field: string): string | undefined {
  const value = record[field];
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" ? undefined : text;
}
