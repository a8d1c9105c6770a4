import { parseRecord, type JsonRecord } from "../../kernel/json.ts";
import { KeyServiceError, type KeyServiceFault } from "../../kernel/key-service.ts";
import type { Answer } from "./https-call.ts";

/**
 * Returns a text of an answer.
 * @throws KeyServiceError if it is missing
 */
export function textOf(json: JsonRecord, name: string): string {
  const value = json[name];
  if (typeof value === "string" && value !== "") return value;
  throw new KeyServiceError("away", `the answer of the KMS lacks ${name}`);
}

/**
 * Returns the JSON of a successful answer.
 * @throws KeyServiceError as `refusal` decides for any other answer
 */
export function successOf(
  answer: Answer,
  refusal: (answer: Answer) => KeyServiceError,
): JsonRecord {
  const isSuccess = answer.status >= 200 && answer.status < 300;
  const json = isSuccess ? parseRecord(answer.text) : undefined;
  if (json !== undefined) return json;
  if (isSuccess)
    throw new KeyServiceError("away", "the KMS answered with something else than JSON");
  throw refusal(answer);
}

const QUOTED = 300;
const CONTROLS = /[\0-\x1f\x7f]+/g;

/** The error of an answer, with the server's own words, on one line and shortened. */
export function refusalOf(
  fault: KeyServiceFault,
  { status }: Answer,
  words: string,
): KeyServiceError {
  const quoted = words.replace(CONTROLS, " ").trim().slice(0, QUOTED);
  const sentence = quoted === "" ? `it answered ${status}` : `it answered ${status}: ${quoted}`;
  return new KeyServiceError(fault, sentence);
}

/** True for the states of a server that passes: too many calls, an internal error, a proxy. */
export function isPassing({ status }: Answer): boolean {
  return status === 408 || status === 429 || status >= 500;
}
