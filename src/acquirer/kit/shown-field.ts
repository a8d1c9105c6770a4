import type { SignedField } from "../../domain/connection/store-key.ts";
import { bankText } from "./bank-text.ts";

const NAME_LENGTH = 40;
const VALUE_LENGTH = 120;
const LENGTH_MAX = 99_999;

/**
 * The fields whose values people need to see, in lower case: terms, numbers of the terminal and the
 * order, codes and texts of the bank. The values of all others are hidden, so that no record has a
 * card, a customer's data or a value that proves an authentication.
 */
const SHOWN = new Set(
  [
    "amount purchamount purchaseamount txnamount currency purchcurrency txncurrencycode exponent",
    "taksit instalment installcount installmentcount txninstallmentcount version hashversion",
    "clientid merchantid merchantno merchantsafeid terminalid terminalno terminalsafeid mid tid",
    "shopcode usercode oid orderid merchantorderid verifyenrollmentrequestid xid_of_order",
    "storetype trantype islemtipi txntype txncode txnstat lang okurl failurl hashalgorithm",
    "hashparams mdstatus 3dstatus txnstatus status eci secureecomind response responsecode",
    "responsemessage procreturncode errorcode errcode errmsg errormessage mderrormsg",
    "mderrormessage txnresult txndatetime rrn",
  ].flatMap((line) => line.split(" ")),
);

const MARKS = [
  ["spaces", /^\s|\s$/],
  ["bar", /\|/],
  ["backslash", /\\/],
  ["not_ascii", /[^\u0000-\u007f]/],
  ["line_end", /[\r\n]/],
] as const;

/**
 * A field of a signed text for people: printable, short, without card numbers. `terminal` is our
 * own number, which may look like one.
 */
export function shownField(
  [name, value]: readonly [name: string, value: string],
  terminal: string | undefined,
): SignedField {
  const isShown = value === "" || SHOWN.has(name.toLowerCase());
  const text = value === terminal ? value : printable(bankText(value)).slice(0, VALUE_LENGTH);
  return {
    name: printable(name).slice(0, NAME_LENGTH),
    shown: isShown ? text : null,
    length: Math.min(value.length, LENGTH_MAX),
    marks: MARKS.filter(([, pattern]) => pattern.test(value)).map(([mark]) => mark),
  };
}

/** Without characters that a terminal or a page may take for anything but letters. */
function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, "·").replace(/\d(?:[ -]?\d){11,18}/g, "[card]");
}
