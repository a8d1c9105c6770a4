import { readDecimal, type Millionths } from "./statement-amount.ts";
import { elementAt, textAt, type XmlNode } from "./xml-tree.ts";

export type WrittenAmount = {
  readonly amount: Millionths | undefined;
  readonly currency: string | undefined;
};

/**
 * The amount of an entry or of a transfer in it; a transfer without a currency has that of the
 * entry.
 */
export function amountIn(node: XmlNode, entry: XmlNode): WrittenAmount {
  const holder = [node, elementAt(node, "AmtDtls", "TxAmt")].find(
    (one) => one !== undefined && textAt(one, "Amt") !== undefined,
  );
  return holder === undefined ? NONE : amountOf(holder, entry);
}

/** The amount that the payer instructed, before charges. */
export function instructedIn(detail: XmlNode, entry: XmlNode): WrittenAmount {
  const holder = elementAt(detail, "AmtDtls", "InstdAmt");
  return holder === undefined ? NONE : amountOf(holder, entry);
}

const NONE: WrittenAmount = { amount: undefined, currency: undefined };

function amountOf(holder: XmlNode, entry: XmlNode): WrittenAmount {
  return {
    amount: readDecimal(textAt(holder, "Amt") ?? ""),
    currency: textAt(holder, "Amt", "@Ccy") ?? textAt(entry, "Amt", "@Ccy"),
  };
}

/**
 * The sum that a bank kept of a transfer or an entry, in a currency; undefined if a charge can't be
 * read. Early versions have charges directly, later ones have records.
 */
export function chargesIn(node: XmlNode, currency: string): Millionths | undefined {
  let sum = 0n;
  for (const charges of all(node["Chrgs"])) {
    const records = all(charges["Rcrd"]);
    for (const record of records.length > 0 ? records : [charges]) {
      const amount = readDecimal(textAt(record, "Amt") ?? "");
      if (amount === undefined) {
        if (textAt(record, "Amt") === undefined) continue;
        return undefined;
      }
      if ((textAt(record, "Amt", "@Ccy") ?? currency) !== currency) return undefined;
      sum += textAt(record, "CdtDbtInd") === "CRDT" ? -amount : amount;
    }
  }
  return sum;
}

function all(value: unknown): readonly XmlNode[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter(isNode);
}

function isNode(value: unknown): value is XmlNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
