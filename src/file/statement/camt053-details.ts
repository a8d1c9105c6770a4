import { isIban, normalizeIban } from "../../domain/transfer/iban.ts";
import { cleanText, withCodes, type Details, type StatementEntry } from "./statement-entry.ts";
import { allTexts, elementAt, listAt, textAt, textsAt, type XmlNode } from "./xml-tree.ts";

/**
 * Reads the payer and the text of an entry, or of one transfer of it. The sender has elements of
 * its own, which no payer's text can fill.
 */
export function detailsOf(
  entry: XmlNode,
  details: readonly XmlNode[],
): Details & Pick<StatementEntry, "keyed"> {
  const keyed = {
    description: cleanText(remittanceOf(entry, details)) ?? "",
    ...senderOf(details),
  };
  const own = details.flatMap((detail) => allTexts(detail));
  // A code at the batch says nothing about one of its transfers.
  const isBatch = entryDetails(entry).length > details.length;
  const everything = isBatch ? own : [...own, ...allTexts(entry, "TxDtls")];
  return { ...keyed, description: withCodes(keyed.description, everything), keyed };
}

function entryDetails(entry: XmlNode): readonly XmlNode[] {
  return listAt(entry, "NtryDtls").flatMap((detail) => listAt(detail, "TxDtls"));
}

function senderOf(details: readonly XmlNode[]): Pick<Details, "senderName" | "senderIban"> {
  const [only] = details.length === 1 ? details : [];
  const parties = only === undefined ? undefined : elementAt(only, "RltdPties");
  const name = parties && (textAt(parties, "Dbtr", "Nm") ?? textAt(parties, "Dbtr", "Pty", "Nm"));
  const iban = parties && textAt(parties, "DbtrAcct", "Id", "IBAN");
  const senderIban = iban === undefined ? undefined : normalizeIban(iban);
  return {
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
