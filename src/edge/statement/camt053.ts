import type { Money } from "../../kernel/money.ts";
import { isIban, normalizeIban } from "../../transfer/iban.ts";
import { cleanText, readAmount, readDay, type StatementEntry } from "./statement-entry.ts";
import { StatementError } from "./statement-error.ts";
import { elementAt, listAt, textAt, textsAt, type XmlNode } from "./xml-tree.ts";
import { visitXml } from "./xml-visit.ts";

/**
 * Reads an ISO 20022 bank-to-customer statement, camt.053.001.02 to .13; all these versions have
 * the same names for the parts used here. A batch entry yields one entry for each of its transfers.
 * @throws StatementError
 */
export function readCamt053(text: string): readonly StatementEntry[] {
  const all: StatementEntry[] = [];
  let entries: EntryOfAccount[] = [];
  let account: string | undefined;
  const reached = visitXml(text, {
    path: ["Document", "BkToCstmrStmt", "Stmt"],
    children: new Set(["Acct", "Ntry"]),
    onChild(name, child) {
      if (name === "Acct") account = accountOf(child);
      else for (const entry of entriesOf(child)) entries.push(entry);
    },
    onEnd() {
      if (account === undefined) throw new StatementError("no_account");
      for (const entry of entries) all.push({ ...entry, account });
      [entries, account] = [[], undefined];
    },
  });
  if (reached < 2) throw new StatementError("no_camt053");
  return all;
}

type EntryOfAccount = Omit<StatementEntry, "account">;

function accountOf(account: XmlNode): string | undefined {
  const name = textAt(account, "Id", "IBAN") ?? textAt(account, "Id", "Othr", "Id");
  return name === undefined ? undefined : normalizeIban(name);
}

function entriesOf(entry: XmlNode): readonly EntryOfAccount[] {
  const isArrival = textAt(entry, "CdtDbtInd") === "CRDT" && isBooked(entry) && !isReversal(entry);
  const date = textAt(entry, "BookgDt", "Dt") ?? textAt(entry, "BookgDt", "DtTm");
  const day = date ?? textAt(entry, "ValDt", "Dt") ?? textAt(entry, "ValDt", "DtTm");
  if (day === undefined) throw new StatementError("no_day");
  const whole = amountOf(entry, entry);
  const details = listAt(entry, "NtryDtls").flatMap((detail) => listAt(detail, "TxDtls"));
  const parts = details.map((detail) => ({ detail, amount: amountOf(detail, entry) }));
  const isSplit = parts.length > 1 && whole !== undefined && addUpTo(whole, parts);
  const shared = { bookedAt: readDay(day) };
  const number = cleanText(textAt(entry, "AcctSvcrRef"));
  if (!isSplit) {
    return [
      {
        ...shared,
        ...partiesOf(entry, details),
        amount: isArrival ? whole : undefined,
        bankReference: number ?? cleanText(referenceOf(details[0])),
      },
    ];
  }
  const numbers = numbersOf(details, number);
  return parts.map(({ detail, amount }, index) => ({
    ...shared,
    ...partiesOf(entry, [detail]),
    amount: isArrival && textAt(detail, "CdtDbtInd") !== "DBIT" ? amount : undefined,
    bankReference: numbers[index],
  }));
}

type Part = { readonly detail: XmlNode; readonly amount: Money | undefined };

/**
 * True if the parts of a batch entry add up to the entry. They don't where they are in the payer's
 * currency, before a fee, or incomplete; then the entry's amount alone is what arrived.
 */
function addUpTo(whole: Money, parts: readonly Part[]): boolean {
  let sum = 0n;
  for (const { detail, amount } of parts) {
    if (amount?.currency !== whole.currency) return false;
    sum += textAt(detail, "CdtDbtInd") === "DBIT" ? -amount.minor : amount.minor;
  }
  return sum === whole.minor;
}

/**
 * The numbers of the parts of a batch entry. If only the entry has a number, or if several parts
 * have the same, the part's position is appended.
 */
function numbersOf(
  details: readonly XmlNode[],
  whole: string | undefined,
): readonly (string | undefined)[] {
  const seen = new Map<string, number>();
  return details.map((detail, index) => {
    const own = cleanText(referenceOf(detail));
    if (own === undefined) return whole === undefined ? undefined : `${whole}/${index + 1}`;
    const place = (seen.get(own) ?? 0) + 1;
    seen.set(own, place);
    return place === 1 ? own : `${own}/${place}`;
  });
}

/**
 * True for the status `BOOK`: a text in early versions, a code or proprietary text in later ones.
 */
function isBooked(entry: XmlNode): boolean {
  const status =
    textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts", "Prtry") ?? textAt(entry, "Sts");
  return status === undefined || status === "BOOK";
}

/** True for a reversal; XML Schema writes true as `true` or `1`. */
function isReversal(entry: XmlNode): boolean {
  const written = textAt(entry, "RvslInd");
  return written === "true" || written === "1";
}

function amountOf(node: XmlNode, entry: XmlNode): Money | undefined {
  const holder = [node, elementAt(node, "AmtDtls", "TxAmt")].find(
    (one) => one !== undefined && textAt(one, "Amt") !== undefined,
  );
  if (holder === undefined) return undefined;
  const currency = textAt(holder, "Amt", "@Ccy") ?? textAt(entry, "Amt", "@Ccy");
  if (currency === undefined) throw new StatementError("no_currency");
  return readAmount(textAt(holder, "Amt") ?? "", currency);
}

function referenceOf(detail: XmlNode | undefined): string | undefined {
  return detail === undefined ? undefined : textAt(detail, "Refs", "AcctSvcrRef");
}

type Parties = Pick<StatementEntry, "description" | "senderName" | "senderIban">;

function partiesOf(entry: XmlNode, details: readonly XmlNode[]): Parties {
  const [only] = details.length === 1 ? details : [];
  const parties = only === undefined ? undefined : elementAt(only, "RltdPties");
  const name = parties && (textAt(parties, "Dbtr", "Nm") ?? textAt(parties, "Dbtr", "Pty", "Nm"));
  const iban = parties && textAt(parties, "DbtrAcct", "Id", "IBAN");
  const senderIban = iban === undefined ? undefined : normalizeIban(iban);
  return {
    description: cleanText(remittanceOf(entry, details)) ?? "",
    senderName: cleanText(name),
    senderIban: senderIban !== undefined && isIban(senderIban) ? senderIban : undefined,
  };
}

/**
 * The lines of free text are one text that the bank wrapped at a fixed width, so they are joined
 * without a blank.
 */
function remittanceOf(entry: XmlNode, details: readonly XmlNode[]): string {
  const written = details.map((detail) => {
    const remittance = elementAt(detail, "RmtInf");
    const structured = listAt(remittance, "Strd").flatMap((one) => [
      textAt(one, "CdtrRefInf", "Ref") ?? "",
      ...textsOf(one, "AddtlRmtInf"),
    ]);
    const reference = textAt(detail, "Refs", "EndToEndId");
    return [
      textsAt(remittance, "Ustrd").join(""),
      ...structured,
      reference === "NOTPROVIDED" ? "" : (reference ?? ""),
      textAt(detail, "AddtlTxInf") ?? "",
    ];
  });
  const whole = [...written.flat(), textAt(entry, "AddtlNtryInf") ?? ""];
  return [...new Set(whole.filter((part) => part !== ""))].join(" | ");
}

function textsOf(node: XmlNode, name: string): readonly string[] {
  const list = textsAt(node, name);
  const single = textAt(node, name);
  return list.length > 0 ? list : single === undefined ? [] : [single];
}
