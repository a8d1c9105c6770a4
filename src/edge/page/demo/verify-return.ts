import { createHmac, timingSafeEqual } from "node:crypto";

/** The parameters that Vezne adds and signs; a merchant's own ones are not among them. */
const SIGNED = ["code", "metadata", "order_id", "session_id", "status"];

/**
 * Whether a return address was signed with our webhook secret (contract 6). Written as a merchant
 * writes it, from the interface alone: it shares nothing with the code that signs.
 */
export function isSignedReturn(
  parameters: Readonly<Record<string, string>>,
  webhookSecret: string,
): boolean {
  const text = SIGNED.filter((name) => parameters[name] !== undefined)
    .map((name) => `${name}=${parameters[name]}`)
    .join("&");
  const expected = createHmac("sha256", webhookSecret).update(text, "utf8").digest();
  const given = Buffer.from(parameters["signature"] ?? "", "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
