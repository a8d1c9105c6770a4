import { RESULT_CODE } from "../schema/result-codes.ts";
import type { ProblemCode } from "./problem-codes.ts";

/**
 * The number of a refusal in the style `codes`. An expired session and a wrong card number have
 * numbers of their own and HTTP 200; every other refusal is the usual problem with `status` −1.
 */
export function codesRefusal(code: ProblemCode): { readonly number: number; readonly ok: boolean } {
  if (code === "session_expired") return { number: RESULT_CODE.session_expired, ok: true };
  if (code === "invalid_card_number") return { number: RESULT_CODE.invalid_card_number, ok: true };
  return { number: RESULT_CODE.general, ok: false };
}
