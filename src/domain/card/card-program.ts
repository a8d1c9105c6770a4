/** A card program in which Turkish banks offer installments, and the bank that owns it. */
export type CardProgram = {
  readonly name: string;
  /** EFT code of the owner; other banks that issue cards of the program are its partners. */
  readonly ownerBankCode: string;
};

/** The programs with installments in the sandbox (contract C7). */
export const SANDBOX_PROGRAMS: readonly CardProgram[] = [
  { name: "Bonus", ownerBankCode: "0062" },
  { name: "World", ownerBankCode: "0067" },
  { name: "Maximum", ownerBankCode: "0064" },
  { name: "Axess", ownerBankCode: "0046" },
  { name: "CardFinans", ownerBankCode: "0111" },
  { name: "Paraf", ownerBankCode: "0012" },
  { name: "Bankkart", ownerBankCode: "0010" },
];

/** All known programs. Kuveyt Türk issues Miles&Smiles cards, too, as a partner of its owner. */
export const CARD_PROGRAMS: readonly CardProgram[] = [
  ...SANDBOX_PROGRAMS,
  { name: "Sağlam Kart", ownerBankCode: "0205" },
  { name: "Miles&Smiles", ownerBankCode: "0062" },
  { name: "Shop&Fly", ownerBankCode: "0062" },
];

// Brands under which banks sell cards of a program, as BIN tables spell them.
const SOLD_AS: Readonly<Record<string, string>> = {
  wings: "Axess",
  neo: "Axess",
  bankkartcombo: "Bankkart",
};

const NAME_BY_LETTERS: ReadonlyMap<string, string> = new Map([
  ...CARD_PROGRAMS.map(({ name }) => [lettersOf(name), name] as const),
  ...Object.entries(SOLD_AS),
]);

/**
 * Returns one spelling of each known program, whatever the table's spelling; other names stay as
 * they are.
 */
export function programName(text: string): string {
  return NAME_BY_LETTERS.get(lettersOf(text)) ?? text;
}

/** Returns the EFT code of the bank that owns a known program. */
export function ownerOf(program: string): string | undefined {
  return CARD_PROGRAMS.find(({ name }) => name === program)?.ownerBankCode;
}

const PROGRAM_TEXT = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .&-]{0,63}$/u;

/** The message for a text that `parseProgram` refuses. */
export const PROGRAM_RULE =
  "must be the name of a card program: at most 64 letters, digits, spaces, dots, & and hyphens, " +
  "the first of them a letter or a digit";

/**
 * Reads the name of a program in a merchant's table. Spreadsheets take no such name for a formula,
 * because other people open the files of the table.
 */
export function parseProgram(text: string): string | undefined {
  return PROGRAM_TEXT.test(text) ? programName(text) : undefined;
}

// Keeps the letters a to z in lower case, so that `MAXİMUM` and `Card Finans` are found.
function lettersOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
}
