import { IBAN_LENGTHS } from "./iban-lengths.ts";

/** The shape of ISO 13616: letters and digits only, without the spaces of the printed form. */
const IBAN = /^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/;
/** A Turkish IBAN: five digits of bank code, the reserve digit 0, sixteen of account number. */
const TURKISH = /^TR\d{7}0[0-9A-Z]{16}$/;
/** Check digits that no IBAN has, although the remainder of 00, 01 and 99 is that of 97, 98, 02. */
const NO_CHECK_DIGITS = ["00", "01", "99"];

/** True if a text has the length of its country and correct check digits (ISO 7064, mod 97). */
export function isIban(text: string): boolean {
  return ibanProblem(text) === undefined;
}

/** Says why a text is no IBAN, in words that follow "must be an IBAN"; undefined if it is one. */
export function ibanProblem(text: string): string | undefined {
  if (!IBAN.test(text)) return "two letters and two digits, then letters and digits";
  const country = text.slice(0, 2);
  const length = IBAN_LENGTHS[country];
  if (length === undefined) return `no country's IBANs begin with ${country}`;
  if (text.length !== length) {
    return `one of ${country} has ${length} characters, this one ${text.length}`;
  }
  if (country === "TR" && !TURKISH.test(text)) {
    return "one of TR has five digits of bank code and a 0 behind its check digits";
  }
  const fits = remainder(text) === 1 && !NO_CHECK_DIGITS.includes(text.slice(2, 4));
  return fits ? undefined : "its check digits don't fit";
}

/**
 * Builds the IBAN of an account at a Turkish bank from the bank's EFT code and at most 16
 * characters of account number.
 */
export function turkishIban(bankCode: string, account: string): string {
  const rest = `${bankCode.padStart(5, "0")}0${account.padStart(16, "0")}`;
  const check = 98 - remainder(`TR00${rest}`);
  return `TR${String(check).padStart(2, "0")}${rest}`;
}

/**
 * Removes all characters but letters and digits, such as the spaces of the printed form, and
 * converts to capitals.
 */
export function normalizeIban(text: string): string {
  return text.replace(/[^0-9A-Za-z]/g, "").toUpperCase();
}

function remainder(iban: string): number {
  let value = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    // A is 10 and Z is 35, so a letter shifts the number by two decimal places.
    const digit = Number.parseInt(character, 36);
    value = (value * (digit > 9 ? 100 : 10) + digit) % 97;
  }
  return value;
}
