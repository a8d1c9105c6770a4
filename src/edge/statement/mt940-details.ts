import { isIban, normalizeIban } from "../../transfer/iban.ts";
import { cleanText, type StatementEntry } from "./statement-entry.ts";

type Details = Pick<StatementEntry, "description" | "senderName" | "senderIban">;

type Part = {
  readonly code: string;
  readonly value: string;
  /** Code and value as written in the file. */
  readonly whole: string;
};

/** A way in which banks fill `:86:`: the pattern that identifies it, and the codes of its parts. */
type Dialect = {
  readonly shape: RegExp;
  /** Splits the text into parts by their codes; text before the first code is left out. */
  readonly parts: (text: string) => readonly Part[];
  readonly description: readonly string[];
  readonly senderName: readonly string[];
  readonly senderIban: readonly string[];
  /** Codes of other known parts; a code that is in none of the four lists is the payer's text. */
  readonly other: readonly string[];
};

const DIALECTS: readonly Dialect[] = [
  {
    // A business code of three digits, then subfields; ?20 to ?29 and ?60 to ?63 are free text.
    shape: /^\d{3}\?\d\d/,
    parts: (text) => splitAt(text, /(\?(\d\d))/),
    description: [
      "20",
      "21",
      "22",
      "23",
      "24",
      "25",
      "26",
      "27",
      "28",
      "29",
      "60",
      "61",
      "62",
      "63",
    ],
    senderName: ["32", "33"],
    senderIban: ["38", "31"],
    other: ["00", "10", "30", "34", "35", "36", "37", "39", "64", "65"],
  },
  {
    // SWIFT's code words between slashes.
    shape: /^\/[A-Z]{3,5}\//,
    parts: (text) => splitAt(text, /(\/([A-Z]{3,5})\/)/),
    description: ["REMI", "PREF", "EREF", "RTRN"],
    senderName: ["NAME", "ORDP"],
    senderIban: ["IBAN", "CNTP"],
    other: ["ADDR", "BENM", "BIC", "CREF", "CSID", "ISDT", "MARF", "PURP", "TRCD", "TRTP"],
  },
  {
    // Name and value with a colon, as several Turkish banks write: "AÇIKLAMA: … GÖNDEREN: …".
    shape: /(AÇIKLAMA|ACIKLAMA)\s*:/iu,
    parts: splitAtLabels,
    description: ["AÇIKLAMA", "ACIKLAMA"],
    senderName: ["GÖNDEREN", "GONDEREN"],
    senderIban: ["IBAN", "HESAP"],
    other: ["TARİH", "TUTAR", "BANKA", "DEKONT"],
  },
];

/**
 * Reads the fields `:86:` of an entry, which has one as a rule. The bank wraps lines at a fixed
 * width, also within words, so lines are joined without a blank. No part of the payer's text may be
 * lost: for an unknown form the whole text is the description, and for a known form it follows the
 * description.
 */
export function readDetails(fields: readonly string[]): Details {
  const texts = fields.map((text) => text.replaceAll("\n", "").replace(/\s{2,}/g, " "));
  const joined = texts.join(" ");
  const dialect = DIALECTS.find(({ shape }) => shape.test(joined));
  if (dialect === undefined) {
    const description = cleanText(texts.join(" | ")) ?? "";
    return { description, senderName: undefined, senderIban: undefined };
  }
  const parts = partsOf(joined, dialect);
  const join = (codes: readonly string[]): string | undefined =>
    cleanText(codes.map((code) => parts.get(code) ?? "").join(""));
  // Some banks write the account, its bank and its holder into one part, separated by slashes.
  const [account = "", , holder] = (join(dialect.senderIban) ?? "").split("/");
  const iban = normalizeIban(account);
  return {
    description: join(dialect.description) ?? cleanText(joined) ?? "",
    senderName: join(dialect.senderName) ?? cleanText(holder),
    senderIban: isIban(iban) ? iban : undefined,
  };
}

function partsOf(text: string, dialect: Dialect): ReadonlyMap<string, string> {
  const { description, senderName, senderIban, other } = dialect;
  const known = new Set([...description, ...senderName, ...senderIban, ...other]);
  const parts = new Map<string, string>();
  let last = "";
  for (const { code, value, whole } of dialect.parts(text)) {
    const isText = description.includes(last) && !known.has(code);
    if (!isText) last = code;
    parts.set(last, (parts.get(last) ?? "") + (isText ? whole : value));
  }
  return parts;
}

/** `mark` captures a code with its delimiters, and within that the code alone. */
function splitAt(text: string, mark: RegExp): readonly Part[] {
  const [, ...pieces] = text.split(mark);
  const parts: Part[] = [];
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
function splitAtLabels(text: string): readonly Part[] {
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
