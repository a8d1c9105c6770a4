/** The published credentials of the bank's test system, which the door accepts. */
export const MERCHANT_NO = "6706598320";
export const POSNET_ID = "9644";
export const KEY = "10,10,10,10,10,10,10,10";

/** Every terminal number of this form exists, so that merchants can have terminals of their own. */
const TERMINAL = /^6700\d{4}$/;

/** The terminal whose merchant has the "order id parameter", with which shorter ids are taken. */
const ANY_LENGTH = "67005551";

export function takesShortIds(terminal: string): boolean {
  return terminal.endsWith(`:${ANY_LENGTH}`);
}

export function isTerminal(merchantNo: string, terminalNo: string): boolean {
  return merchantNo === MERCHANT_NO && TERMINAL.test(terminalNo);
}
