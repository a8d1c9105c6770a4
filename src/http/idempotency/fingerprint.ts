import type { FastifyRequest, FastifySchema } from "fastify";
import { cleanDigits } from "../../domain/card/typed-card.ts";
import type { Digest } from "../../kernel/digest.ts";
import { isRecord } from "../../kernel/json.ts";
import { NO_FIELDS, withMaskedUnknown } from "./masked-unknown.ts";

/** A request whose body and query the route's schemas have accepted. */
type Request = Pick<FastifyRequest, "body" | "query"> & {
  readonly routeOptions: { readonly schema?: FastifySchema | undefined };
};

/**
 * The digest by which two requests under the same key are compared; the order of members does not
 * matter. Digests are stored, and an attacker could guess their input, so the CVC and the API key
 * are left out and a card number is cut to the digits that may be stored. In fields that the
 * route's schema does not know, every digit is masked: a misspelt one may hold a CVC or a whole
 * card number.
 */
export function fingerprintOf(digest: Pick<Digest, "sha256">, request: Request): string {
  const { body, query, routeOptions } = request;
  const { body: bodySchema, querystring } = routeOptions.schema ?? {};
  const known = withMaskedUnknown(bodySchema ?? NO_FIELDS, body);
  const asked = withMaskedUnknown(querystring ?? NO_FIELDS, query ?? {});
  return digest.sha256(canonical([withoutSecrets(known), asked]));
}

function withoutSecrets(body: unknown): unknown {
  if (!isRecord(body)) return body ?? {};
  const { cvc: _cvc, merchant_api_key: _key, card_number: number, ...rest } = body;
  return typeof number === "string" ? { card_number: truncated(number), ...rest } : rest;
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
  const digits = cleanDigits(number);
  const start = digits.length < TRUNCATED_FROM ? "" : digits.slice(0, 6);
  return `${start}*${digits.slice(-4)}`;
}

/** JSON with the members of each object in the order of their names; the depth is bounded. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(",")}}`;
}
