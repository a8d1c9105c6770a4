import { isCurrency } from "../../kernel/currency.ts";
import type { Money } from "../../kernel/money.ts";
import { amountIn, chargesIn, instructedIn, type WrittenAmount } from "./camt053-amounts.ts";
import { moneyOf, type Millionths } from "./statement-amount.ts";
import { textAt, type XmlNode } from "./xml-tree.ts";

type Batch = {
  readonly entry: XmlNode;
  readonly details: readonly XmlNode[];
  readonly currency: string;
};
type Reading = (batch: Batch) => Parts;
/** The amounts of the parts and what the bank kept of the whole; undefined if one is missing. */
type Parts =
  | { readonly amounts: readonly (Millionths | undefined)[]; readonly kept: Millionths }
  | undefined;

const plain: Reading = (batch) => partsBy(batch, amountIn);
const instructed: Reading = (batch) => partsBy(batch, instructedIn);

/** The readings of a batch, in the order in which they are tried. */
const READINGS: readonly Reading[] = [
  plain,
  (batch) => lessCharges(batch, plain(batch)),
  (batch) => beforeCharges(batch, plain(batch)),
  instructed,
  (batch) => lessCharges(batch, instructed(batch)),
  (batch) => beforeCharges(batch, instructed(batch)),
];

/**
 * Splits a batch entry into its transfers, if a reading of their amounts explains the amount of the
 * entry: as they are, after charges, or as they were instructed. Otherwise they are incomplete or
 * in the payers' currency, and the entry's amount alone is what arrived. Returns the
 * incoming amount of each part; undefined for a debit, or if nothing came.
 */
export function partsOfBatch(
  entry: XmlNode,
  details: readonly XmlNode[],
  whole: Money,
): readonly (Money | undefined)[] | undefined {
  if (details.length < 2) return undefined;
  const { currency } = whole;
  const signs = details.map((detail) => (textAt(detail, "CdtDbtInd") === "DBIT" ? -1n : 1n));
  for (const reading of READINGS) {
    const parts = reading({ entry, details, currency });
    if (parts === undefined) continue;
    const changes = parts.amounts.map((amount = 0n, at) => amount * (signs[at] ?? 1n));
    const sum = changes.reduce((total, change) => total + change, -parts.kept);
    if (!isCurrency(currency) || moneyOf(sum, currency)?.minor !== whole.minor) continue;
    return changes.map((change) => (change > 0n ? moneyOf(change, currency) : undefined));
  }
  return undefined;
}

function partsBy(
  { entry, details, currency }: Batch,
  read: (detail: XmlNode, entry: XmlNode) => WrittenAmount,
): Parts {
  const written = details.map((detail) => read(detail, entry));
  const isWhole = written.every((one) => one.amount !== undefined && one.currency === currency);
  return isWhole ? { amounts: written.map(({ amount }) => amount), kept: 0n } : undefined;
}

/** The bank took its charges from the transfers. */
function lessCharges({ details, currency }: Batch, parts: Parts): Parts {
  if (parts === undefined) return undefined;
  const charges = details.map((detail) => chargesIn(detail, currency));
  if (charges.includes(undefined)) return undefined;
  const amounts = parts.amounts.map((amount = 0n, index) => amount - (charges[index] ?? 0n));
  return { ...parts, amounts };
}

/** The transfers came whole, and the bank took its charges from the batch. */
function beforeCharges({ entry, currency }: Batch, parts: Parts): Parts {
  const kept = chargesIn(entry, currency);
  return parts === undefined || kept === undefined ? undefined : { ...parts, kept };
}
