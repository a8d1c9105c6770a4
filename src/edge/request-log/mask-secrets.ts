import { passesLuhn } from "../../card/card-number.ts";

/** Ten digits or more, with up to three signs between two of them. */
const LONG_NUMBER = /\d(?:[^A-Za-z\d]{0,3}\d){9,}/g;
/** The same in any script; slower, and seldom needed. */
const LONG_NUMBER_ANYWHERE = /\p{Nd}(?:[^\p{L}\p{N}]{0,3}\p{Nd}){9,}/gu;
const BEYOND_ASCII = /[^\0-\x7f]/;
const SHORTEST_NUMBER = 10;
const EMAIL = /[^\s/@]+@[^\s/@]+/g;
const SECRETS = /\b(vz_(?:test|live)|whsec|tok|ses)_([\w+/=-]{4})[\w+/=-]*/g;
const SHORTEST_SECRET = 3;

/**
 * A text without what could be the number of a card, an identity or a telephone, whether its check
 * digit is right or not, without e-mail addresses, and without keys, card tokens, signing secrets
 * and session ids, of which the kind and the beginning are left.
 */
export function maskSecrets(text: string): string {
  if (text.length < SHORTEST_SECRET) return text;
  const named = text.includes("_") ? text.replace(SECRETS, "$1_$2…") : text;
  const nameless = named.includes("@") ? named.replace(EMAIL, "[email]") : named;
  if (nameless.length < SHORTEST_NUMBER) return nameless;
  const isAscii = !BEYOND_ASCII.test(nameless);
  return nameless.replace(isAscii ? LONG_NUMBER : LONG_NUMBER_ANYWHERE, "[digits]");
}

const MANY_DIGITS = /\d(?:[._~-]{0,3}\d){11,}/g;
const CARD_LENGTH = 19;

/**
 * A request id, which may well be a number: what could be a card number by its length and its check
 * digit is taken out, and longer ones, in which one could be.
 */
export function maskRequestId(text: string): string {
  return text.replace(MANY_DIGITS, (run) => {
    const digits = run.replace(/\D/g, "");
    return digits.length > CARD_LENGTH || passesLuhn(digits) ? "[digits]" : run;
  });
}
