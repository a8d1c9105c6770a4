import type { CardTrace } from "../../card.ts";

export type Issuer = {
  readonly bankName: string;
  readonly bankCode: number;
  readonly cardFamily: string;
  readonly cardType: "CREDIT_CARD" | "DEBIT_CARD";
  readonly cardAssociation: "VISA" | "MASTER_CARD" | "AMERICAN_EXPRESS" | "TROY";
};

/** The company's published test cards: eight digits, bank, EFT code, card program and type. */
const ISSUERS = `
58900400 Akbank 46 - debit
55260800 Akbank 46 Axess credit
97920720 Akbank 46 Axess credit
47666200 Denizbank 134 - debit
46034500 Denizbank 134 - credit
47291500 Denizbank 134 Bonus credit
49874900 Finansbank 111 - debit
53115700 Finansbank 111 CardFinans credit
97920200 Finansbank 111 - debit
97920300 Finansbank 111 CardFinans credit
51704100 Garanti_Bankası 62 - debit
54003600 Garanti_Bankası 62 Bonus credit
37442700 Garanti_Bankası 62 Bonus credit
44750500 Halkbank 12 - debit
55287900 Halkbank 12 Paraf credit
40590300 HSBC_Bank 123 - debit
55047200 HSBC_Bank 123 Advantage credit
58928300 Türkiye_İş_Bankası 64 - debit
45435900 Türkiye_İş_Bankası 64 Maximum credit
49100500 Vakıfbank 15 - debit
41579200 Vakıfbank 15 World credit
51688800 Yapı_Kredi_Bankası 67 - debit
54510300 Yapı_Kredi_Bankası 67 World credit`;

const TABLE: ReadonlyMap<string, Issuer> = new Map(
  ISSUERS.trim()
    .split("\n")
    .map((line) => {
      const [bin = "", bank = "", code = "", family = "", type = ""] = line.split(" ");
      const issuer: Issuer = {
        bankName: bank.replaceAll("_", " "),
        bankCode: Number(code),
        cardFamily: family === "-" ? "" : family,
        cardType: type === "credit" ? "CREDIT_CARD" : "DEBIT_CARD",
        cardAssociation: associationOf(bin),
      };
      return [bin, issuer] as const;
    }),
);

/** The Turkish bank of a card; undefined for a foreign one and for the test bank's own cards. */
export function issuerOf(number: string): Issuer | undefined {
  const bin = number.slice(0, 8);
  if (bin.length === 8) return TABLE.get(bin);
  return [...TABLE].find(([known]) => known.startsWith(bin))?.[1];
}

export function associationOf(bin: string): Issuer["cardAssociation"] {
  if (bin.startsWith("9792")) return "TROY";
  if (/^3[47]/.test(bin)) return "AMERICAN_EXPRESS";
  return bin.startsWith("4") ? "VISA" : "MASTER_CARD";
}

/** Published cards that the bank's own table does not have, by BIN and last digits. */
const REFUSED: Readonly<Record<string, string>> = {
  "412811/1112": "10012",
  "412311/1117": "10057",
  "412211/1118": "10058",
};

/** The company's code for a card that its bank refuses at each charge. */
export function refusedAs({ bin, lastFour }: Pick<CardTrace, "bin" | "lastFour">) {
  return REFUSED[`${bin}/${lastFour}`];
}

/** The commission that customers bear, in basis points, by the count of installments. */
const COMMISSION: ReadonlyMap<number, bigint> = new Map([
  [1, 0n],
  [2, 250n],
  [3, 400n],
  [6, 750n],
  [9, 1_100n],
  [12, 1_450n],
]);

/** The counts of a card and the total of each; a card without a family has one count. */
export function installmentTotals(
  minor: bigint,
  hasInstallments: boolean,
): readonly (readonly [count: number, total: bigint])[] {
  return [...COMMISSION]
    .filter(([count]) => count === 1 || hasInstallments)
    .map(([count, points]) => [count, minor + (minor * points) / 10_000n]);
}
