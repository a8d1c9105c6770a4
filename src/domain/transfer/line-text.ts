import { assert } from "../../kernel/assert.ts";
import { instant } from "../../kernel/clock.ts";
import { isCurrency } from "../../kernel/currency.ts";
import { parseMerchantId, parseUserId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import { STATEMENT_SOURCES, type StatementLine } from "./statement-line.ts";

/** Writes a line as text, for a failed item, which has no columns for it. */
export function lineText(line: StatementLine): string {
  const { amount, scope, ...rest } = line;
  const { merchantId, mode } = scope ?? {};
  const { minor, currency } = amount;
  return JSON.stringify({ ...rest, minor: minor.toString(), currency, merchantId, mode });
}

/**
 * Reads the text of `lineText`.
 * @throws if the text is not that of a line, for example after a manual change.
 */
export function readLineText(text: string): StatementLine {
  const found: unknown = JSON.parse(text);
  const fields = typeof found === "object" && found !== null ? found : {};
  const member = (name: string): unknown => Reflect.get(fields, name);
  const required = (name: string): string => {
    const value = member(name);
    assert(typeof value === "string", `a line has its ${name}`);
    return value;
  };
  const wordsIfAny = (name: string): string | undefined =>
    member(name) === undefined ? undefined : required(name);
  const currency = required("currency");
  const bookedAt = member("bookedAt");
  const source = STATEMENT_SOURCES.find((one) => one === member("source"));
  assert(isCurrency(currency), "a line is in a currency");
  assert(typeof bookedAt === "number", "a line has its time");
  assert(source !== undefined, "a line has its source");
  const uploader = wordsIfAny("uploadedBy");
  const uploadedBy = parseUserId(uploader ?? "");
  assert((uploader === undefined) === (uploadedBy === undefined), "an uploader is a user");
  const merchantId = parseMerchantId(wordsIfAny("merchantId") ?? "");
  const mode = member("mode") === "live" ? "live" : "test";
  return {
    account: required("account"),
    bankKey: required("bankKey"),
    source,
    amount: money(BigInt(required("minor")), currency),
    description: required("description"),
    senderName: wordsIfAny("senderName"),
    senderIban: wordsIfAny("senderIban"),
    bookedAt: instant(bookedAt),
    scope: merchantId === undefined ? undefined : { merchantId, mode },
    uploadedBy,
  };
}
