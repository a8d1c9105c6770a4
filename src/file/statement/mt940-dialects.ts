export type Part = { readonly code: string; readonly value: string };

type WrittenPart = Part & {
  /** Code and value as written in the file. */
  readonly whole: string;
};

/** A way in which banks fill `:86:`: the pattern of its beginning, and the codes of its parts. */
export type Dialect = {
  readonly shape: RegExp;
  /** The pattern by which the parts in the keys of stored lines were found. */
  readonly keyedShape: RegExp;
  /** Splits the text into parts by their codes; text before the first code is left out. */
  readonly split: (text: string) => readonly WrittenPart[];
  readonly description: readonly string[];
  /** The codes of free text, behind which nothing tells the bank's parts from the payer's. */
  readonly freeText: readonly string[];
  readonly senderName: readonly string[];
  readonly senderIban: readonly string[];
  /** Codes of other known parts; a code that is in none of these lists is the payer's text. */
  readonly other: readonly string[];
};

const SUBFIELDS: Dialect = {
  // A business code of three digits, then subfields; ?20 to ?29 and ?60 to ?63 are free text.
  shape: /^\d{3}\?\d\d/,
  keyedShape: /^\d{3}\?\d\d/,
  split: (text) => splitAt(text, /(\?(\d\d))/),
  description: "20 21 22 23 24 25 26 27 28 29 60 61 62 63".split(" "),
  // The bank's parts have higher numbers, so they stand behind the payer's text.
  freeText: [],
  senderName: ["32", "33"],
  senderIban: ["38", "31"],
  other: ["00", "10", "30", "34", "35", "36", "37", "39", "64", "65"],
};

const CODE_WORDS: Dialect = {
  // SWIFT's code words between slashes.
  shape: /^\/[A-Z]{3,5}\//,
  keyedShape: /^\/[A-Z]{3,5}\//,
  split: (text) => splitAt(text, /(\/([A-Z]{3,5})\/)/),
  description: ["REMI", "PREF", "EREF", "RTRN"],
  freeText: ["REMI"],
  senderName: ["NAME", "ORDP"],
  senderIban: ["IBAN", "CNTP"],
  other: ["ADDR", "BENM", "BIC", "CREF", "CSID", "ISDT", "MARF", "PURP", "TRCD", "TRTP"],
};

const LABELS: Dialect = {
  // Name and value with a colon, as several Turkish banks write: "GÖNDEREN: … AÇIKLAMA: …".
  shape: /^(?:AÇIKLAMA|ACIKLAMA|GÖNDEREN|GONDEREN|IBAN|HESAP|TARİH|TUTAR|BANKA|DEKONT)\s*:/iu,
  keyedShape: /(AÇIKLAMA|ACIKLAMA)\s*:/iu,
  split: splitAtLabels,
  description: ["AÇIKLAMA", "ACIKLAMA"],
  freeText: ["AÇIKLAMA", "ACIKLAMA"],
  senderName: ["GÖNDEREN", "GONDEREN"],
  senderIban: ["IBAN", "HESAP"],
  other: ["TARİH", "TUTAR", "BANKA", "DEKONT"],
};

export const DIALECTS: readonly Dialect[] = [SUBFIELDS, CODE_WORDS, LABELS];

/** The parts of a text in their order; an unknown code within the description is text of it. */
export function partsOf(text: string, dialect: Dialect): readonly Part[] {
  const { description, senderName, senderIban, other } = dialect;
  const known = new Set([...description, ...senderName, ...senderIban, ...other]);
  const parts: { code: string; value: string }[] = [];
  for (const { code, value, whole } of dialect.split(text)) {
    const last = parts.at(-1);
    if (last !== undefined && description.includes(last.code) && !known.has(code)) {
      last.value += whole;
    } else parts.push({ code, value });
  }
  return parts;
}

/** `mark` captures a code with its delimiters, and within that the code alone. */
function splitAt(text: string, mark: RegExp): readonly WrittenPart[] {
  const [, ...pieces] = text.split(mark);
  const parts: WrittenPart[] = [];
  for (let at = 0; at < pieces.length; at += 3) {
    const [written = "", code = "", value = ""] = pieces.slice(at, at + 3);
    parts.push({ code, value, whole: written + value });
  }
  return parts;
}

const LABEL = { min: 4, max: 20 };
const CAPITAL = /\p{Lu}/u;
const CAPITAL_OR_BLANK = /[\p{Lu} ]/u;

/**
 * Splits a text at its labels, which are four to twenty capitals before a colon. Any other colon
 * belongs to a value.
 */
function splitAtLabels(text: string): readonly WrittenPart[] {
  const pieces = text.split(":");
  const last = pieces.pop() ?? "";
  const parts: { label: string; value: string }[] = [];
  for (const [index, piece] of pieces.entries()) {
    const start = labelStart(piece, index === 0 ? CAPITAL_OR_BLANK : CAPITAL);
    const current = parts.at(-1);
    if (current !== undefined)
      current.value += start === undefined ? `${piece}:` : piece.slice(0, start);
    if (start !== undefined) parts.push({ label: piece.slice(start), value: "" });
  }
  const current = parts.at(-1);
  if (current !== undefined) current.value += last;
  return parts.map(({ label, value }) => ({
    code: label.trim(),
    value: value.trimStart(),
    whole: `${label}:${value}`,
  }));
}

function labelStart(piece: string, sign: RegExp): number | undefined {
  const end = piece.trimEnd().length;
  let start = end;
  while (start > 0 && end - start < LABEL.max && sign.test(piece[start - 1] ?? "")) start -= 1;
  return end - start < LABEL.min ? undefined : start;
}
