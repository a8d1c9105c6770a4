import { normalizeCardNumber } from "../../card/card-number.ts";
import type { Digest } from "../../kernel/digest.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * A digest by which two requests under the same key are compared; the order of members does not
 * matter. Digests are stored, and an attacker could guess their input, so the CVC and the API key
 * are left out and a card number is cut to the digits that may be stored.
 */
export function fingerprintOf(
  digest: Pick<Digest, "sha256">,
  body: unknown,
  query: unknown = {},
): string {
  return digest.sha256(canonical([withoutSecrets(body), query]));
}

function withoutSecrets(body: unknown): unknown {
  if (!isFields(body)) return body ?? {};
  const { cvc: _cvc, merchant_api_key: _key, card_number: number, ...rest } = body;
  return typeof number === "string" ? { ...rest, card_number: truncated(number) } : rest;
}

/**
 * The least number of digits of a card number of which ten are kept. In a shorter number the
 * missing digits would be so few that they could be guessed, so only its last four are kept.
 */
const TRUNCATED_FROM = 15;

/**
 * The first six and last four digits, which PCI DSS allows to be stored: cards of different banks
 * with the same last four make different requests.
 */
function truncated(number: string): string {
  const digits = normalizeCardNumber(number);
  const start = digits.length < TRUNCATED_FROM ? "" : digits.slice(0, 6);
  return `${start}*${digits.slice(-4)}`;
}

/** JSON with the members of each object in the order of their names; the depth is bounded. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isFields(value)) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(",")}}`;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
