import { isIban, normalizeIban } from "../../domain/transfer/iban.ts";
import { DIALECTS, partsOf, type Dialect, type Part } from "./mt940-dialects.ts";
import { cleanText, type Details } from "./statement-entry.ts";

/**
 * Joins the lines of each field `:86:` without a blank, because the bank wraps them at a fixed
 * width, also within words.
 */
export function joinLines(fields: readonly string[]): readonly string[] {
  return fields.map((text) => text.replaceAll("\n", "").replace(/\s{2,}/g, " "));
}

/**
 * The form in which the bank of a statement fills `:86:`: that of most of its entries. A payer's
 * text in the form of another bank is text.
 */
export function formOf(entries: readonly (readonly string[])[]): Dialect | undefined {
  const written = entries.filter((texts) => texts.length > 0).map((texts) => texts.join(" "));
  return DIALECTS.find(
    ({ shape }) => written.filter((text) => shape.test(text)).length * 2 > written.length,
  );
}

/**
 * Reads the fields `:86:` of an entry, which has one as a rule, in the form of its bank. No part of
 * the payer's text may be lost: where the entry has another form, or none, the whole text is the
 * description.
 */
export function readDetails(texts: readonly string[], form: Dialect | undefined): Details {
  const joined = texts.join(" ");
  if (form?.shape.test(joined) !== true) return textAlone(texts);
  const parts = partsOf(joined, form);
  const senderPart = (code: string): string => bankPart(parts, code, form) ?? "";
  const accounts = form.senderIban.map(senderPart).map(accountIn);
  const account = accounts.find(({ iban }) => iban !== undefined) ?? accounts.at(-1);
  return {
    description: cleanText(joinedValues(parts, form.description)) ?? cleanText(joined) ?? "",
    senderName: cleanText(form.senderName.map(senderPart).join("")) ?? account?.holder,
    senderIban: account?.iban,
  };
}

/**
 * Reads the details as the keys of stored lines have them: with repeated parts as one, and as text
 * alone where text stands before the first label.
 */
export function keyedDetails(texts: readonly string[]): Details {
  const joined = texts.join(" ");
  const form = DIALECTS.find(({ keyedShape }) => keyedShape.test(joined));
  if (form === undefined || !form.shape.test(joined)) return textAlone(texts);
  const parts = partsOf(joined, form);
  const { iban, holder } = accountIn(cleanText(joinedValues(parts, form.senderIban)) ?? "");
  return {
    description: cleanText(joinedValues(parts, form.description)) ?? cleanText(joined) ?? "",
    senderName: cleanText(joinedValues(parts, form.senderName)) ?? holder,
    senderIban: iban,
  };
}

export function textAlone(texts: readonly string[]): Details {
  const description = cleanText(texts.join(" | ")) ?? "";
  return { description, senderName: undefined, senderIban: undefined };
}

function joinedValues(parts: readonly Part[], codes: readonly string[]): string {
  const valuesOf = (code: string) => parts.filter((part) => part.code === code);
  return codes.flatMap((code) => valuesOf(code).map(({ value }) => value)).join("");
}

/**
 * A part that the bank wrote: the first one of its code before any text of the payer. Behind such a
 * text it counts if there is one alone, because one of two is the payer's; behind free text it
 * never counts.
 */
function bankPart(parts: readonly Part[], code: string, form: Dialect): string | undefined {
  const end = (codes: readonly string[]): number => {
    const at = parts.findIndex((part) => codes.includes(part.code));
    return at < 0 ? parts.length : at;
  };
  const places = parts.flatMap((part, index) => (part.code === code ? [index] : []));
  const [first] = places;
  if (first === undefined || first > end(form.freeText)) return undefined;
  return first < end(form.description) || places.length === 1 ? parts[first]?.value : undefined;
}

type Account = { readonly iban: string | undefined; readonly holder: string | undefined };

/** Some banks write the account, its bank and its holder into one part, separated by slashes. */
function accountIn(text: string): Account {
  const [account = "", , holder] = text.split("/");
  const iban = normalizeIban(account);
  return { iban: isIban(iban) ? iban : undefined, holder: cleanText(holder) };
}
