/**
 * Length and shape by ISO 13616; letters and digits only, without the spaces of the printed form.
 */
const IBAN = /^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/;
/** A Turkish IBAN: five digits of bank code, the reserve digit 0, sixteen of account number. */
const TURKISH = /^TR\d{7}0[0-9A-Z]{16}$/;

/** True if a text is an IBAN with correct check digits (ISO 7064, mod 97). */
export function isIban(text: string): boolean {
  if (!IBAN.test(text)) return false;
  if (text.startsWith("TR") && !TURKISH.test(text)) return false;
  return remainder(text) === 1;
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
