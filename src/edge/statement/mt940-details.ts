import { isIban, normalizeIban } from "../../transfer/iban.ts";
import { cleanText, type StatementEntry } from "./statement-entry.ts";

type Details = Pick<StatementEntry, "description" | "senderName" | "senderIban">;

/** How a bank fills `:86:`: the shape it is known by, and where its parts are. */
type Dialect = {
  readonly shape: RegExp;
  /** Splits the text into parts by their codes. */
  readonly part: RegExp;
  readonly description: readonly string[];
  readonly senderName: readonly string[];
  readonly senderIban: readonly string[];
  /** Parts that say something else; a code that is in none of the four is the payer's own text. */
  readonly other: readonly string[];
};

const DIALECTS: readonly Dialect[] = [
  {
    // A business code of three digits, then subfields ?20 to ?29 and ?60 to ?63 of free text.
    shape: /^\d{3}\?\d\d/,
    part: /\?(\d\d)((?:(?!\?\d\d)[^])*)/g,
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
    part: /\/([A-Z]{3,5})\/((?:(?!\/[A-Z]{3,5}\/)[^])*)/g,
    description: ["REMI", "PREF", "EREF", "RTRN"],
    senderName: ["NAME", "ORDP"],
    senderIban: ["IBAN", "CNTP"],
    other: ["ADDR", "BENM", "BIC", "CREF", "CSID", "ISDT", "MARF", "PURP", "TRCD", "TRTP"],
  },
  {
    // Name and value with a colon, as several Turkish banks write: "AÇIKLAMA: … GÖNDEREN: …".
    shape: /(AÇIKLAMA|ACIKLAMA)\s*:/iu,
    part: /([\p{Lu} ]{4,20}?)\s*:\s*((?:(?![\p{Lu}]{4,20}\s*:)[^])*)/gu,
    description: ["AÇIKLAMA", "ACIKLAMA"],
    senderName: ["GÖNDEREN", "GONDEREN"],
    senderIban: ["IBAN", "HESAP"],
    other: ["TARİH", "TUTAR", "BANKA", "DEKONT"],
  },
];

/**
 * What a `:86:` says. Lines are cut at the bank's width, in the middle of words too, so they are
 * joined as they are. The whole text stands for the description where its shape is not known, and
 * behind it where it is: no part of what the payer wrote may be lost.
 */
export function readDetails(text: string): Details {
  const joined = text.replaceAll("\n", "").replace(/\s{2,}/g, " ");
  const dialect = DIALECTS.find(({ shape }) => shape.test(joined));
  if (dialect === undefined) {
    return { description: cleanText(joined) ?? "", senderName: undefined, senderIban: undefined };
  }
  const parts = partsOf(joined, dialect);
  const join = (codes: readonly string[]): string | undefined =>
    cleanText(codes.map((code) => parts.get(code) ?? "").join(""));
  // Some banks write the account, its bank and its holder into one part, between slashes.
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
  for (const [whole, written = "", value = ""] of text.matchAll(dialect.part)) {
    const code = written.trim();
    const isText = description.includes(last) && !known.has(code);
    if (!isText) last = code;
    parts.set(last, (parts.get(last) ?? "") + (isText ? whole : value));
  }
  return parts;
}
