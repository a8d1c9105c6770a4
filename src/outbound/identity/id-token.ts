import { verify, type KeyObject } from "node:crypto";
import { MINUTE, SECOND, type Instant } from "../../kernel/clock.ts";
import { parseRecord, type JsonRecord } from "../../kernel/json.ts";
import type { TokenAlgorithm } from "./key-set.ts";

/** The difference of clocks that is accepted. */
const SKEW_MS = MINUTE;
const TOKEN_MAX = 64 * 1_024;
const PART = /^[A-Za-z0-9_-]+$/;

/** A token whose signature is not verified yet. */
export type ParsedToken = {
  readonly algorithm: TokenAlgorithm;
  readonly keyId: string | undefined;
  readonly claims: JsonRecord;
  /** The bytes that are signed, and the signature. */
  readonly signed: Buffer;
  readonly signature: Buffer;
};

/**
 * Parses a signed token. Only the algorithms of this service are accepted, so a token without a
 * signature, or one that is signed with a shared secret, is none.
 */
export function parseIdToken(text: unknown): ParsedToken | undefined {
  if (typeof text !== "string" || text.length > TOKEN_MAX) return undefined;
  const parts = text.split(".");
  const [head = "", body = "", signature = ""] = parts;
  if (parts.length !== 3 || !parts.every((part) => PART.test(part))) return undefined;
  const header = jsonOf(head);
  const claims = jsonOf(body);
  const algorithm = algorithmOf(header?.["alg"]);
  // A header with `crit` asks for rules that this service does not know (RFC 7515, 4.1.11).
  if (header === undefined || claims === undefined || algorithm === undefined) return undefined;
  if (header["crit"] !== undefined) return undefined;
  const keyId = header["kid"];
  return {
    algorithm,
    keyId: typeof keyId === "string" ? keyId : undefined,
    claims,
    signed: Buffer.from(`${head}.${body}`, "ascii"),
    signature: Buffer.from(signature, "base64url"),
  };
}

function algorithmOf(text: unknown): TokenAlgorithm | undefined {
  return text === "RS256" || text === "ES256" ? text : undefined;
}

function jsonOf(part: string): JsonRecord | undefined {
  return parseRecord(Buffer.from(part, "base64url").toString("utf8"));
}

/** True if one of the keys has made the signature. */
export function isSigned(token: ParsedToken, keys: readonly KeyObject[]): boolean {
  const { algorithm, signed, signature } = token;
  return keys.some((key) =>
    algorithm === "ES256"
      ? verify("sha256", signed, { key, dsaEncoding: "ieee-p1363" }, signature)
      : verify("sha256", signed, key, signature),
  );
}

export type ExpectedClaims = {
  readonly issuer: string;
  readonly clientId: string;
  readonly nonce: string;
  readonly now: Instant;
};

/** True if the claims are those of a token for this service, this sign-in and this moment. */
export function areClaimsRight(
  claims: JsonRecord,
  { issuer, clientId, nonce, now }: ExpectedClaims,
): boolean {
  const { iss, sub, aud, azp, exp, iat, nonce: said } = claims;
  const audience: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  const isForUs =
    audience.includes(clientId) && (azp === undefined ? audience.length === 1 : azp === clientId);
  return (
    iss === issuer &&
    typeof sub === "string" &&
    sub !== "" &&
    sub.length <= 255 &&
    isForUs &&
    said === nonce &&
    typeof exp === "number" &&
    now < exp * SECOND + SKEW_MS &&
    typeof iat === "number" &&
    iat * SECOND <= now + SKEW_MS
  );
}
