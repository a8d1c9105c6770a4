import type { Digest } from "../../kernel/digest.ts";
import type { TextSeal } from "../../kernel/text-seal.ts";
import type { AnswerSeal } from "./key-claim.ts";

/** Encrypts kept answers under the text of the caller's key, which the database does not have. */
export function answerSeal(seal: TextSeal, keyText: string): AnswerSeal {
  return {
    seal: (answer) => ({ ...answer, body: seal.seal(keyText, answer.body) }),
    open: (answer) => ({ ...answer, body: seal.open(keyText, answer.body) }),
  };
}

/**
 * A digest for the fingerprint of a call whose answer is encrypted under the text of its key: no
 * call with another key can have the same fingerprint, so none asks for the answer.
 */
export function keyedDigest(digest: Digest, keyText: string): Pick<Digest, "sha256"> {
  return { sha256: (value) => digest.hmacSha256(keyText, value) };
}
