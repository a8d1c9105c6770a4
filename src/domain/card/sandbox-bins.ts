import { BANK_NAMES, type BankCode } from "../../kernel/bank-names.ts";
import type { BinRecord } from "./bin-record.ts";
import { BinTable } from "./bin-table.ts";
import { brandOf } from "./card-number.ts";

type Issuer = readonly [bankName: string, bankCode: string | undefined];

const AKBANK = issuer("0046");
const TEST_BANK: Issuer = ["Test Bankası", undefined];
const DENIZBANK = issuer("0134");
const GARANTI = issuer("0062");
const HALKBANK = issuer("0012");
const HSBC = issuer("0123");
const IS_BANKASI = issuer("0064");
const ODEABANK = issuer("0146");
const QNB = issuer("0111");
const TEB = issuer("0032");
const VAKIFBANK = issuer("0015");
const YAPI_KREDI = issuer("0067");
const ZIRAAT = issuer("0010");

/** Every sandbox card (contract C7), by its first six digits. */
const SANDBOX_CARDS: readonly BinRecord[] = [
  credit("552879", HALKBANK, "Paraf"),
  credit("454359", IS_BANKASI, "Maximum"),
  credit("540036", GARANTI, "Bonus"),
  credit("545103", YAPI_KREDI, "World"),
  credit("552608", AKBANK, "Axess"),
  credit("979203", QNB, "CardFinans"),
  credit("374427", GARANTI, "Bonus"),
  { ...debit("589004", AKBANK), brand: "mastercard" },
  debit("476662", DENIZBANK),
  ...[
    "411111",
    "412911",
    "412711",
    "412611",
    "412011",
    "412511",
    "412411",
    "412111",
    "413011",
    "413111",
    "414111",
    "415111",
    "540667",
    "550472",
    "415792",
  ].map((bin) => credit(bin, TEST_BANK)),
];

/** Invented rows, so that each program has partner banks and each kind of card has an example. */
const INVENTED: readonly BinRecord[] = [
  credit("51000032", TEB, "Bonus"),
  credit("51000134", DENIZBANK, "Bonus"),
  { ...credit("51000062", GARANTI, "Bonus"), category: "commercial" },
  credit("51000015", VAKIFBANK, "World"),
  credit("97920067", YAPI_KREDI, "World"),
  credit("40000064", IS_BANKASI, "Maximum"),
  credit("51000146", ODEABANK, "Axess"),
  { ...credit("40000046", AKBANK, "Axess"), category: "commercial" },
  credit("51000123", HSBC, "CardFinans"),
  credit("97920012", HALKBANK, "Paraf"),
  credit("51000010", ZIRAAT, "Bankkart"),
  credit("97920010", ZIRAAT, "Bankkart"),
  debit("97920110", ZIRAAT),
  { ...debit("40000067", YAPI_KREDI), type: "prepaid" },
  { ...credit("40000099", ["Musterbank", undefined]), country: "DE" },
];

/** The table of test mode until an import; no row of it is a real bank's. */
export const SANDBOX_BINS = new BinTable([...SANDBOX_CARDS, ...INVENTED]);

function credit(bin: string, [bankName, bankCode]: Issuer, program?: string): BinRecord {
  return {
    bin,
    bankName,
    bankCode,
    brand: brandOf(bin),
    type: "credit",
    category: "individual",
    program,
    country: "TR",
  };
}

function issuer(bankCode: BankCode): Issuer {
  return [BANK_NAMES[bankCode], bankCode];
}

function debit(bin: string, bank: Issuer): BinRecord {
  return { ...credit(bin, bank), type: "debit" };
}
