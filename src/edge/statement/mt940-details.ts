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
};

const DIALECTS: readonly Dialect[] = [
  {
    // A business code of three digits, then subfields ?20 to ?29 and ?60 to ?63 of free text.
    shape: /^\d{3}\?\d\d/,
    part: /\?(\d\d)([^?]*)/g,
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
  },
  {
    // SWIFT's code words between slashes.
    shape: /^\/[A-Z]{3,5}\//,
    part: /\/([A-Z]{3,5})\/((?:(?!\/[A-Z]{3,5}\/)[^])*)/g,
    description: ["REMI", "PREF", "EREF", "RTRN"],
    senderName: ["NAME", "ORDP"],
    senderIban: ["IBAN", "CNTP"],
  },
  {
    // Name and value with a colon, as several Turkish banks write: "AÇIKLAMA: … GÖNDEREN: …".
    shape: /(AÇIKLAMA|ACIKLAMA)\s*:/iu,
    part: /([\p{Lu} ]{4,20}?)\s*:\s*((?:(?![\p{Lu}]{4,20}\s*:)[^])*)/gu,
    description: ["AÇIKLAMA", "ACIKLAMA"],
    senderName: ["GÖNDEREN", "GONDEREN"],
    senderIban: ["IBAN", "HESAP"],
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
  const parts = new Map<string, string>();
  for (const [, code = "", value = ""] of joined.matchAll(dialect.part)) {
    parts.set(code.trim(), (parts.get(code.trim()) ?? "") + value);
  }
  const join = (codes: readonly string[]): string | undefined =>
    cleanText(codes.map((code) => parts.get(code) ?? "").join(""));
  const iban = normalizeIban(join(dialect.senderIban) ?? "");
  return {
    description: join(dialect.description) ?? cleanText(joined) ?? "",
    senderName: join(dialect.senderName),
    senderIban: isIban(iban) ? iban : undefined,
  };
}
