import { createHmac } from "node:crypto";

type Values = Readonly<Record<string, string>>;

/** The form's values in the order in which the bank hashes them. */
const FORM_ORDER =
  "paymentModel txnCode merchantSafeId terminalSafeId orderId lang amount ccbRewardAmount " +
  "pcbRewardAmount xcbRewardAmount currencyCode installCount okUrl failUrl emailAddress " +
  "subMerchantId creditCard expiredDate cvv randomNumber requestDateTime b2bIdentityNumber";

/** Base64 HMAC-SHA512 over the bytes of a JSON message. */
export function hashBytes(secretKey: string, body: Buffer | string): string {
  return createHmac("sha512", secretKey).update(body).digest("base64");
}

export function hashCardForm(secretKey: string, values: Values): string {
  return hashBytes(secretKey, joined(values, FORM_ORDER.split(" ")));
}

/** Adds `hashParams` and `hash` over all values, in their order, to a return. */
export function signReturn(secretKey: string, values: Values): Values {
  const names = Object.keys(values);
  const hash = hashBytes(secretKey, joined(values, names));
  return { ...values, hashParams: names.join("+"), hash };
}

function joined(values: Values, names: readonly string[]): string {
  return names.map((name) => values[name] ?? "").join("");
}
