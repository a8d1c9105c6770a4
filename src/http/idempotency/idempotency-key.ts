import { isWrittenCardNumber } from "../../domain/card/card-number.ts";
import { BOUNDS } from "../../kernel/bounds.ts";
import type { MerchantId, OperatorKeyId } from "../../kernel/ids.ts";
import type { Problem } from "../problem/problem.ts";
import { RequestProblem } from "../problem/request-problem.ts";

/**
 * A call with an `Idempotency-Key`; its scope is the merchant's mode and the path. A call of the
 * administration API belongs to the operator key.
 */
export type KeyedCall = {
  readonly merchantId: MerchantId | OperatorKeyId;
  readonly scope: string;
  readonly key: string;
  /** The digest by which two calls with the key are compared. */
  readonly fingerprint: string;
};

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;

/**
 * Reads the `Idempotency-Key` of a request, bare or as the quoted string of the HTTP draft.
 * @throws RequestProblem for any other text
 */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const text = Array.isArray(header) ? header.join(", ") : header;
  const quoted = QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, "$1");
  const key = quoted ?? text;
  const isRight = key.length <= BOUNDS.idempotencyKeyMax && VISIBLE_ASCII.test(key);
  // Keys are stored in plain text, so a card number must not be one.
  if (isRight && !isWrittenCardNumber(key)) return key;
  const message = isRight
    ? "must not be a card number"
    : `must be 1 to ${BOUNDS.idempotencyKeyMax} visible ASCII characters`;
  throw new RequestProblem({
    code: "invalid_idempotency_key",
    detail: `Idempotency-Key ${message}.`,
    errors: [{ field: "Idempotency-Key", message }],
  });
}

/** The problem of a key that was used with another request body. */
export const KEY_REUSED: Problem = {
  code: "idempotency_key_reused",
  detail: "This Idempotency-Key was used with another request body.",
};

export const KEY_IN_USE: Problem = {
  code: "idempotency_key_in_use",
  detail: "The first call with this Idempotency-Key is still running.",
  retryAfterS: 1,
};
