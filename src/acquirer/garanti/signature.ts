import { createHash } from "node:crypto";

import type { Secret } from "../../kernel/secret.ts";
import type { ReturnFields } from "../../domain/payment/acquirer.ts";
import type { SignedText } from "../kit/signed-return.ts";

/** The bank left-pads the terminal number with zeros to this length before it hashes it. */
const TERMINAL_DIGITS = 9;

/** The signed values of a request, as they are in the message; empty if the message has none. */
export type SignedRequest = {
  readonly orderId: string;
  readonly terminalId: string;
  readonly cardNumber: string;
  readonly amount: string;
  readonly currencyCode: string;
};

/** The signed values of the form of a 3-D Secure page. */
export type SignedForm = {
  readonly terminalId: string;
  readonly orderId: string;
  readonly amount: string;
  readonly currencyCode: string;
  readonly successUrl: string;
  readonly errorUrl: string;
  readonly type: string;
  readonly installments: string;
};

/** The signed values of an answer. Its signature does not cover the amount. */
export type SignedAnswer = {
  readonly code: string;
  readonly retrefNum: string;
  readonly authCode: string;
  readonly provDate: string;
  readonly orderId: string;
};

/**
 * The names that `hashparams` of a return must have, in this order. The values are joined without a
 * separator, so a return with another list could be another message with the same hash.
 */
export const RETURN_NAMES = [
  "clientid",
  "oid",
  "authcode",
  "procreturncode",
  "response",
  "mdstatus",
  "cavv",
  "eci",
  "md",
  "rnd",
] as const;

export const HASH_PARAMS = `${RETURN_NAMES.join(":")}:`;

/** The password of the message's own user, in the form in which every signature contains it. */
export function securityData(password: Secret, terminalId: string): string {
  return digest("sha1", password.reveal() + terminalId.padStart(TERMINAL_DIGITS, "0"));
}

export function hashRequest(signed: SignedRequest, security: string): string {
  const { orderId, terminalId, cardNumber, amount, currencyCode } = signed;
  return digest("sha512", orderId + terminalId + cardNumber + amount + currencyCode + security);
}

export function hashForm(form: SignedForm, storeKey: Secret, security: string): string {
  const { terminalId, orderId, amount, currencyCode, successUrl, errorUrl } = form;
  return digest(
    "sha512",
    terminalId +
      orderId +
      amount +
      currencyCode +
      successUrl +
      errorUrl +
      form.type +
      form.installments +
      storeKey.reveal() +
      security,
  );
}

export function hashAnswer(signed: SignedAnswer, security: string): string {
  const { code, retrefNum, authCode, provDate, orderId } = signed;
  return digest("sha512", code + retrefNum + authCode + provDate + orderId + security);
}

/** The signed text of a return. */
export function signedReturn(
  fields: ReturnFields,
  { storeKey, terminalId }: { readonly storeKey: Secret; readonly terminalId: string },
): SignedText {
  const valuesOf = (names: readonly string[]) => names.map((name) => fields[name] ?? "").join("");
  const listed = (fields["hashparams"] ?? "").split(":").map((name) => name.toLowerCase());
  const usual = (key: string) => valuesOf(RETURN_NAMES) + key;
  return {
    given: (fields["hash"] ?? "").toUpperCase(),
    algorithm: "hex SHA-512, values key",
    fields: RETURN_NAMES.map((name) => [name, fields[name] ?? ""]),
    key: storeKey,
    plain: usual,
    digest: (bytes) => digest("sha512", bytes),
    ways: [
      { cause: "field_list", plain: (key) => valuesOf(listed) + key },
      { cause: "old_version", plain: usual, digest: (bytes) => digest("sha1", bytes) },
    ],
    terminal: [fields["clientid"], terminalId],
  };
}

function digest(algorithm: "sha1" | "sha512", text: string | Buffer): string {
  return createHash(algorithm).update(text).digest("hex").toUpperCase();
}
