/**
 * The bank's answer codes: the two-character codes of ISO 8583 field 39 as Turkish banks use them,
 * and a private range: H1 for the end of a hold, Q1 to Q4 for the ends of 3-D Secure, R1 to R3 for
 * the ends of a payment at a page of the bank.
 */
export const ANSWER_CODES = {
  "00": "Approved",
  "04": "Pick up card",
  "05": "Do not honour",
  "09": "Request in progress",
  "12": "Invalid transaction",
  "13": "Invalid amount",
  "14": "Invalid card number",
  "25": "Original transaction not found",
  "30": "Format error",
  "34": "Suspected fraud",
  "41": "Lost card",
  "43": "Stolen card",
  "51": "Insufficient funds",
  "54": "Expired card",
  "57": "Transaction not permitted to cardholder",
  "82": "Security code does not match",
  "94": "Duplicate request id with other content",
  "96": "System malfunction",
  H1: "Preauthorization has ended",
  Q1: "3-D Secure authentication failed",
  Q2: "3-D Secure not available",
  Q3: "3-D Secure timed out",
  Q4: "3-D Secure cancelled by cardholder",
  R1: "Customer authentication failed",
  R2: "Not approved in time",
  R3: "Cancelled by customer",
} as const;

export type AnswerCode = keyof typeof ANSWER_CODES;

export function isAnswerCode(text: string): text is AnswerCode {
  return Object.hasOwn(ANSWER_CODES, text);
}
