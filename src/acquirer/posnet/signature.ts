import { createHash } from "node:crypto";

import type { Secret } from "../../kernel/secret.ts";
import type { SignedText } from "../kit/signed-return.ts";

/** The values of a payment that every signature of its 3-D Secure covers. */
export type SignedPayment = {
  readonly xid: string;
  /** Kuruş, as the message has it. */
  readonly amount: string;
  /** `TL`, `US` or `EU`. */
  readonly currency: string;
};

/** The merchant number with the digest of the key and the terminal, for all signatures. */
export type SigningMerchant = { readonly merchantNo: string; readonly keyDigest: string };

export function signingMerchant(
  merchantNo: string,
  terminalNo: string,
  key: Secret,
): SigningMerchant {
  return { merchantNo, keyDigest: digest(`${key.reveal()};${terminalNo}`) };
}

/** The signature of the requests `oosResolveMerchantData` and `oosTranData`. */
export function macOfRequest(merchant: SigningMerchant, payment: SignedPayment): string {
  return mac(merchant, [], payment);
}

/** The signed text of the answer to `oosResolveMerchantData`. */
export function signedResolution(
  terminal: { readonly merchantNo: string; readonly terminalNo: string; readonly key: Secret },
  payment: SignedPayment,
  resolved: { readonly mdStatus: string; readonly mac: string },
): SignedText {
  const { merchantNo, terminalNo, key: storeKey } = terminal;
  const { mdStatus } = resolved;
  const { xid, amount, currency } = payment;
  return {
    given: resolved.mac,
    algorithm: "base64 SHA-256, values ; digest of key and terminal",
    fields: [
      ["mdStatus", mdStatus],
      ["xid_of_order", xid],
      ["amount", amount],
      ["currency", currency],
      ["merchantNo", merchantNo],
    ],
    key: storeKey,
    plain: (key) =>
      [mdStatus, xid, amount, currency, merchantNo, digest(`${key};${terminalNo}`)].join(";"),
    digest: (bytes) => digest(bytes),
  };
}

/** The signature of the answer to `oosTranData`. */
export function macOfCharged(
  merchant: SigningMerchant,
  hostLogKey: string,
  payment: SignedPayment,
): string {
  return mac(merchant, [hostLogKey], payment);
}

function mac(
  { merchantNo, keyDigest }: SigningMerchant,
  first: readonly string[],
  { xid, amount, currency }: SignedPayment,
): string {
  return digest([...first, xid, amount, currency, merchantNo, keyDigest].join(";"));
}

function digest(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("base64");
}
