/** The published credentials of the bank's test system, which the door accepts. */
const MERCHANT_ID = "7000679";
export const STORE_KEY = "12345678";
const PASSWORD = "123qweASD/";

/** Every terminal number of this form exists, so that merchants can have terminals of their own. */
const TERMINAL = /^3069\d{4}$/;

export function isTerminal(merchantId: string, terminalId: string): boolean {
  return merchantId === MERCHANT_ID && TERMINAL.test(terminalId);
}

/** The password of a user; undefined for a name that is none. */
export function passwordOf(user: string): string | undefined {
  return user === "PROVAUT" || user === "PROVRFN" ? PASSWORD : undefined;
}
