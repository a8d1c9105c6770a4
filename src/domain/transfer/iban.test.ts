import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ibanProblem, isIban, normalizeIban, turkishIban } from "./iban.ts";
import { IBAN_LENGTHS } from "./iban-lengths.ts";
import { sandboxIban } from "./receiving-account.ts";

/** The example of each country in the IBAN registry. */
const EXAMPLES = [
  "AD1200012030200359100100",
  "AE070331234567890123456",
  "AL47212110090000000235698741",
  "AT611904300234573201",
  "AZ21NABZ00000000137010001944",
  "BA391290079401028494",
  "BE68539007547034",
  "BG80BNBG96611020345678",
  "BH67BMAG00001299123456",
  "BI4210000100010000332045181",
  "BR1800360305000010009795493C1",
  "BY13NBRB3600900000002Z00AB00",
  "CH9300762011623852957",
  "CR05015202001026284066",
  "CY17002001280000001200527600",
  "CZ6508000000192000145399",
  "DE89370400440532013000",
  "DJ2100010000000154000100186",
  "DK5000400440116243",
  "DO28BAGR00000001212453611324",
  "EE382200221020145685",
  "EG380019000500000000263180002",
  "ES9121000418450200051332",
  "FI2112345600000785",
  "FK88SC123456789012",
  "FO6264600001631634",
  "FR1420041010050500013M02606",
  "GB29NWBK60161331926819",
  "GE29NB0000000101904917",
  "GI75NWBK000000007099453",
  "GL8964710001000206",
  "GR1601101250000000012300695",
  "GT82TRAJ01020000001210029690",
  "HN88CABF00000000000250005469",
  "HR1210010051863000160",
  "HU42117730161111101800000000",
  "IE29AIBK93115212345678",
  "IL620108000000099999999",
  "IQ98NBIQ850123456789012",
  "IS140159260076545510730339",
  "IT60X0542811101000000123456",
  "JO94CBJO0010000000000131000302",
  "KW81CBKU0000000000001234560101",
  "KZ86125KZT5004100100",
  "LB62099900000001001901229114",
  "LC55HEMM000100010012001200023015",
  "LI21088100002324013AA",
  "LT121000011101001000",
  "LU280019400644750000",
  "LV80BANK0000435195001",
  "LY83002048000020100120361",
  "MC5811222000010123456789030",
  "MD24AG000225100013104168",
  "ME25505000012345678951",
  "MK07250120000058984",
  "MN121234123456789123",
  "MR1300020001010000123456753",
  "MT84MALT011000012345MTLCAST001S",
  "MU17BOMM0101101030300200000MUR",
  "NI45BAPR00000013000003558124",
  "NL91ABNA0417164300",
  "NO9386011117947",
  "OM810180000001299123456",
  "PK36SCBL0000001123456702",
  "PL61109010140000071219812874",
  "PS92PALS000000000400123456702",
  "PT50000201231234567890154",
  "QA58DOHB00001234567890ABCDEFG",
  "RO49AAAA1B31007593840000",
  "RS35260005601001611379",
  "RU0304452522540817810538091310419",
  "SA0380000000608010167519",
  "SC18SSCB11010000000000001497USD",
  "SD2129010501234001",
  "SE4550000000058398257466",
  "SI56263300012039086",
  "SK3112000000198742637541",
  "SM86U0322509800000000270100",
  "SO211000001001000100141",
  "ST23000100010051845310146",
  "SV62CENR00000000000000700025",
  "TL380080012345678910157",
  "TN5910006035183598478831",
  "TR330006100519786457841326",
  "UA213223130000026007233566001",
  "VA59001123000012345678",
  "VG96VPVG0000012345678901",
  "XK051212012345678906",
  "YE15CBYE0001018861234567891234",
];

/** The check digits of ISO 7064, by another arithmetic than that of the tested code. */
function withCheckDigits(country: string, account: string): string {
  const digits = [...`${account}${country}00`].map((one) => parseInt(one, 36)).join("");
  const check = 98n - (BigInt(digits) % 97n);
  return `${country}${String(check).padStart(2, "0")}${account}`;
}

describe("an IBAN", () => {
  it.each([
    "TR470000100100000350930001",
    "TR400006200000000000000001",
    "TR250006400000000000000001",
    "TR510006700000000000000001",
    "DE89370400440532013000",
    "GB29NWBK60161331926819",
    "NO9386011117947",
  ])("%s is valid", (iban) => {
    expect(isIban(iban)).toBe(true);
  });

  it.each([
    "",
    "TR",
    "TR480000100100000350930001",
    "TR47000010010000035093000",
    "TR4700001001000003509300011",
    "tr470000100100000350930001",
    "TR47 0000 1001 0000 0350 9300 01",
    "DE88370400440532013000",
  ])("%j is invalid", (text) => {
    expect(isIban(text)).toBe(false);
  });

  it("of Turkey is invalid if its reserve digit is not 0", () => {
    expect(isIban("TR470000110100000350930001")).toBe(false);
  });

  it("is valid as built for any bank and account, and invalid with any digit changed", () => {
    const accounts = fc.tuple(
      fc.integer({ min: 1, max: 9_999 }),
      fc.integer({ min: 0, max: 2 ** 31 }),
      fc.integer({ min: 2, max: 25 }),
      fc.integer({ min: 1, max: 9 }),
    );
    fc.assert(
      fc.property(accounts, ([bank, account, place, shift]) => {
        const iban = turkishIban(String(bank).padStart(4, "0"), String(account));
        expect(iban).toHaveLength(26);
        expect(isIban(iban)).toBe(true);
        const digit = (Number(iban[place]) + shift) % 10;
        expect(isIban(iban.slice(0, place) + String(digit) + iban.slice(place + 1))).toBe(false);
      }),
    );
  });

  it.each(EXAMPLES)("%s, an example of the registry, is valid", (iban) => {
    expect(isIban(iban)).toBe(true);
    const [country, account] = [iban.slice(0, 2), iban.slice(4)];
    expect(withCheckDigits(country, account)).toBe(iban);
    for (const other of [account.slice(0, -1), `${account}0`]) {
      expect(isIban(withCheckDigits(country, other))).toBe(false);
    }
  });

  it("of each country of the registry has one example", () => {
    expect(EXAMPLES.map((iban) => iban.slice(0, 2))).toEqual(Object.keys(IBAN_LENGTHS));
  });

  it("has the length of its country, with any account number", () => {
    const country = fc.constantFrom(...Object.keys(IBAN_LENGTHS).filter((one) => one !== "TR"));
    const account = fc.stringMatching(/^[0-9A-Z]{11,30}$/);
    fc.assert(
      fc.property(country, account, (letters, number) => {
        const iban = withCheckDigits(letters, number);
        expect(isIban(iban)).toBe(iban.length === IBAN_LENGTHS[letters]);
      }),
    );
  });

  it.each([
    ["US12345678901234567", "no country's IBANs begin with US"],
    ["DE8937040044053201300", "one of DE has 22 characters, this one 21"],
    ["TR470000110100000350930001", "one of TR has five digits of bank code and a 0 behind"],
    ["DE88370400440532013000", "its check digits don't fit"],
    ["12345", "two letters and two digits"],
  ])("%s is refused with its reason", (text, reason) => {
    expect(ibanProblem(text)).toContain(reason);
  });

  it.each(["00", "01", "99"])("never has the check digits %s", (check) => {
    const accounts = Array.from({ length: 97 }, (_, index) => String(index).padStart(18, "0"));
    expect(accounts.filter((account) => isIban(`DE${check}${account}`))).toEqual([]);
  });

  it("may be written in groups and in lower case", () => {
    expect(normalizeIban(" tr47 0000 1001 0000 0350 9300 01 ")).toBe("TR470000100100000350930001");
  });

  it("of a sandbox account is the one of the market's synthetic accounts", () => {
    expect(sandboxIban("0062", "TRY")).toBe("TR400006200000000000000001");
    expect(sandboxIban("0064", "TRY")).toBe("TR250006400000000000000001");
    expect(sandboxIban("0067", "TRY")).toBe("TR510006700000000000000001");
  });
});
